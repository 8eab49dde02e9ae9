// A map of a game that is played on one: hexagons or pegs, what stands on them and lies between them.
// It knows no rule: what may be chosen is what the table says is open, and a click says where.

import { once, svg } from "./dom.js";
import { PIECES, seatClass } from "./symbols.js";
import { WORDS } from "./texts.js";

const UNIT = 100; // one width of a spot
const LEAST = { hex: 3.6, peg: 3 }; // so many widths are shown at least
const MARGIN = { hex: 0.66, peg: 0.6 };
const CORNER = UNIT / Math.sqrt(3);
const AROUND = [[[0, 0]], [[-21, 0], [21, 0]], [[-21, 13], [21, 13], [0, -21]],
  [[-20, -18], [20, -18], [-20, 18], [20, 18]],
  [[-25, -15], [25, -15], [-25, 17], [25, 17], [0, 0]],
  [[-26, -15], [0, -15], [26, -15], [-26, 15], [0, 15], [26, 15]],
  [[-28, -18], [0, -20], [28, -18], [-28, 2], [28, 2], [-14, 21], [14, 21]]];

const corner = (i, far) => {
  const a = (Math.PI / 180) * (60 * i - 30);
  return `${(far * Math.cos(a)).toFixed(1)} ${(-far * Math.sin(a)).toFixed(1)}`;
};
const hexagon = (far) => `M${[0, 1, 2, 3, 4, 5].map((i) => corner(i, far)).join("L")}z`;

const at = (spot) => [UNIT * spot.x, UNIT * spot.y];

function words(spot) {
  const ground = WORDS.ground[spot.ground] ?? spot.ground;
  const things = spot.pieces.map((piece) => pieceWords(piece));
  return [spot.says ? `${spot.says} ${ground}` : ground, ...things].filter(Boolean).join(", ");
}

export function pieceWords(piece) {
  const name = WORDS.pieces[piece.kind] ?? piece.kind;
  const whose = piece.seat ? `${piece.seat}’s ` : "";
  const says = piece.says && (piece.kind === "pawn" || piece.says !== piece.seat) ? ` ${piece.says}` : "";
  return `${piece.n > 1 ? `${piece.n} × ` : ""}${whose}${name}${says}`;
}

// One thing in a square of 24 by 24 about its middle; what has no picture is a word.
export function drawn(piece) {
  const beast = piece.kind.startsWith("monster"); // its life stands beside its face
  const picture = PIECES[piece.kind]?.() ?? [svg("text", { class: "word", y: 4, "text-anchor": "middle" }, piece.kind)];
  const sides = piece.sides.map((side, i) => svg("path", { class: `g-${side}`, stroke: "#120a08", "stroke-width": 0.6,
    d: `M${corner(i, 8)}L${corner(i, 12)}L${corner(i + 1, 12)}L${corner(i + 1, 8)}z` }));
  return svg("g", { class: `piece ${piece.kind} ${piece.seat ? seatClass(piece.seat) : ""}` }, ...picture, ...sides,
    piece.says ? svg("text", { class: beast ? "many" : "says", x: 0, y: { pawn: 8.5 }[piece.kind] ?? (beast ? 13 : 5),
      "text-anchor": "middle" }, piece.says) : null,
    piece.n > 1 ? svg("text", { class: "many", x: 12, y: 13, "text-anchor": "middle" }, `×${piece.n}`) : null);
}

const places = (many) => AROUND[Math.min(many, AROUND.length) - 1] ?? AROUND[0];

function placed(spot, i, shape) {
  const many = spot.pieces.length;
  const [dx, dy] = places(many)[i % AROUND.length];
  const [x, y] = at(spot);
  const size = shape === "hex" ? (many === 1 ? 2.3 : many === 2 ? 1.75 : many < 5 ? 1.45 : 1.15)
    : (many === 1 ? 1.75 : many === 2 ? 1.4 : many < 5 ? 1.2 : 1) * 1.15;
  return `translate(${x + dx}px, ${y + dy}px) scale(${size})`;
}

function hex(spot) {
  if (!spot.ground) return [svg("path", { class: "cell", d: hexagon(CORNER - 3) })];
  const sides = spot.sides.map((side, i) => svg("path", { class: `side g-${side}`,
    d: `M0 0L${corner(i, CORNER - 1)}L${corner(i + 1, CORNER - 1)}z` }));
  return [svg("path", { class: `tile g-${spot.ground}`, d: hexagon(CORNER - 1) }), ...sides,
    svg("path", { class: `core g-${spot.ground}`, d: hexagon(sides.length ? 0.7 * CORNER : CORNER - 4) })];
}

const peg = (spot) => [
  svg("circle", { class: `socket g-${spot.ground}`, r: spot.ground ? 36 : 0 }),
  svg("circle", { class: "hit", r: 44 }),
];

