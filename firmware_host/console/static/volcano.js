// How the ball of lava rolled over the virtual volcano, over its map: what eyes see there, and the game
// is only told of. Nothing of it is known at a real table.

import { el, once, svg, write } from "./dom.js";
import { WORDS } from "./texts.js";

const UNIT = 100; // one width of a spot, as the map has it

// The height of each row of pegs by its number, and of the chutes above and the box below.
function heights(spots) {
  const found = new Map();
  for (const spot of spots) {
    const row = Number.parseInt(spot.name, 10);
    if (!Number.isNaN(row)) found.set(row, spot.y);
  }
  const top = Math.max(...found.keys());
  found.set(top + 1, Math.min(...spots.map((spot) => spot.y)));
  found.set(-1, Math.max(...spots.map((spot) => spot.y)) + 0.6);
  return found;
}

const cross = (spot) => svg("path", { class: "fell", "data-fell": spot.name,
  d: `M${UNIT * spot.x - 30} ${UNIT * spot.y - 30}l60 60m0-60l-60 60` });

export function volcano(holder) {
  const layer = svg("g", { class: "rolled" });

  function drawn(shown, there) {
    const rows = heights(shown.spots);
    const spots = new Map(shown.spots.map((spot) => [spot.name, spot]));
    const way = there.way.map(([x, row]) => [UNIT * x, UNIT * (rows.get(row) ?? 0)]);
    const [bx, by] = way.at(-1) ?? [0, 0];
    return [
      svg("path", { class: "way", d: `M${way.map((at) => at.join(" ")).join("L")}` }),
      svg("circle", { class: "ball", cx: bx, cy: by, r: 20 }),
      ...there.pawns.filter((pawn) => pawn.how === "fallen").map((pawn) => cross(spots.get(pawn.peg))),
      ...there.pawns.filter((pawn) => pawn.how === "tilted").map((pawn) => {
        const spot = spots.get(pawn.peg);
        return svg("circle", { class: "tilted", cx: UNIT * spot.x, cy: UNIT * spot.y, r: 42 });
      }),
      ...there.boulders.filter((one) => one.off).flatMap((one) =>
        one.pair.split("+").map((name) => cross(spots.get(name)))),
    ];
  }

  // After the map has been drawn; *there* is null at a real table, and before a ball has rolled.
  function show(shown, there) {
    const sheet = holder.querySelector("svg.map");
    if (!sheet || !shown) return;
    if (layer.parentElement !== sheet) sheet.append(layer);
    once(layer, [there, shown.spots.length], () => (there?.slot ? drawn(shown, there) : []));
  }
  return { show };
}

// What the card that lies face up says, and which of it is being done.
export function doing(list, actions) {
  once(list, actions, () => actions.map((one) => {
    const line = el("li", { class: one.how, "aria-current": one.how === "now" ? "step" : null });
    write(line, one.label);
    return line;
  }));
}

// What of a roll is for *button* to tell.
export function eyes(there, button) {
  if (!there?.slot) return "";
  const gone = there.pawns.filter((pawn) => pawn.how === "fallen");
  const mine = gone.filter((pawn) => pawn.button === button).map((pawn) => pawn.letter);
  return WORDS.rolled(mine, gone.length - mine.length, there.boulders.filter((one) => one.off).length, there.stuck);
}
