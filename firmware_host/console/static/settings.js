// The table's files, read again: what was taken up, what waits, or every fault with its remedy.

import { $, el, once, write } from "./dom.js";
import { WORDS } from "./texts.js";

export function settings(table) {
  let number = 0;

  function change(one) {
    return el("li", { class: one.when },
      el("code", {}, one.key),
      one.was ? el("span", {}, WORDS.settings.change(one.was, one.now)) : null,
      el("em", {}, WORDS.settings.when[one.when]));
  }

  function fault(one) {
    return el("li", { class: "wrong" },
      el("code", {}, [one.key, one.line ? WORDS.settings.line(one.line) : ""].filter(Boolean).join(", ")),
      el("span", {}, one.says),
      one.write ? el("em", {}, WORDS.settings.write(one.write)) : null,
      el("small", {}, one.file));
  }

  function said(told) {
    if (!told.number) return WORDS.settings.never;
    const at = new Date(told.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
    if (told.wrong.length) return WORDS.settings.wrong(at, told.wrong.length);
    return told.changes.length ? WORDS.settings.taken(at) : WORDS.settings.same(at);
  }

  function show(told) {
    $("open-settings").hidden = false;
    if (told.number !== number) $("settings-read").disabled = false;
    number = told.number;
    write($("settings-file"), told.file);
    write($("settings-said"), said(told));
    $("settings-said").className = told.wrong.length ? "wrong" : "";
    once($("settings-list"), [told.wrong, told.changes, told.odd], () => [
      ...told.wrong.map(fault), ...told.changes.map(change),
      ...told.odd.map((says) => el("li", { class: "odd" }, el("span", {}, says)))]);
  }

  async function failures() {
    const answer = await fetch("/crashes.json");
    const kept = answer.ok ? await answer.json() : [];
    $("crashes-title").hidden = kept.length === 0;
    once($("crashes-list"), kept, () => kept.map((one) => el("li", {},
      el("a", { href: `/crashes/${one.name}`, download: one.name },
        WORDS.settings.failed(new Date(one.when).toLocaleString(), one.where)),
      el("span", {}, one.says))));
  }

  $("open-settings").addEventListener("click", () => {
    $("staff").close();
    $("settings-read").disabled = false;
    $("settings").showModal();
    failures();
  });
  $("settings-read").addEventListener("click", () => {
    $("settings-read").disabled = table.say({ type: "tell", role: "staff", seat: null, words: "reload" });
  });
  $("settings").addEventListener("pointerdown", (event) => {
    if (event.target === $("settings")) $("settings").close();
  });
  return { show };
}
