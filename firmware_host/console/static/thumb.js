// Buttons under thumbs, mice and keys. What is pressed is always let go again.

export function thumb(say) {
  const down = new Map(); // what holds it (a pointer or a key) -> seat

  function press(by, seat) {
    if (!seat || down.has(by)) return;
    if (say({ type: "press", seat })) down.set(by, seat);
  }

  function release(by) {
    const seat = down.get(by);
    if (seat === undefined) return;
    down.delete(by);
    say({ type: "release", seat });
  }

  function letGo() {
    for (const by of [...down.keys()]) release(by);
  }

  // Releases are heard everywhere: a thumb may slide off, an element may be redrawn under it.
  for (const kind of ["pointerup", "pointercancel"]) {
    addEventListener(kind, (event) => release(`pointer ${event.pointerId}`));
  }
  addEventListener("blur", letGo);
  document.addEventListener("visibilitychange", () => { if (document.hidden) letGo(); });

  function wire(node, seat) {
    node.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      press(`pointer ${event.pointerId}`, typeof seat === "function" ? seat() : seat);
    });
    node.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  function keys(seatOf) {
    addEventListener("keydown", (event) => {
      if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
      const seat = seatOf(event.key);
      if (!seat) return;
      event.preventDefault();
      press(`key ${event.code}`, seat);
    });
    addEventListener("keyup", (event) => {
      if (down.has(`key ${event.code}`)) event.preventDefault();
      release(`key ${event.code}`);
    });
  }

  return { wire, keys, letGo, holds: (seat) => [...down.values()].includes(seat), forget: () => down.clear() };
}
