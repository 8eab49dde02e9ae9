// Staff say a password where others can open the page; the socket is opened anew as whoever that is.

import { $, write } from "./dom.js";
import { WORDS } from "./texts.js";

export async function said(address, body) {
  try {
    const answer = await fetch(address, { method: "POST",
      headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    return await answer.json();
  } catch {
    return { ok: false, says: WORDS.away };
  }
}

export function login() {
  $("open-login").addEventListener("click", () => {
    write($("login-says"), "");
    $("login").showModal();
  });
  $("login-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const password = $("login-password").value;
    $("login-password").value = "";
    const answer = await said("/login", { password });
    if (answer.ok) location.reload();
    else write($("login-says"), answer.says);
  });
  $("log-out").addEventListener("click", async () => {
    await said("/logout", {});
    location.reload();
  });
  $("login").addEventListener("pointerdown", (event) => { if (event.target === $("login")) $("login").close(); });
}
