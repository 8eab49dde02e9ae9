// The track as a winding path through the lava, and the strip's own lights beneath it.

import { el, once, svg } from "./dom.js";
import { GROUNDS, seatClass, seatShape } from "./symbols.js";
import { WORDS } from "./texts.js";

const CELL = 100;
const ROW = 106;
const AROUND = { 1: [[0, 0]], 2: [[-17, 0], [17, 0]], 3: [[-17, 10], [17, 10], [0, -17]],
  4: [[-17, -15], [17, -15], [-17, 17], [17, 17]],
  5: [[-21, -15], [21, -15], [-21, 18], [21, 18], [0, 1]] };

function columns(count, box) {
  const shape = box.clientWidth / Math.max(1, box.clientHeight || 1);
  let best = 4;
  let least = Infinity;
  for (let cols = 4; cols <= 12; cols += 1) {
    const rows = Math.ceil(count / cols);
    const off = Math.abs(Math.log((cols * CELL) / (rows * ROW) / shape)) + 0.4 * ((rows * cols - count) / (rows * cols));
    if (off < least) [best, least] = [cols, off];
  }
  return best;
}

function spot(index, cols) {
  const row = Math.floor(index / cols);
  const column = row % 2 ? cols - 1 - (index % cols) : index % cols;
  return [CELL * (column + 0.5), ROW * (row + 0.5) + 7 * Math.sin(index * 1.9)];
}

// An islet's outline: nine corners, the same for the same place every time.
function rock(index, radius) {
  const corners = [];
  for (let i = 0; i < 9; i += 1) {
    const wild = Math.sin(index * 12.9 + i * 78.2) * 43758.5;
    const r = radius * (0.88 + 0.16 * (wild - Math.floor(wild)));
    const turn = (i / 9) * 2 * Math.PI;
    corners.push(`${(r * Math.cos(turn)).toFixed(1)} ${(0.86 * r * Math.sin(turn)).toFixed(1)}`);
  }
  return `M${corners.join("L")}z`;
}

const flame = () => svg("g", { class: "flame" },
  svg("path", { d: "M0 26c-18 0-25-13-21-25 3 6 6 7 8 5-4-14 6-23 11-31 1 9 5 12 8 16 3-2 4-5 4-9 9 9 13 20 10 30-3 9-10 14-20 14z" }),
  svg("path", { class: "core", d: "M0 26c-10 0-13-8-10-15 2 3 4 3 5 1-1-7 3-11 6-15 1 6 8 9 9 17 1 7-4 12-10 12z" }));

function place(info, index, cols) {
  const [x, y] = spot(index, cols);
  const words = `${info.number}: ${WORDS.track[info.ground] ?? info.ground}`;
  return svg("g", { class: `place ${info.ground}`, transform: `translate(${x} ${y})`,
    "data-tip": words },
  svg("path", { class: "glow", d: rock(index, 47) }),
  svg("path", { class: "rock", d: rock(index, 39) }),
  svg("g", { class: "ground" }, ...(GROUNDS[info.ground]?.() ?? [])),
  flame(),
  svg("text", { class: "number", x: 0, y: 42, "text-anchor": "middle" }, String(info.number)));
}

