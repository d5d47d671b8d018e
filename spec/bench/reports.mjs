// A bone and a tool → what full reports take, at each resolution and kind of pose.

import { detectorOf } from './peers/kerf.mjs';
import { byKind } from './queries.mjs';
import { interleave, median, summary, timed } from './timing.mjs';

/** mm. */
const RESOLUTIONS = [0.5, 1];
const ROUNDS = 3;

const NOTHING = { remove: new Uint32Array(0), positions: new Float64Array(0), faces: new Uint32Array(0) };

/**
 * @returns for each h, finest first: the median number of contacts in a cut; a summary for each kind of pose, patches
 * read; bare: a summary of the cuts, patches not read; edited: a summary of the cuts, each behind an edit of nothing,
 * which makes a detector forget the lists of near bone faces that earlier reports have left.
 */
export async function measureReports(bone, tool, { matrices, kinds }) {
  const cuts = matrices.filter((_, pose) => kinds[pose] === 'cut');
  const reports = [];
  for (const h of RESOLUTIONS) {
    const detector = await detectorOf(bone, tool, h);
    const table = (pose) => detector.detectSync(pose).contacts.length;
    // Patches are made when they are read.
    const run = (pose) => {
      const report = detector.detectSync(pose);
      return report.contacts.length + report.patches.length;
    };
    const contacts = median(cuts.map(table));
    const [milliseconds] = interleave([{ run }], matrices, ROUNDS);
    const [bare] = interleave([{ run: table }], cuts, ROUNDS);
    const edited = [];
    for (const pose of cuts) {
      detector.editBone(NOTHING);
      edited.push((await timed(() => run(pose)))[1]);
    }
    detector.dispose();
    reports.push({
      ...{ h, contacts, times: byKind(milliseconds, kinds) },
      ...{ bare: summary(bare.flat()), edited: summary(edited) },
    });
  }
  return reports;
}
