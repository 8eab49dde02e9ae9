// The latest rolls as they lay, and how fairly the dice have fallen: for settling a dispute.

import { $, el, once, svg, write } from "./dom.js";
import { die } from "./symbols.js";
import { WORDS } from "./texts.js";

async function fetched(path) {
  const answer = await fetch(path);
  return answer.ok ? answer.json() : null;
}

export function records() {
  let rolls = [];
  let shown = null;

  function marks() {
    const { naturalWidth: width, naturalHeight: height } = $("roll-image");
    once($("roll-marks"), [shown?.name, width], () => (shown && width
      ? [svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
        ...shown.dice.map((die) => svg("text", { x: die.x_px, y: die.y_px - 30, class: die.sure ? "" : "unsure" },
          die.sure ? die.face : `${die.face}?`)))]
      : []));
  }

  function show(roll) {
    shown = roll;
    once($("roll-list"), [rolls.map((one) => one.name), roll?.name], () => rolls.map((one) =>
      el("button", { "aria-pressed": String(one === roll), onclick: () => show(one) },
        new Date(one.at_s * 1000).toLocaleString([], { weekday: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" }))));
    $("roll-shown").hidden = !roll;
    if (!roll) {
      write($("roll-list"), WORDS.records.none);
      return;
    }
    $("roll-image").src = `/rolls/${roll.name}.jpg`;
    const read = [...roll.dice].sort((one, other) => (one.face < other.face ? -1 : 1));
    const alike = read.map((one) => one.face).join() === [...roll.told].sort().join();
    once($("roll-told"), [roll.name, roll.told], () => [
      el("h3", {}, WORDS.records.read),
      el("div", { class: "dice-row" }, ...read.map((one) => el("span", one.sure ? {}
        : { class: "unsure", title: WORDS.records.unsure }, die(one.face)))),
      read.some((one) => !one.sure) ? el("p", {}, WORDS.records.unsure) : null,
      el("h3", {}, roll.told.length && alike ? WORDS.records.alike : WORDS.records.told),
      alike ? null : el("div", { class: "dice-row" }, ...[...roll.told].sort().map(die)),
      roll.told.length ? null : el("p", {}, WORDS.records.untold),
    ].filter(Boolean));
  }

  function fairness(found) {
    once($("fairness"), found, () => (found?.colours ?? []).map((colour) =>
      el("div", { class: `fair ${colour.verdict}` }, el("p", {}, colour.says),
        ...colour.symbols.map((one) => el("div", { class: "bar" }, el("span", {}, one.name),
          el("meter", { min: 0, max: Math.max(1, colour.dice), value: one.count, "aria-label": one.name }),
          el("span", {}, WORDS.records.count(one.count, one.expected)))))));
  }

  $("roll-image").addEventListener("load", marks);
  $("open-records").addEventListener("click", async () => {
    $("staff").close();
    $("records").showModal();
    rolls = (await fetched("/rolls.json")) ?? [];
    show(rolls[0] ?? null);
    fairness(await fetched("/fairness.json"));
  });
  $("records").addEventListener("pointerdown", (event) => {
    if (event.target === $("records")) $("records").close();
  });
}
