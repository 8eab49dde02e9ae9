// What the page knows of the table, and who draws which part of it.

import { board, gifts } from "./board.js";
import { chair } from "./chair.js";
import { DICE_TO_TAKE, crater, thrower } from "./crater.js";
import { dock } from "./dock.js";
import { dialogs, help, servicing, typing } from "./dialogs.js";
import { $, once, write } from "./dom.js";
import { faults } from "./faults.js";
import { hand } from "./hand.js";
import { lesson } from "./lesson.js";
import { link, picture } from "./link.js";
import { login } from "./login.js";
import { map } from "./map.js";
import { records } from "./records.js";
import { seats, sit, told as tell } from "./seats.js";
import { service } from "./service.js";
import { settings } from "./settings.js";
import { badge } from "./symbols.js";
import { tabletop } from "./tabletop.js";
import { WORDS } from "./texts.js";
import { thumb } from "./thumb.js";
import { tips } from "./tip.js";
import { doing, eyes, volcano } from "./volcano.js";

const TOAST_MS = 4000;

const table = {
  hello: null,
  scene: null,
  state: 0,
  hands: {},
  lying: { crater: 0, outside: 0, hand: 0 },
  button: null, // where this page sits; who plays there is told by the scene
  seat: null,
  mayChoose: false, // for its own seat
  wrong: [], // devices that do not work
  plays: null, // the buttons this page may play at; null: no code is needed here
  // May this page act for that seat? Whoever plays at all helps the table's own bots.
  may: (letter) => {
    const seat = (table.scene?.seats ?? table.hello?.seats ?? []).find((one) => one.seat === letter);
    if (!seat) return false;
    const own = `button ${"ABCDEFGH"[seat.button]}`;
    const dead = table.wrong.some((name) => name === "buttons" || name.endsWith(own));
    if (table.plays === null) return table.hello.virtual || dead;
    return table.plays.includes(seat.button) || (table.plays.length > 0 && seat.bot === true);
  },
  mine: () => table.scene?.seats.find((seat) => seat.seat === table.seat),
  say: (message) => {
    const role = message.role ?? (table.may(message.seat ?? table.seat) ? "player" : "spectator");
    return send({ seat: table.seat, state: table.state, ...message, role });
  },
  toast,
};

// A bar that runs down until *until* on the table's clock. What it was full of, nobody told:
// it is full when first seen.
const fullMs = new Map();
table.runDown = (bar, until) => {
  bar.getAnimations().forEach((animation) => animation.cancel());
  if (until === null) return;
  const left = Math.max(0, until - (performance.now() + table.clockMs));
  if (!fullMs.has(until)) fullMs.set(until, Math.max(1, left));
  const from = `${Math.min(100, (100 * left) / fullMs.get(until))}%`;
  bar.animate([{ width: from }, { width: "0%" }], { duration: left, fill: "forwards" });
};

let toastTimer = 0;
function toast(words) {
  $("toast").hidden = false;
  write($("toast"), words);
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { $("toast").hidden = true; }, TOAST_MS);
}

table.thumb = thumb((message) => {
  const sent = table.say(message);
  queueMicrotask(() => parts.dock.pressed());
  return sent;
});
const parts = {
  board: board($("map"), $("strip")),
  tabletop: tabletop($("map"), table),
  volcano: volcano($("map")),
  map: map($("map"), table),
  crater: crater(table),
  dock: dock(table),
  hand: hand(table),
  chair: chair(table),
  oled: picture($("oled"), "/oled.png"),
  lesson: lesson(table),
  service: service(table),
  settings: settings(table),
  faults: faults(table),
};
table.choose = (option) => parts.dock.choose(option);
tips($("tip"));