export function board(box, strip) {
  let map = null;
  let tokens = new Map();
  let cols = 0;
  let built = null;
  let last = null;

  function build(places) {
    cols = columns(places.length, box);
    const rows = Math.ceil(places.length / cols);
    const way = places.map((_, i) => spot(i, cols).join(" ")).join("L");
    map = svg("svg", { viewBox: `0 0 ${cols * CELL} ${rows * ROW + 8}`, id: "track" },
      svg("path", { class: "way", d: `M${way}` }),
      svg("path", { class: "way-line", d: `M${way}` }),
      ...places.map((info, i) => place(info, i, cols)));
    tokens = new Map();
    box.replaceChildren(map);
  }

  function token(seat) {
    if (!tokens.has(seat)) {
      const node = svg("g", { class: `token ${seatClass(seat)}`, "data-seat": seat },
        svg("g", {}, ...seatShape(seat)));
      tokens.set(seat, node);
      map.append(node);
    }
    return tokens.get(seat);
  }

  function stand(places) {
    const here = new Set();
    places.forEach((info, index) => {
      const [x, y] = spot(index, cols);
      info.seats.forEach((seat, i) => {
        const [dx, dy] = (AROUND[info.seats.length] ?? AROUND[5])[i % 5];
        const size = info.seats.length === 1 ? 1.75 : info.seats.length < 4 ? 1.4 : 1.25;
        token(seat).style.transform = `translate(${x + dx}px, ${y + dy - 3}px) scale(${size}) translate(-12px, -12px)`;
        here.add(seat);
      });
    });
    for (const [seat, node] of tokens) {
      if (!here.has(seat)) { node.remove(); tokens.delete(seat); }
    }
  }

  function mark(places) {
    const front = places.findLastIndex((info) => info.lava);
    places.forEach((info, index) => {
      const { classList } = map.children[index + 2];
      classList.toggle("lava", info.lava);
      classList.toggle("swallowed", index < front);
      classList.toggle("peopled", info.seats.length > 0);
      const pointed = info.thumb === null ? "" : seatClass(info.thumb);
      classList.toggle("thumb", pointed !== "");
      for (const name of [...classList]) {
        if (name.startsWith("seat-") && name !== pointed) classList.remove(name);
      }
      if (pointed) classList.add(pointed);
    });
  }

  function show(places) {
    last = places;
    if (places.length === 0) { // nobody plays: the island alone
      if (built !== "" || !box.querySelector("#island")) box.replaceChildren(svg("svg", { viewBox: "0 0 64 64", id: "island" }, ...island()));
      built = "";
      return;
    }
    if (map?.parentElement !== box) built = null; // another game was drawn here
    const key = JSON.stringify([places.map((p) => [p.ground, p.number]), columns(places.length, box)]);
    if (key !== built) { build(places); built = key; }
    mark(places);
    stand(places);
  }

  new ResizeObserver(() => { if (last && document.body.classList.contains("has-track")) show(last); }).observe(box);
  return { show, lights: (pixels) => lights(strip, pixels) };
}

const island = () => [
  svg("path", { class: "mount", d: "M2 60 24 22h16l22 38z" }),
  svg("path", { class: "river", d: "M24 22h16l5 10-6 5-4-4-6 8-6-6-3-3z" }),
  svg("circle", { class: "spark", cx: 34, cy: 11, r: 4 }),
  svg("circle", { class: "spark", cx: 24, cy: 14, r: 2.5 }),
];

// LEDs are driven in proportion to light; a screen is not: this is how such light looks.
const seen = (level) => Math.round(255 * (level / 255) ** (1 / 2.2));

function colourOf(pixels, i) {
  const level = (j) => seen(parseInt(pixels.slice(6 * i + j, 6 * i + j + 2), 16));
  return `rgb(${level(0)} ${level(2)} ${level(4)})`;
}

// Exactly the pixels sent, one mark an LED; dark ones stay visible as dark.
function lights(canvas, pixels) {
  const count = pixels.length / 6;
  const wide = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio));
  const high = Math.max(1, Math.round(canvas.clientHeight * devicePixelRatio));
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  const draw = canvas.getContext("2d");
  draw.clearRect(0, 0, wide, high);
  const step = wide / count;
  const width = Math.min(high, step * 0.76);
  for (let i = 0; i < count; i += 1) {
    const colour = colourOf(pixels, i);
    draw.beginPath();
    draw.roundRect(step * (i + 0.5) - width / 2, 0, width, high, width / 2);
    draw.fillStyle = colour === "rgb(0 0 0)" ? "#241c1a" : colour;
    draw.fill();
  }
}

// The row of face-up cards, beside the display that shows the same.
export function gifts(list, scene) {
  once(list, [scene.gifts, scene.framed], () => scene.gifts.map((gift, i) => {
    const framed = i === scene.framed ? "framed" : "";
    if (gift === null) return el("li", { class: "gap" }, "–");
    return el("li", { class: framed },
      el("button", { class: "card", "data-tip": `${gift.name} (${WORDS.cost(gift.cost)}): ${gift.does}` },
        el("span", {}, `${i + 1} ${gift.name}`), el("b", {}, "ϟ".repeat(gift.cost)),
        el("span", { class: "gift-does" }, gift.does)));
  }));
}
