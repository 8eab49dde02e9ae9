// Cards on a table of lava, and the meeples on them: as they lie at a virtual table, and at a real one
// in an order of the page's own, for nobody but the people there knows where things lie.

import { el, once, svg } from "./dom.js";
import { MAN, badge, seatClass } from "./symbols.js";
import { WORDS } from "./texts.js";

const WIDE = 63;
const HIGH = 88;
const EDGE = 420; // millimetres from the middle to the edge of the table
const LEAST = 200; // at least so much is shown each way, and
const BEYOND = 60; // so much beyond the middles of the outermost cards and meeples
const SQUARISH = 1.2; // what is longer than wide by less is shown as it lies

// Upright in the picture, however the table is turned in it: standing is told from lying by that.
const man = (seat, x, y, how, turned) => svg("g", { class: `meeple ${seatClass(seat)} ${how}`,
  transform: `translate(${x} ${y})${turned ? " rotate(90)" : ""}` },
how === "stands" ? svg("ellipse", { class: "shade", cx: 2, cy: 12, rx: 10, ry: 3.5 }) : null,
svg("path", { d: MAN, transform: how === "stands" ? "scale(1.15)" : "rotate(78) scale(1.05)" }));

function print(shows) {
  const men = shows.flatMap(([seat, n]) => Array(n).fill(seat));
  const step = Math.min(15, 50 / Math.max(1, men.length));
  return men.map((seat, i) => svg("path", { class: `print ${seatClass(seat)}`, d: MAN,
    transform: `translate(${(i - (men.length - 1) / 2) * step} 30) scale(.62)` }));
}

function card(info, owner, lie) {
  const start = info.name === "start";
  return svg("g", { class: `thrown ${seatClass(owner)} ${lie.how ?? ""}`, "data-card": info.name,
    transform: `translate(${lie.x} ${lie.y}) rotate(${lie.turn})` },
  svg("rect", { x: -WIDE / 2, y: -HIGH / 2, width: WIDE, height: HIGH, rx: 6 }),
  svg("rect", { class: "inner", x: -WIDE / 2 + 5, y: -HIGH / 2 + 5, width: WIDE - 10, height: HIGH - 10, rx: 4 }),
  svg("text", { class: "figure", y: start ? 6 : -14, "text-anchor": "middle" },
    start ? WORDS.startCard : String(info.shows[0]?.[1] ?? "")),
  ...print(info.shows));
}

// Where cards lie that nobody has seen: the Start cards in the middle, the others round them.
function laid(cards) {
  return cards.map((info, i) => {
    const ring = i < 4 ? 0 : 1 + Math.floor((i - 4) / 9);
    const [many, r] = ring === 0 ? [Math.min(4, cards.length), 62] : [9, 62 + 98 * ring];
    const a = (2 * Math.PI * ((i < 4 ? i : i - 4) % many)) / many + 0.35 * ring;
    return { x: r * Math.cos(a), y: r * Math.sin(a) * 0.94, turn: (a * 180) / Math.PI + 90 };
  });
}

// Meeples on cards one after another, those at the end that lie beside those that stand.
function spread(seats, lies, turned) {
  const men = [];
  for (const seat of seats) {
    const goods = Object.fromEntries(seat.goods);
    const stand = goods.standing ?? goods.meeples ?? 0;
    for (let i = 0; i < stand + (goods.lying ?? 0); i += 1) men.push([seat.seat, i < stand]);
  }
  return men.map(([seat, stands], i) => {
    const lie = lies[i % Math.max(1, lies.length)] ?? { x: 0, y: 0 };
    const turn = Math.floor(i / Math.max(1, lies.length));
    return man(seat, lie.x + [0, -17, 17, 0, -17, 17][turn % 6], lie.y + (turn % 2 ? 14 : -14), stands ? "stands" : "lies", turned);
  });
}

