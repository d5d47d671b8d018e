// A bone and a tool → what full reports take, at each resolution and kind of pose.

import { detectorOf } from './peers/kerf.mjs';
import { byKind } from './queries.mjs';
import { interleave, median } from './timing.mjs';

/** mm. */
const RESOLUTIONS = [0.5, 1];
const ROUNDS = 3;

/** @returns for each h, finest first: the median number of contacts in a cut, and a summary for each kind of pose. */
export async function measureReports(bone, tool, { matrices, kinds }) {
  const cuts = matrices.filter((_, pose) => kinds[pose] === 'cut');
  const reports = [];
  for (const h of RESOLUTIONS) {
    const detector = await detectorOf(bone, tool, h);
    const run = (pose) => detector.detectSync(pose).contacts.length;
    const contacts = median(cuts.map(run));
    const [milliseconds] = interleave([{ run }], matrices, ROUNDS);
    detector.dispose();
    reports.push({ h, contacts, times: byKind(milliseconds, kinds) });
  }
  return reports;
}
