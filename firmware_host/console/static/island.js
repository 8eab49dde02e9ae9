// Lost Island on a map: pictures within -12..12 about their middle, and their words.

import { svg } from "./dom.js";

const beast = (body, horns) => () => [
  svg("path", { fill: body, stroke: "#120a08", "stroke-width": 1.4, d: `M-10 9Q-12-6 0-8 12-6 10 9L6 6 3 10 0 6-3 10-6 6z${horns}` }),
  svg("circle", { cx: -4, cy: -3, r: 2, fill: "#fff" }), svg("circle", { cx: 4, cy: -3, r: 2, fill: "#fff" }),
  svg("circle", { cx: -4, cy: -2.7, r: 1, fill: "#120a08" }), svg("circle", { cx: 4, cy: -2.7, r: 1, fill: "#120a08" }),
];

const tile = (fill) => () => [svg("path", { fill, stroke: "#120a08", "stroke-width": 1.2, d: "M0-11 9.5-5.5v11L0 11-9.5 5.5v-11z" })];

export const ISLAND_PIECES = {
  hut: () => [
    svg("path", { class: "body", stroke: "#120a08", "stroke-width": 1.4, d: "M-8 0H8V10H-8z" }),
    svg("path", { fill: "#7a4a22", stroke: "#120a08", "stroke-width": 1.4, d: "M-11 1 0-10 11 1z" }),
    svg("path", { fill: "#120a08", d: "M-2.2 10V4h4.4v6z" }),
  ],
  fire: () => [
    svg("path", { fill: "#ff8a1e", stroke: "#120a08", "stroke-width": 1.2, d: "M0-11Q8-3 7 3A7 7 0 0 1-7 3Q-7-1-4-4-3-1-1-1-3-6 0-11z" }),
    svg("path", { fill: "#ffe27a", d: "M0-2Q4 2 3 5A3.2 3.2 0 0 1-3 5Q-3 2 0-2z" }),
    svg("path", { stroke: "#6b3f1c", "stroke-width": 3, "stroke-linecap": "round", d: "M-8 10 8 8M-8 8 8 10" }),
  ],
  wood: () => [
    svg("path", { stroke: "#120a08", "stroke-width": 7, "stroke-linecap": "round", d: "M-8 3 8-1" }),
    svg("path", { stroke: "#a8702f", "stroke-width": 4.6, "stroke-linecap": "round", d: "M-8 3 8-1" }),
    svg("circle", { cx: 8, cy: -1, r: 2, fill: "#e6c48d" }),
  ],
  raft: () => [
    svg("path", { fill: "#8a5a2b", stroke: "#120a08", "stroke-width": 1.2, d: "M-11 3H11V6H-11zM-10 7H10v3H-10z" }),
    svg("path", { fill: "#f4e8cf", stroke: "#120a08", "stroke-width": 1.2, d: "M-1 2V-11L-10 1zM2 2V-9l8 11z" }),
  ],
  monster_beach: beast("#e0a848", "M-8-5-12-10-5-8zM8-5 12-10 5-8z"),
  monster_forest: beast("#3fae5b", "M-3-8-5-12-1-8zM3-8 5-12 1-8z"),
  monster_mountain: beast("#a9a4b3", "M-7-6-7-12-3-8zM7-6 7-12 3-8z"),
  monster_volcano: beast("#e2461a", "M-6-6-8-12 0-8 8-12 6-6z"),
  hex_beach: tile("#d9b978"),
  hex_forest: tile("#2f7d45"),
  hex_mountain: tile("#8a8480"),
  hex_volcano: tile("#8a3a26"),
  pile: () => [0, 1, 2].map((i) => svg("path", { fill: "#56453f", stroke: "#120a08", "stroke-width": 1.2,
    transform: `translate(0 ${4 - 4 * i})`, d: "M0-6 9-2v4L0 6-9 2v-4z" })),
};

export const ISLAND_WORDS = {
  hut: "hut of", fire: "fire", wood: "wood", fence: "fence", raft: "raft, counters:",
  monster_beach: "beach monster, life:", monster_forest: "forest monster, life:",
  monster_mountain: "mountain monster, life:", monster_volcano: "volcano monster, life:",
  hex_beach: "a beach is laid", hex_forest: "a forest is laid", hex_mountain: "a mountain is laid",
  hex_volcano: "the volcano is laid", pile: "hexes in the pile",
};

export const ISLAND_GROUNDS = { beach: "beach", crash: "crash site", forest: "forest",
  mountain: "mountain", volcano: "volcano", lava: "lava" };
