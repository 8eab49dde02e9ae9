// The drawings: seats are a colour, a shape and a letter; dice a colour, a letter and a symbol.

import { svg } from "./dom.js";
import { ISLAND_PIECES } from "./island.js";

const SHAPES = {
  A: "M12 1.5a10.5 10.5 0 1 0 0 21 10.5 10.5 0 1 0 0-21z",
  B: "M4.5 2h15A2.5 2.5 0 0 1 22 4.5v15a2.5 2.5 0 0 1-2.5 2.5h-15A2.5 2.5 0 0 1 2 19.5v-15A2.5 2.5 0 0 1 4.5 2z",
  C: "M12 .8 23.6 20.4q.8 1.8-1.1 1.8h-21q-1.9 0-1.1-1.8z",
  D: "M12 0 24 12 12 24 0 12z",
  E: "M6 1.6h12L24 12l-6 10.4H6L0 12z",
};

export const seatClass = (seat) => `seat-${seat.toLowerCase()}`;

export function seatShape(seat) {
  const low = seat === "C" ? 18.6 : 16.4;
  return [
    svg("path", { d: SHAPES[seat] ?? SHAPES.A, class: "shape" }),
    svg("text", { x: 12, y: low, "text-anchor": "middle", class: "letter" }, seat),
  ];
}

export const badge = (seat) =>
  svg("svg", { viewBox: "0 0 24 24", class: `badge ${seatClass(seat)}`, role: "img",
    "aria-label": `Player ${seat}` }, ...seatShape(seat));

export const MAN = "M0-13a4.6 4.6 0 1 1-.01 0zM-9.5-2.5Q-4-5-2.6-5h5.2Q4-5 9.5-2.5L8 2 4.5 1.2 8 12H2L0 6.5-2 12H-8L-4.5 1.2-8 2z";
const SYMBOLS = {
  banana: () => [
    svg("path", { d: "M6.2 2.6c-.5 8.7 5 14.7 14.6 15-1.9 3.6-6.6 4.7-10.9 2.6C4.6 17.6 2.6 10.7 4.3 3.2z" }),
    svg("path", { d: "M4.2 3.3 5.1 1l1.7.2-.4 2.1z" }),
  ],
  treasure: () => [
    svg("path", { d: "M2.5 11V8.8C2.5 6 4.6 4 7.3 4h9.4c2.7 0 4.8 2 4.8 4.8V11h-6.7V9.6H9.2V11zM2.5 12.6h6.7v2.1h5.6v-2.1h6.7V20h-19z" }),
    svg("path", { d: "M10.7 11h2.6v2.3h-2.6z" }),
  ],
  foot: () => [
    svg("path", { d: "M8.3 8.8c3.6-1.4 7.2.6 7 4.3-.1 2-1.3 2.8-1.2 4.9.1 2.4-1.2 4-3.3 4-2.4 0-3-2-3.6-4.3C6.5 14.7 5.5 10 8.3 8.8z" }),
    svg("circle", { cx: 6.6, cy: 5.7, r: 2.3 }),
    svg("circle", { cx: 10.8, cy: 4.5, r: 1.7 }),
    svg("circle", { cx: 14.2, cy: 5.3, r: 1.5 }),
    svg("circle", { cx: 16.9, cy: 7.2, r: 1.3 }),
  ],
  meeple: () => [svg("path", { transform: "translate(12 12) scale(.86)", d: MAN })],
  standing: () => [svg("path", { transform: "translate(12 12) scale(.86)", d: MAN })],
  lying: () => [svg("path", { transform: "translate(12 14) rotate(80) scale(.78)", d: MAN })],
  own_card: () => [svg("rect", { x: 5, y: 2, width: 14, height: 20, rx: 2 })],
  point: () => [svg("path", { d: "M12 1.5l3.2 6.9 7.3.9-5.4 5.1 1.4 7.4L12 18.1l-6.5 3.7 1.4-7.4L1.5 9.3l7.3-.9z" })],
  supply: () => [svg("path", { class: "outline", transform: "translate(12 12) scale(.86)", d: MAN })],
  launche: () => [svg("rect", { x: 3, y: 5, width: 11, height: 16, rx: 2, transform: "rotate(-10 8 13)" }),
    svg("rect", { class: "outline", x: 10, y: 3, width: 11, height: 16, rx: 2, transform: "rotate(8 15 11)" })],
  wood: () => [svg("path", { fill: "#c98b45", d: "M3 14.5 19 9.5l2 3.5L5 18z" })],
  counter: () => [svg("circle", { fill: "#d8cbb8", cx: 12, cy: 12, r: 8 })],
  bolt: () => [svg("path", { d: "M14.5 1 4.5 13.6h5.7L8.3 23 19.5 9.3h-6.3z" })],
};

const LETTERS = { b: "banana", t: "treasure", f: "foot", l: "bolt" };
const COLOURS = { Y: "yellow", R: "red", B: "blue" };

export const goodsIcon = (name) => {
  const symbol = SYMBOLS[name.replace(/s$/, "")];
  if (!symbol && PIECES[name]) {
    return svg("svg", { viewBox: "-13 -13 26 26", class: `goods piece ${name}` }, ...PIECES[name]());
  }
  return symbol && svg("svg", { viewBox: "0 0 24 24", class: `goods ${name}` }, ...symbol());
};

