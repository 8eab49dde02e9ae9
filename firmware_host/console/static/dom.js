// Elements, made and changed without a word of markup: nothing a table says can become code.

const SVG = "http://www.w3.org/2000/svg";

export const $ = (id) => document.getElementById(id);

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child != null));
  return node;
}

export const el = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

// Change nothing on the page where nothing has changed: hover, focus and animations live on.
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

const shown = new WeakMap();

export function once(node, key, build) {
  const told = JSON.stringify(key);
  if (shown.get(node) === told) return;
  shown.set(node, told);
  node.replaceChildren(...build());
}
