// A bone and a tool → what full reports take, at each resolution and kind of pose.

import { detectorOf } from './peers/kerf.mjs';
import { byKind } from './queries.mjs';
import { interleave, median, summary, timed } from './timing.mjs';

/** mm. */
const RESOLUTIONS = [0.5, 1];
const ROUNDS = 3;

const NOTHING = { remove: new Uint32Array(0), positions: new Float64Array(0), faces: new Uint32Array(0) };

/**
 * @returns for each h, finest first: the median number of contacts in a cut; a summary for each kind of pose; edited: a
 * summary of the cuts, each behind an edit of nothing, which makes a detector forget the lists of near bone faces that
 * earlier reports have left.
 */
export async function measureReports(bone, tool, { matrices, kinds }) {
  const cuts = matrices.filter((_, pose) => kinds[pose] === 'cut');
  const reports = [];
  for (const h of RESOLUTIONS) {
    const detector = await detectorOf(bone, tool, h);
    const run = (pose) => detector.detectSync(pose).contacts.length;
    const contacts = median(cuts.map(run));
    const [milliseconds] = interleave([{ run }], matrices, ROUNDS);
    const edited = [];
    for (const pose of cuts) {
      detector.editBone(NOTHING);
      edited.push((await timed(() => run(pose)))[1]);
    }
    detector.dispose();
    reports.push({ h, contacts, times: byKind(milliseconds, kinds), edited: summary(edited) });
  }
  return reports;
}
