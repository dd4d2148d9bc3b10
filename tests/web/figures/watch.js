// Measures, in the page, how long it takes from a click on a move until its answer is drawn. All times are the page's own.

(() => {
  let clicked = 0; // when the mouse was last pressed and let go
  let move = null; // the one that is on its way
  let found = null; // what was measured and not taken yet
  let take = null; // who waits for it

  addEventListener("click", (event) => (clicked = event.timeStamp), true);

  /** The time when the frame that is being made has been drawn: a message comes after it. */
  const drawn = (then) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(performance.now());
    port2.postMessage(null);
  };

  const give = () => {
    if (!found || !take) return;
    take(found);
    found = take = null;
  };

  /** A view was drawn: is it an answer to the move, and is there anything to decide again? */
  const look = () => {
    const current = move;
    const isDone = document.querySelector(".choices:not([hidden]) button, .status.over") !== null;
    if (isDone) move = null;
    drawn((now) => {
      current.first ??= now - current.clicked;
      if (!isDone) return;
      found = { first: current.first, done: now - current.clicked };
      give();
    });
  };

  new MutationObserver((changes) => {
    const isSent = document.querySelector(".choices.sent") !== null;
    if (isSent) move ??= { clicked };
    else if (move && changes.some((one) => one.target.id === "status" && one.type === "childList")) look();
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });

  /** What was measured of the last move; null if no answer came within so many milliseconds. */
  window.answer = (patience) =>
    new Promise((resolve) => {
      take = resolve;
      setTimeout(() => resolve(null), patience);
      give();
    });
})();
