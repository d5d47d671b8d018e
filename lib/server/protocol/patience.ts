// A wait for a client → `late`, once this process has been free to hear it for that long.
//
// One thread serves all sessions, so a long request of one keeps it from reading what the others have sent. When the
// request ends, Node runs the timers that have expired before it reads from any socket: a plain timer would blame a
// client for the server's own silence. So the wait is cut into steps. A step counts once, however late it fires, so
// that a request of any length costs the client one step; and the last one still reads what has arrived.

const STEPS = 100;

/** @param ms Infinity: never late. @returns ends the wait; `late` is then not called. */
export function waitFor(ms: number, late: () => void): () => void {
  if (ms === Number.POSITIVE_INFINITY) return () => {};
  let left = STEPS;
  let isOver = false;
  let timer: NodeJS.Timeout;
  const step = () => {
    if (--left > 0) arm();
    // Sockets are read between timers and immediates.
    else
      setImmediate(() => {
        if (!isOver) late();
      });
  };
  const arm = () => {
    timer = setTimeout(step, ms / STEPS);
  };
  arm();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
