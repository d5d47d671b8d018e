// The workbench's page → a log of its inputs, queries, reports and frames, with their times in the page; and from such
// a log, how long an input waits for its picture, and a cut for the frame that shows it.

/** Runs in the page before its scripts: all messages between its threads pass here. */
export function keepLog() {
  const log = { inputs: [], asked: [], reports: [], frames: [] };
  globalThis.kept = log;
  for (const type of ['keydown', 'pointermove'])
    addEventListener(
      type,
      ({ timeStamp, repeat }) => repeat !== true && log.inputs.push({ at: timeStamp, heard: performance.now() }),
      { capture: true },
    );
  globalThis.Worker = class extends Worker {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        const at = performance.now();
        if (data.kind === 'report') log.reports.push({ serial: data.serial, at, cut: data.summary.cut?.high ?? 0 });
        if (data.kind === 'drawn') log.frames.push({ serial: data.serial, at, isCutShown: data.isCutShown });
      });
    }
    postMessage(message, transfer) {
      if (message.kind === 'pose') log.asked.push({ serial: message.serial, at: performance.now() });
      super.postMessage(message, transfer);
    }
  };
}

/**
 * ms from each input to the first frame of a report on a pose that was asked for after the page heard it. Poses follow
 * all inputs before them, so one frame answers several inputs. Inputs that no frame answered any more are left out.
 */
export function inputWaits({ inputs, asked, frames }) {
  return inputs.flatMap(({ at: time, heard }) => {
    const query = asked.find(({ at }) => at >= heard);
    const frame = query && frames.find(({ serial }) => serial >= query.serial);
    return frame === undefined ? [] : [frame.at - time];
  });
}

/** ms from each report of a pose that removed bone to the first frame that shows that. */
export function cutWaits({ reports, frames }) {
  return reports.flatMap(({ serial, at, cut }, i) => {
    if (i === 0 || cut <= reports[i - 1].cut) return [];
    const frame = frames.find((one) => one.serial >= serial && one.isCutShown);
    return frame === undefined ? [] : [Math.max(0, frame.at - at)];
  });
}

/** Frames a second, from the first to the last of the log. */
export function frameRate({ frames }) {
  return (1000 * (frames.length - 1)) / (frames.at(-1).at - frames[0].at);
}
