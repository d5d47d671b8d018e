// A haptic loop → its states as seen over a number of seconds, and its summary; for one that cuts, also how long a cut
// took, and how long after its start the model in use showed it. In Node and in a page.

/** ms between two checks. */
const LOOK = 10;
/** The same for when a cut is shown: as often as a page's timers allow. */
const CUT_LOOK = 4;
/** ms: a busy machine gets this much more time, until what is waited for is there. */
const PATIENCE = 60_000;

/** Stops the loop at the end. @param until goes on until the last state is this, and as many mm³ are removed. */
export async function watchHaptics(loop, seconds, until = {}) {
  const states = {};
  const ends = performance.now() + 1000 * seconds;
  let last = null;
  const isWaiting = () =>
    (until.state !== undefined && last?.state !== until.state) ||
    !((last?.cutting?.removed ?? 0) >= (until.removed ?? 0));
  while (performance.now() < ends || (isWaiting() && performance.now() < ends + PATIENCE)) {
    await new Promise((resolve) => setTimeout(resolve, LOOK));
    last = loop.snapshot() ?? last;
    if (last !== null) states[last.state] = (states[last.state] ?? 0) + 1;
  }
  const { transport, transportReason } = loop;
  const { state: lastState = null, refusal = null } = last ?? {};
  return { seconds, transport, transportReason, states, lastState, refusal, ...(await loop.stop()) };
}

/**
 * Makes the bone cuttable, and saws it from the loop's start to its end. It loses what the tool sweeps over its stroke.
 * @param kerf createCuttableBone, envelope and startHapticLoop. @param cell mm: the cutter's grid.
 */
export async function watchCutting(kerf, { bone, tool, cell, ...options }, seconds, until = {}) {
  const cuttable = await kerf.createCuttableBone({ surface: bone, cell });
  const { axis, stroke } = options.cutting;
  const swept = await kerf.envelope(tool, { axis, stroke, cell });
  const [cuts, begun, shown] = [[], [], []];
  const cutter = {
    cut(motion) {
      const started = performance.now();
      const { edit } = cuttable.cut(swept, motion);
      cuts.push(performance.now() - started);
      // The loop takes no empty edits.
      if (edit.remove.length > 0 || edit.faces.length > 0) begun.push(started);
      return edit;
    },
  };
  const loop = await kerf.startHapticLoop({ ...options, bone: cuttable.mesh, tool, cutter });
  loop.cut(true);
  const looking = setInterval(() => {
    const edits = loop.snapshot()?.cutting?.edits ?? 0;
    while (shown.length < edits) shown.push(performance.now() - begun[shown.length]);
  }, CUT_LOOK);
  const report = await watchHaptics(loop, seconds, until);
  clearInterval(looking);
  const { removed, plunge } = loop.snapshot().cutting;
  return { ...report, cutting: { cut: timesOf(cuts), shown: timesOf(shown), edits: begun.length, removed, plunge } };
}

function timesOf(all) {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (share) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { count: sorted.length, median: at(0.5), p99: at(0.99), p999: at(0.999), greatest: at(1) };
}
