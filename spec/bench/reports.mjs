// A bone and a tool → times of full reports, at each resolution and kind of pose.

import { Patches, warmEdits } from './edits.mjs';
import { detectorOf } from './peers/kerf.mjs';
import { byKind } from './queries.mjs';
import { interleave, median, summary, timed } from './timing.mjs';

/** mm. */
const RESOLUTIONS = [0.5, 1];
const ROUNDS = 3;

/**
 * @returns for each h, finest first: the median number of contacts in a cut; a summary for each kind of pose, patches
 * read; bare: a summary of the cuts, patches not read; shared: the same with two threads; edited: summaries of the cuts
 * right before and right after an edit that replaces faces at the tool (edits.mjs), after warm-up edits.
 */
export async function measureReports(bone, tool, { matrices, kinds }) {
  const cuts = matrices.filter((_, pose) => kinds[pose] === 'cut');
  const reports = [];
  for (const h of RESOLUTIONS) {
    const detector = await detectorOf(bone, tool, h);
    const table = (pose) => detector.detectSync(pose).contacts.length;
    // Patches are computed when they are read.
    const run = (pose) => {
      const report = detector.detectSync(pose);
      return report.contacts.length + report.patches.length;
    };
    const contacts = median(cuts.map(table));
    const [milliseconds] = interleave([{ run }], matrices, ROUNDS);
    const [bare] = interleave([{ run: table }], cuts, ROUNDS);
    const shared = await sharedTimes(detector, cuts);
    const edited = { before: [], behind: [] };
    const patches = new Patches(bone);
    const warm = warmEdits(bone);
    for (let i = 0; i < warm + cuts.length; i++) {
      const pose = cuts[i % cuts.length];
      const edit = patches.next(pose.subarray(12, 15));
      run(pose);
      const [, before] = await timed(() => run(pose));
      detector.editBone(edit);
      const [, behind] = await timed(() => run(pose));
      if (i >= warm) {
        edited.before.push(before);
        edited.behind.push(behind);
      }
    }
    detector.dispose();
    reports.push({
      ...{ h, contacts, times: byKind(milliseconds, kinds) },
      bare: summary(bare.flat()),
      shared,
      edited: { before: summary(edited.before), behind: summary(edited.behind) },
    });
  }
  return reports;
}

/** Cuts shared by this thread and another, patches not read. The first round starts the thread. */
async function sharedTimes(detector, cuts) {
  const found = [];
  for (let round = -1; round < ROUNDS; round++)
    for (const pose of cuts) {
      const [, time] = await timed(() => detector.detect(pose, { workers: 2 }));
      if (round >= 0) found.push(time);
    }
  return summary(found);
}
