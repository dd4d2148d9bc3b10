// What the browser keeps for the page, in this tab or for longer. Where a person lets it keep nothing, all is forgotten when
// the page is left.

function kept(area) {
  try {
    return window[area];
  } catch {
    const items = new Map();
    return { getItem: (key) => items.get(key) ?? null, setItem: (key, text) => items.set(key, text) };
  }
}

export const inThisTab = kept("sessionStorage");
export const forLonger = kept("localStorage");
