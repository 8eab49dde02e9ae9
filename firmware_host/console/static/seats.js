// The players: who has what, and what each is asked.

import { el, once } from "./dom.js";
import { hand } from "./tabletop.js";
import { badge, die, goodsIcon, seatClass } from "./symbols.js";
import { WORDS } from "./texts.js";

// A face in the midst of a line, such as Yb, is shown as the die it is.
const FACE = /\b([YRB][btfl](?:>[YRB])?)(?![\w>])/;

// How many of a good, of how many that are wanted, and what it is where there is room to say so.
const goods = (seat) => seat.goods.map(([name, count]) => {
  const icon = goodsIcon(name); // a game from outside has words
  const [said, most] = [WORDS.goods[name] ?? name, seat.aims[name]];
  return el("span", { class: `count ${icon ? "" : "worded"}`, "data-tip": WORDS.has(count, most, said) },
    icon ?? name, el("b", {}, String(count), most ? el("i", { class: "of" }, `/${most}`) : null),
    icon ? el("small", { class: "caption" }, WORDS.captions[name] ?? said) : null);
});

const card = (info) => el("button", { class: `card ${info.how}`,
  "data-tip": `${info.name}: ${info.does} (${WORDS.how[info.how] ?? info.how})` }, info.name);

function asked(seat) {
  if (seat.menu.length === 0) return [];
  const under = seat.menu.find((choice) => choice.under_thumb);
  return [el("p", { class: "asks" }, seat.question ?? "",
    under ? el("b", {}, ` ${under.label}`) : "", ` (${seat.menu.length})`)];
}

function patience(table, seat) {
  const bar = el("i", {});
  table.runDown(bar, seat.until_ms);
  return seat.until_ms === null ? [] : [el("div", { class: "patience" }, bar)];
}

function person(table, seat) {
  const key = table.hello.seats.findIndex((place) => place.button === seat.button) + 1;
  const mine = seat.seat === table.seat;
  const waited = table.scene.waiting_for.includes(seat.seat);
  const hands = table.hello.virtual && table.may(seat.seat);
  const lamp = el("button", { class: `lamp ${seat.lamp}`, "data-seat": seat.seat,
    "data-tip": hands ? WORDS.press(seat.seat, key) : null,
    "aria-label": WORDS.press(seat.seat, key), disabled: !hands }, hands ? String(key) : "");
  if (hands) table.thumb.wire(lamp, seat.seat);
  const classes = `person ${seatClass(seat.seat)} ${seat.status}${mine ? " mine" : ""}${waited ? " waited" : ""}`;
  return el("article", { class: classes, "data-seat": seat.seat },
    el("header", {}, badge(seat.seat),
      el("div", {}, el("b", {}, mine ? WORDS.you : name(table, seat)),
        el("small", {}, WORDS.status[seat.status]?.(seat) ?? seat.status),
        seat.bot ? el("small", { class: "bot" }, WORDS.botPlays) : null),
      lamp),
    seat.wants ? el("p", { class: "wants" }, seat.wants) : null,
    el("div", { class: "goods-row" }, ...goods(seat)),
    el("div", { class: "dice-row" }, ...seat.dice.map(die)),
    el("div", { class: "cards" }, ...seat.cards.map(card), ...hand(table.scene, seat.seat)),
    ...asked(seat), ...patience(table, seat));
}

function name(table, seat) {
  const place = table.hello.seats.find((one) => one.button === seat.button);
  return place?.name ? `${seat.seat} · ${place.name}` : seat.seat;
}

export function seats(box, table) {
  const { scene } = table;
  box.style.setProperty("--seats", scene.seats.length);
  const shown = scene.seats.map((seat) => [seat, scene.waiting_for.includes(seat.seat)]);
  while (box.children.length < shown.length) box.append(el("div", { class: "slot" }));
  while (box.children.length > shown.length) box.lastChild.remove();
  shown.forEach(([seat, waited], i) =>
    once(box.children[i], [seat, waited, table.seat, table.hello, table.plays, scene.cards], () => [person(table, seat)]));
}

// Where you sit: the seat this page speaks for.
export function sit(box, table, choose) {
  const all = table.scene?.seats ?? table.hello.seats;
  const playing = table.plays === null ? all : all.filter((seat) => table.plays.includes(seat.button));
  const shown = playing.map((seat) => [seat.seat, seat.button, seat.button === table.button]);
  once(box, shown, () => [
    el("span", {}, WORDS.you),
    ...shown.map(([letter, button, mine]) => el("button", { class: `seat ${mine ? "mine" : ""}`,
      "aria-label": WORDS.seat(letter), "aria-pressed": String(mine),
      "data-tip": WORDS.seat(letter), onclick: () => choose(button) }, badge(letter)))]);
}

export function told(list, lines) {
  once(list, lines, () => [...lines].reverse().map((line) =>
    el("li", {}, line.seat ? badge(line.seat) : el("span", { class: "badge" }),
      el("span", {}, ...line.says.split(FACE).map((part, i) => (i % 2 ? die(part) : part))))));
}