const heard = {
  hello(told) {
    table.hello = told;
    fullMs.clear();
    table.seat = undefined; // this daemon has not heard yet as whom we watch
    parts.crater.load.forget();
    parts.oled.forget();
    parts.service.forget();
    table.clockMs = told.now_ms - performance.now();
    pageStyle.setProperty("--hold", `${told.hold_ms}ms`);
    for (const [tint, colour] of Object.entries(told.tints)) {
      pageStyle.setProperty(`--tint-${tint.replace("_", "-")}`, colour);
    }
    table.plays = told.plays;
    const mine = told.seats.filter((seat) => told.plays?.includes(seat.button) ?? true);
    const wished = [location.hash.slice(1), localStorage.getItem("seat")]; // the address says it first
    const place = wished.map((one) => mine.find((seat) => seat.seat === one)).find(Boolean) ?? mine[0];
    take(place?.button ?? null);
    write($("table"), told.table);
    $("open-staff").hidden = !told.staff;
    $("open-login").hidden = told.staff || !told.logs_in;
    $("log-out").hidden = !(told.staff && told.logs_in);
    pageClass("virtual", told.virtual);
  },
  guest(told) {
    if (told.staff !== table.hello.staff) location.reload(); // a visit has ended
    table.plays = told.plays;
    const mine = told.plays ?? table.hello.seats.map((seat) => seat.button);
    take(mine.includes(table.button) ? table.button : mine[0] ?? null);
  },
  scene(told) {
    Object.assign(table, { state: told.state, scene: told.scene, hands: told.hands,
      lying: told.lying, top: told.top });
    // Where the buttons do not work, pages stand in for them.
    table.wrong = told.devices.filter((device) => !device.ok).map((device) => device.name);
    tell($("told"), told.told);
    show();
    trouble(told.devices);
  },
  strip(told) {
    parts.board.lights(told.pixels);
    parts.service.lights(told.pixels);
  },
  pictures(told) {
    if (told.crater > 0) parts.crater.load(told.crater);
    parts.oled(told.oled);
    parts.service.pictures(told);
  },
  service: (told) => parts.service.show(told),
  configuration: (told) => parts.settings.show(told),
  faults: (told) => parts.faults.show(told),
  hand: (told) => parts.hand.show(told),
  lesson: (told) => parts.lesson.show(told),
  error: (told) => toast(told.says),
  refused(told) {
    if (told.command === "lesson" && parts.lesson.refused(told)) return;
    toast(told.says);
  },
};

const pageStyle = document.documentElement.style;

function pageClass(name, on) {
  document.body.classList.toggle(name, on);
}

function take(button) {
  table.button = button;
  const place = table.hello.seats.find((seat) => seat.button === button);
  if (place) localStorage.setItem("seat", place.seat);
  show();
}

// Who this page speaks for: whoever plays at its button, if anyone does.
function who() {
  const at = (seat) => seat.button === table.button;
  const found = (table.scene ? table.scene.seats : table.hello.seats).find(at);
  const seat = found?.seat ?? null;
  if (seat === table.seat) return;
  table.seat = seat;
  table.say({ type: "watch" });
}

function trouble(devices) {
  const wrong = devices.filter((device) => !device.ok).map((d) => `${d.name}: ${d.says}`);
  const lines = [table.scene?.notice, ...wrong].filter(Boolean);
  $("notice").hidden = lines.length === 0;
  write($("notice"), lines.join(" · "));
  const well = devices.filter((device) => device.ok && device.says);
  $("lights").title = well.map((d) => `${d.name}: ${d.says}`).join("\n");
}

// How it stands, in the table's words: the result, or what is most important.
function stands(scene, most = 2) {
  if (scene.phase === "over") return scene.lines.join(" · ");
  return [scene.status, ...scene.lines.slice(0, scene.status ? most : 1)].filter(Boolean).join(" · ");
}

