// A haptic loop → what it came to in so many seconds: the states it was seen in, and its summary. In Node and in a
// page.

/** ms between two looks. */
const LOOK = 10;

/** Stops the loop at the end. */
export async function watchHaptics(loop, seconds) {
  const states = {};
  const ends = performance.now() + 1000 * seconds;
  let last = null;
  while (performance.now() < ends) {
    await new Promise((resolve) => setTimeout(resolve, LOOK));
    last = loop.snapshot() ?? last;
    if (last !== null) states[last.state] = (states[last.state] ?? 0) + 1;
  }
  const { transport, transportReason } = loop;
  const { state: lastState = null, refusal = null } = last ?? {};
  return { seconds, transport, transportReason, states, lastState, refusal, ...(await loop.stop()) };
}