// The part of the table on which something lies: from and to, across and down.
function part(things) {
  const reach = (values) => {
    const [from, to] = [Math.min(...values) - BEYOND, Math.max(...values) + BEYOND];
    const lack = Math.max(0, LEAST - (to - from)) / 2;
    return [from - lack, to + lack];
  };
  return things.length ? [reach(things.map((one) => one.x)), reach(things.map((one) => one.y))] : [[-LEAST, LEAST], [-LEAST, LEAST]];
}

export function tabletop(box, table) {
  let turned = false; // shown from the side: what is long lies along a wide picture
  const ground = () => [svg("circle", { class: "sea", r: EDGE }), svg("circle", { class: "rim", r: EDGE })];
  const shell = svg("svg", { class: "tabletop" });
  const hint = el("p", { class: "hint" });
  const go = el("button", { class: "go", onclick: () => table.say({ type: "throw", seat: table.seat }) }, WORDS.throwCard);
  const inside = el("div", { class: "table-of-cards" }, shell, hint, go);

  function seen(scene, top) {
    const seatAt = Object.fromEntries(scene.seats.map((seat) => [seat.button, seat.seat]));
    const printed = Object.fromEntries(scene.cards.map((one) => [`${one.owner} ${one.name}`, one]));
    const there = top.cards.filter((one) => !one.off);
    const newest = there.at(-1);
    return [
      ...there.map((lie) => card(printed[`${seatAt[lie.button]} ${lie.name}`] ?? { name: lie.name, shows: [] },
        seatAt[lie.button], { ...lie, how: lie === newest && top.landed && scene.phase !== "choose" ? "newest" : "" })),
      ...top.meeples.map((one) => man(seatAt[one.button], one.x, one.y,
        one.stands ? (one.on ? "stands" : "stands off") : one.on ? "lies" : "lies off", turned)),
    ];
  }

  function told(scene) {
    const cards = scene.cards.filter((one) => one.where === "table");
    cards.sort((a, b) => (b.name === "start") - (a.name === "start"));
    const lies = laid(cards);
    return [...cards.map((one, i) => card(one, one.owner, lies[i])), ...spread(scene.seats, lies, turned)];
  }

  function show(scene, top) {
    if (inside.parentElement !== box) box.replaceChildren(inside);
    const there = top ? [...top.cards.filter((one) => !one.off), ...top.meeples]
      : laid(scene.cards.filter((one) => one.where === "table"));
    const [across, down] = part(there);
    const [wide, high] = [across, down].map(([from, to]) => to - from);
    const lies = shell.clientWidth > SQUARISH * shell.clientHeight;
    if (high > SQUARISH * wide) turned = lies;
    else if (wide > SQUARISH * high || !lies) turned = false;
    once(shell, [scene.cards, scene.seats.map((s) => [s.goods, s.button]), top, scene.phase, turned], () =>
      [svg("g", { transform: turned ? "rotate(-90)" : "" }, ...ground(), ...(top ? seen(scene, top) : told(scene)))]);
    const view = turned ? [down[0], -across[1], high, wide] : [across[0], down[0], wide, high];
    shell.setAttribute("viewBox", view.join(" "));
    hint.textContent = top ? "" : WORDS.notSeen;
    const flies = scene.cards.find((one) => one.where === "flying" && one.owner === table.seat);
    const mine = table.mine()?.button;
    const thrown = (top?.cards ?? []).filter((one) => one.button === mine && one.name === flies?.name).length;
    const before = scene.cards.filter((one) => one.owner === table.seat && one.name === flies?.name
      && (one.where === "table" || one.where === "out")).length;
    go.hidden = !(top && flies && thrown <= before);
  }
  return { show };
}

// The cards somebody has left to throw: their print, and how many of each.
export function hand(scene, seat) {
  const left = new Map();
  for (const one of scene.cards) {
    if (one.owner === seat && one.where === "hand") left.set(one.name, [(left.get(one.name)?.[0] ?? 0) + 1, one]);
  }
  return [...left.values()].map(([n, one]) => el("span", { class: "card throws" },
    ...one.shows.map(([whose, shown]) => el("span", { class: "shows" }, String(shown), badge(whose))),
    n > 1 ? el("b", {}, `×${n}`) : null));
}