function hint() {
  const { scene, seat } = table;
  if (scene.phase === "over" || (!table.hello.virtual && table.plays !== null)) return stands(scene);
  if (!table.hello.virtual) return table.mayChoose ? WORDS.deadHint : WORDS.realHint;
  const whose = thrower(table);
  if (scene.phase === "roll" && !whose && !scene.notice) return WORDS.hint.reading;
  if (whose) return whose === seat ? WORDS.hint.throwMine : WORDS.hint.throwOther(whose);
  if (scene.phase === "rolling") return eyes(table.top?.volcano, table.button);
  if (table.mine()?.menu.length) return scene.status ? stands(scene, 1) : WORDS.hint.choose;
  if (scene.phase === "take") {
    const told = table.mine()?.dice.length ?? 0;
    const owed = scene.seats.reduce((sum, one) => sum + DICE_TO_TAKE - one.dice.length, 0);
    const open = owed > table.lying.crater; // a die has left that is nobody's yet: it may be ours
    const left = DICE_TO_TAKE - (open ? Math.max(told, table.hands[table.button]?.length ?? 0) : told);
    if (left < 0) return WORDS.hint.tooMany;
    return left > 0 ? WORDS.hint.take(left, table.lying.crater) : WORDS.hint.taken;
  }
  return stands(scene);
}

// Each seat in the colour that it has chosen.
function wear(seats) {
  for (const seat of seats) {
    const colour = table.hello.tints[seat.tint];
    if (colour) pageStyle.setProperty(`--tint-seat-${seat.seat.toLowerCase()}`, colour);
  }
}

// The game's own picture: cards that are thrown, a map, or a track.
function playing(scene) {
  const cards = scene.cards.length > 0;
  pageClass("no-crater", !scene.crater);
  pageClass("has-map", scene.map !== null);
  pageClass("has-track", !cards && scene.map === null);
  pageClass("no-gifts", scene.gifts.length === 0);
  const helped = scene.game || table.hello.game;
  document.body.dataset.game = helped;
  help(helped, table.hello.helps[helped] ?? []);
  if (cards) parts.tabletop.show(scene, table.top);
  else if (scene.map) {
    parts.map.show(scene.map);
    parts.volcano.show(scene.map, table.top?.volcano ?? null);
  }
  else parts.board.show(scene.places);
}

function show() {
  if (!table.hello) return;
  who();
  sit($("sit"), table, take);
  parts.chair.show();
  $("sit").hidden = table.plays !== null && table.plays.length < 2;
  if (!table.scene) {
    write($("waiting"), WORDS.nothing);
    return;
  }
  const { scene } = table;
  table.mayChoose = table.may(table.seat);
  document.body.dataset.phase = scene.phase;
  pageClass("yours", scene.waiting_for.includes(table.seat));
  write($("title"), scene.title);
  write($("rules"), scene.rules.join(" · "));
  write($("put-example"), WORDS.putExample[scene.game] ?? WORDS.putExample[""]);
  write($("waiting"), scene.waiting);
  write($("hint"), hint());
  doing($("doing"), scene.doing ?? []);
  once($("waiting-for"), scene.waiting_for, () => scene.waiting_for.map(badge));
  wear(scene.seats);
  playing(scene);
  gifts($("row"), scene);
  seats($("seats"), table);
  parts.crater.show();
  parts.dock.show();
  parts.dock.pressed();
  parts.hand.draw();
}

table.thumb.keys((key) => {
  if (!table.hello?.virtual || typing()) return null;
  if (key === " ") return servicing() ? null : table.seat; // there it presses what has the focus
  const button = table.hello.seats[Number(key) - 1]?.button;
  return table.scene?.seats.find((seat) => seat.button === button)?.seat ?? null;
});
addEventListener("keydown", (event) => {
  const free = !event.repeat && !servicing() && !event.ctrlKey && !event.altKey && !event.metaKey;
  if (free && !typing() && event.key.toLowerCase() === "t" && !$("throw").hidden) $("throw").click();
});
dialogs(table);
login();
records();

const send = link(
  (told) => heard[told.type]?.(told),
  () => { $("away").hidden = true; pageClass("away", false); },
  () => {
    $("away").hidden = false;
    write($("away"), WORDS.away);
    pageClass("away", true);
    table.thumb.forget();
  },
);