function node(spot, shape, point) {
  const [x, y] = at(spot);
  const seat = spot.thumb ? `thumb ${seatClass(spot.thumb)}` : "";
  const middle = shape === "hex" ? [svg("path", { class: "glow", d: hexagon(CORNER - 6) })]
    : [svg("circle", { class: "glow", r: 40 })];
  return svg("g", { class: `spot ${shape} ${spot.open ? "open" : ""} ${seat}`, "data-spot": spot.name,
    transform: `translate(${x} ${y})`, "data-tip": words(spot) || null, onclick: () => spot.open && point(spot.name) },
  ...(shape === "hex" ? hex(spot) : peg(spot)), ...middle,
  spot.says ? svg("text", { class: "printed", y: shape === "hex" ? 44 : 33, "text-anchor": "middle" }, spot.says) : null);
}

function across(one, spots, shape, point) {
  const [a, b] = one.spots.map((name) => spots.get(name));
  if (!a || !b) return null;
  const [[ax, ay], [bx, by]] = [at(a), at(b)];
  const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  const far = Math.hypot(bx - ax, by - ay);
  const seat = one.thumb ? `thumb ${seatClass(one.thumb)}` : one.seat ? seatClass(one.seat) : "";
  const isEdge = shape === "hex" && far < 1.2 * UNIT; // on the edge that two hexagons share
  const line = isEdge ? { x1: 0, x2: 0, y1: -CORNER / 2 + 5, y2: CORNER / 2 - 5 }
    : { x1: -far / 2, x2: far / 2, y1: 0, y2: 0 };
  const kind = one.kind || "wished";
  return svg("g", { class: `between ${kind} ${one.open ? "open" : ""} ${seat}`, "data-spot": one.name,
    transform: `translate(${(ax + bx) / 2} ${(ay + by) / 2}) rotate(${turn})`,
    "data-tip": WORDS.pieces[one.kind] ?? (one.kind || null), onclick: () => one.open && point(one.name) },
  svg("line", { class: "bar", ...line }), svg("line", { class: "hit", ...line }));
}

function box(shown) {
  const xs = shown.spots.map((spot) => spot.x);
  const ys = shown.spots.map((spot) => spot.y);
  const [least, margin] = [LEAST[shown.shape] ?? 3, MARGIN[shown.shape] ?? 0.6];
  const span = (all) => {
    const [low, high] = [Math.min(...all) - margin, Math.max(...all) + margin];
    const more = Math.max(0, least - (high - low)) / 2;
    return [low - more, high + more];
  };
  const [[x0, x1], [y0, y1]] = [span(xs), span(ys)];
  return [x0, y0, x1 - x0, y1 - y0].map((n) => (UNIT * n).toFixed(0)).join(" ");
}

export function map(holder, table) {
  const ground = svg("g", {});
  const lines = svg("g", {});
  const stands = svg("g", {});
  const sheet = svg("svg", { class: "map" }, ground, lines, stands);
  const aside = svg("svg", { class: "aside" });
  const inside = document.createElement("div");
  inside.className = "mapped";
  inside.append(sheet, aside);
  const tokens = new Map();
  const point = (spot) => {
    if (table.mayChoose && table.mine()?.menu.length) table.say({ type: "point", spot });
  };

  // What belongs to somebody moves from spot to spot; all else is simply there.
  function stand(shown) {
    const here = new Set();
    const counted = {};
    for (const spot of shown.spots) {
      spot.pieces.forEach((piece, i) => {
        const alike = piece.seat ? `${piece.kind} ${piece.seat} ${piece.says}` : `${piece.kind} ${spot.name} ${piece.says} ${piece.n}`;
        counted[alike] = (counted[alike] ?? 0) + 1;
        const key = `${alike} ${counted[alike]}`;
        if (!tokens.has(key)) {
          const token = svg("g", { class: "stands" }, drawn(piece));
          tokens.set(key, token);
          stands.append(token);
        }
        tokens.get(key).style.transform = placed(spot, i, shown.shape);
        here.add(key);
      });
    }
    for (const [key, token] of tokens) {
      if (!here.has(key)) { token.remove(); tokens.delete(key); }
    }
  }

  function show(shown) {
    if (inside.parentElement !== holder) holder.replaceChildren(inside);
    const spots = new Map(shown.spots.map((spot) => [spot.name, spot]));
    once(ground, [shown.shape, shown.spots], () => shown.spots.map((spot) => node(spot, shown.shape, point)));
    once(lines, [shown.between, shown.spots.map((spot) => [spot.x, spot.y])], () =>
      shown.between.map((one) => across(one, spots, shown.shape, point)).filter(Boolean));
    stand(shown);
    sheet.setAttribute("viewBox", box(shown));
    aside.setAttribute("viewBox", `-20 -20 ${Math.max(1, shown.aside.length) * 48} 40`);
    aside.classList.toggle("none", shown.aside.length === 0);
    once(aside, shown.aside, () => shown.aside.map((piece, i) => {
      const one = svg("g", { transform: `translate(${i * 48} 0)`, "data-tip": pieceWords(piece) }, drawn(piece));
      return one;
    }));
  }
  return { show };
}
