// The socket: what the table says comes in; commands go out; it comes back by itself.

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 3000;

export function link(hears, comes, goes) {
  let socket = null;
  let waitMs = FIRST_WAIT_MS;

  function open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/socket`);
    socket.onopen = () => { waitMs = FIRST_WAIT_MS; comes(); };
    socket.onmessage = (event) => hears(JSON.parse(event.data));
    socket.onclose = () => {
      socket = null;
      goes();
      setTimeout(open, waitMs);
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 1.6);
    };
  }

  open();
  return (message) => {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  };
}

// Draws a picture the table serves, the newest one only: while one loads, others are passed over.
export function picture(canvas, address, done = () => {}) {
  let wanted = 0;
  let drawn = 0;
  let busy = false;

  async function fetchNewest() {
    if (busy || wanted === drawn) return;
    busy = true;
    const number = wanted;
    try {
      const answer = await fetch(`${address}?n=${number}`);
      if (answer.ok) {
        const bitmap = await createImageBitmap(await answer.blob());
        canvas.width = bitmap.width;
        canvas.height = bitmap.height;
        canvas.getContext("2d").drawImage(bitmap, 0, 0);
        bitmap.close();
        done();
      }
    } catch {
      // The table has gone; the socket says so, and the next number fetches again.
    }
    drawn = number;
    busy = false;
    fetchNewest();
  }

  const show = (number) => { wanted = number; fetchNewest(); };
  show.forget = () => { drawn = 0; }; // another daemon counts its pictures anew
  return show;
}