// A face is a colour and a symbol, ``Yb``; ``Yb>R`` counts as red.
export function faceWords(told) {
  const [face, counts] = told.split(">");
  const [colour, symbol] = [COLOURS[face[0]], LETTERS[face.slice(1)]];
  const words = colour && symbol ? `${colour} ${symbol}` : face;
  return counts ? `${words}, counts as ${COLOURS[counts] ?? counts}` : words;
}

const PIPS = { 1: [0], 2: [-1, 1], 3: [-1, 0, 1], 4: [-1, 1, -3, 3], 5: [-1, 0, 1, -3, 3], 6: [-1, 1, -2, 2, -3, 3] };

// An ordinary die: where 1 is the upper left, 2 the middle left, 3 the lower left, and their opposites.
function pips(value) {
  const at = (n) => [[0, 0], [11, 11], [11, 0], [11, -11]][Math.abs(n)].map((v) => 20 + (n < 0 ? -v : v));
  return svg("svg", { viewBox: "0 0 40 40", class: "die die-pips", role: "img", "aria-label": value },
    svg("rect", { x: 1.5, y: 1.5, width: 37, height: 37, rx: 8 }),
    ...PIPS[value].map((n) => svg("circle", { cx: at(n)[0], cy: at(n)[1], r: 4 })));
}

export function die(told) {
  if (PIPS[told]) return pips(told);
  const [face, counts] = told.split(">");
  const symbol = SYMBOLS[LETTERS[face.slice(1)]];
  const inner = symbol
    ? svg("g", { transform: "translate(8 7.5) scale(1.02)" }, ...symbol())
    : svg("text", { x: 20, y: 26, "text-anchor": "middle" }, face.slice(1));
  return svg("svg", { viewBox: "0 0 40 40", class: `die die-${face[0].toLowerCase()}`,
    role: "img", "aria-label": faceWords(told) },
  svg("rect", { x: 1.5, y: 1.5, width: 37, height: 37, rx: 8 }), inner,
  counts ? svg("path", { class: `counts die-${counts.toLowerCase()}`, d: "M2 14V8q0-6 6-6h6z" }) : null,
  svg("text", { x: 33.5, y: 37, "text-anchor": "middle", class: "corner" }, face[0]));
}

// Where a place is unlike an islet, it says so with a picture.
export const GROUNDS = {
  plus_tree: () => tree("#7fce6a", "+1"),
  minus_tree: () => tree("#b9a58a", "−1"),
  boat_symbol: () => [svg("path", { class: "wave", d: "M-9 3q3-4 6 0t6 0 6 0M0 0v-9l7 6z" })],
  boat: () => [
    svg("path", { class: "hull", d: "M-25 5h50q-4 15-13 15h-24q-9 0-13-15z" }),
    svg("path", { class: "sail", d: "M-1-24V1h-17zM3-19V1h15z" }),
  ],
};

const tree = (colour, sign) => [
  svg("path", { class: "trunk", d: "M-1.5 8q2-8 0-13h3q1 6 .5 13z" }),
  svg("path", { fill: colour,
    d: "M0-6q-11-6-14 4 7-5 13-2-2-8-10-10 8-3 11 5 3-8 11-5-8 2-10 10 6-3 13 2-3-10-14-4z" }),
  svg("text", { class: "sign", x: 13, y: 9, "text-anchor": "middle" }, sign),
];

const gem = (outline, cuts) => [svg("path", { class: "stone", d: outline }), svg("path", { class: "crack", d: cuts })];

// What stands on a map, within -12..12 about its middle.
export const PIECES = {
  ...ISLAND_PIECES,
  // Broad below the head: its letter is read on a map of forty hexagons.
  pawn: () => [svg("path", { class: "body", d: "M0-12a4.6 4.6 0 0 1 3.6 7.5Q10.5-3.5 10.5 3V8.5q0 2.5-2.5 2.5H-8q-2.5 0-2.5-2.5V3Q-10.5-3.5-3.6-4.5A4.6 4.6 0 0 1 0-12z" })],
  // Oh No, Volcano!
  emerald: () => gem("M-6-9H6L10 0 6 9H-6L-10 0z", "M-6-9-3-4H3L6-9M-3-4-10 0M3-4 10 0M-3-4 0 9 3-4"),
  ruby: () => gem("M-7-8H7L11-2 0 10-11-2z", "M-11-2H11M-7-8-4-2 0 10 4-2 7-8"),
  sapphire: () => gem("M0-11 8-3V4L0 11-8 4V-3z", "M-8-3 0 1 8-3M0 1V11"),
  boulder: () => [svg("path", { class: "stone", d: "M-11 3Q-12-4-6-6 0-10 6-7 12-4 11 3 9 8 0 8-9 8-11 3z" }),
    svg("path", { class: "crack", d: "M-5-2 0 1 3-3M1 1 2 5" })],
  gear: () => [svg("rect", { class: "paper", x: -8, y: -11, width: 16, height: 22, rx: 2.5 }),
    svg("path", { class: "crack", d: "M-4 5 0-6 4 5M-2.5 1H2.5" })],
  hand: () => [svg("rect", { class: "paper back", x: -10, y: -9, width: 12, height: 18, rx: 2, transform: "rotate(-14)" }),
    svg("rect", { class: "paper back", x: -4, y: -9, width: 12, height: 18, rx: 2, transform: "rotate(10)" })],
  deck: () => [svg("rect", { class: "paper back", x: -5, y: -11, width: 13, height: 19, rx: 2 }),
    svg("rect", { class: "paper back", x: -8, y: -8, width: 13, height: 19, rx: 2 })],
};
