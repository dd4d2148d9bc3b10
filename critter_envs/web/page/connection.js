// The WebSocket to the server: names the seat or show that it is for, and does so again after each break.

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
const PING_EVERY = 20000;

// The code with which the server closes a line whose token names nothing.
const REFUSED = 4401;

export class Connection {
  /** `first` is the message that begins a line; `listen(message)` gets what the server sends, `changed(state)` "open", "waiting" or "refused". */
  constructor(first, listen, changed) {
    this.first = first;
    this.listen = listen;
    this.changed = changed;
    this.wait = FIRST_WAIT;
    this.closed = false;
    this.wake = () => this.retryNow();
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.open();
  }

  open() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify(this.first));
      this.beat = setInterval(() => this.send({ type: "ping" }), PING_EVERY);
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "view" || message.type === "scene") {
        this.wait = FIRST_WAIT;
        this.changed("open");
      }
      this.listen(message);
    };
    socket.onclose = (event) => this.lost(event);
  }

  lost(event) {
    clearInterval(this.beat);
    if (this.closed) return;
    if (event.code === REFUSED) {
      this.changed("refused");
      return;
    }
    this.changed("waiting");
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  retryNow() {
    if (this.closed || this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.open();
  }

  /** Whether the message went out; while the line is down nothing is kept for later, so that nothing is done twice. */
  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.beat);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket.close();
  }
}
