// The faults of a virtual table: one press makes a part fail, another mends it.

import { $, el, once } from "./dom.js";
import { WORDS } from "./texts.js";


export function faults(table) {
  let parts = [];
  let shown = { button: 0, beam: 0 }; // which of several a card is about
  const spoil = (part, fault) => table.say({ type: "spoil", seat: null, role: "staff", part, fault });

  $("open-faults").addEventListener("click", () => { $("faults").showModal(); draw(); });
  $("faults").addEventListener("pointerdown", (event) => { if (event.target === $("faults")) $("faults").close(); });
  $("mend-all").addEventListener("click", () => {
    for (const one of parts) if (one.now !== "none") spoil(one.part, "none");
  });

  const said = (one) => one.faults.find((fault) => fault.name === one.now)?.title ?? one.now;

  // What is wrong just now, in the head of the page: a click mends it.
  function chips() {
    const wrong = parts.filter((one) => one.now !== "none");
    $("failing").hidden = wrong.length === 0;
    once($("failing"), wrong.map((one) => [one.part, one.now]), () => wrong.map((one) =>
      el("button", { class: "failing", "data-part": one.part, title: WORDS.faultsPanel.mend(one.title),
        onclick: () => spoil(one.part, "none") }, `${one.title}: ${said(one)} ✕`)));
    $("mend-all").disabled = wrong.length === 0;
  }

  function row(one, fault) {
    const on = one.now === fault.name;
    const words = fault.passes ? WORDS.faultsPanel.once : on ? WORDS.faultsPanel.undo : WORDS.faultsPanel.make;
    return el("li", { class: on ? "on" : "" },
      el("button", { class: "choice", "data-part": one.part, "data-fault": fault.name, "aria-pressed": String(on),
        onclick: () => spoil(one.part, on ? "none" : fault.name) }, fault.title, el("small", {}, words)),
      el("p", {}, el("b", {}, fault.does), ` ${fault.then}`));
  }

  function which(kind, several) {
    return several.length < 2 ? null : el("div", { class: "which", role: "radiogroup" }, ...several.map((one, i) =>
      el("button", { class: `quiet ${one.now === "none" ? "" : "wrong"}`, role: "radio", "data-which": one.part,
        "aria-checked": String(i === shown[kind]), onclick: () => { shown = { ...shown, [kind]: i }; draw(); } },
      one.title.split(" ")[1])));
  }

  function card(kind, several) {
    const one = several[Math.min(shown[kind] ?? 0, several.length - 1)];
    const well = one.now === "none";
    return el("section", { class: `part ${well ? "" : "wrong"}`, "data-kind": kind },
      el("h3", {}, one.title, el("span", {}, well ? WORDS.faultsPanel.well : said(one))),
      which(kind, several), el("ul", {}, ...one.faults.map((fault) => row(one, fault))));
  }

  function draw() {
    chips();
    if (!$("faults").open) return;
    once($("fault-parts"), [parts, shown], () => {
      const kinds = [...new Set(parts.map((one) => one.kind))];
      return kinds.map((kind) => card(kind, parts.filter((one) => one.kind === kind)));
    });
  }

  function show(told) {
    parts = told.parts;
    $("open-faults").hidden = parts.length === 0;
    draw();
  }

  return { show };
}
