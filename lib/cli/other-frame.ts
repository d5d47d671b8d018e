// A path that never comes near the bone → one sentence that says whether it would with x and y negated, as from RAS to
// LPS.

import type { AnatomicalFrame, Bounds } from '#mesh';
import type { PoseList } from './pose-file.ts';
import type { PathDetector } from './toolkit.ts';

/** The detector is asked about at most this many poses. */
const MOST_ASKED = 8;

/**
 * Called if every pose is separated. Finds the poses at which the tool's box, rotated by 180° about the bone's z axis,
 * meets the bone's box, and asks the detector about a few of them, evenly chosen. Rotating the tool in this way is
 * equivalent to rotating the bone.
 * @param contactDistance mm.
 * @param signal ends it early; the answer then depends on what was found so far.
 * @returns '' if the tool comes near the bone at none of them.
 */
export async function otherFrameNotice(
  detector: PathDetector,
  bone: { readonly frame: AnatomicalFrame | undefined; readonly bounds: Bounds },
  tool: Bounds,
  poses: PoseList,
  contactDistance: number,
  signal: AbortSignal,
): Promise<string> {
  const turned = Float64Array.from(poses.matrices, (entry, i) => (i % 4 < 2 ? 0 - entry : entry));
  const met: number[] = [];
  for (let pose = 0; pose < poses.count; pose++)
    if (boxesMeet(turned.subarray(16 * pose, 16 * pose + 16), tool, bone.bounds, contactDistance)) met.push(pose);
  const step = Math.max(1, Math.ceil(met.length / MOST_ASKED));
  const asked = met.filter((_, i) => i % step === 0);
  if (asked.length === 0) return '';
  const matrices = new Float64Array(16 * asked.length);
  for (const [i, pose] of asked.entries()) matrices.set(turned.subarray(16 * pose, 16 * pose + 16), 16 * i);
  let near = 0;
  try {
    for await (const report of detector.detectMany(matrices, { signal, workers: 1 }))
      if (report.state !== 'separated') near++;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  if (near === 0) return '';
  const found = `No pose comes near the bone, and with its x and y negated ${near} of ${asked.length} poses tried do`;
  if (bone.frame === undefined)
    return (
      `${found}: bone and poses seem to be in different frames, RAS and LPS; ` +
      'turn the bone with kerf convert FILE OUT --from-frame ras --frame lps.'
    );
  const other = bone.frame === 'RAS' ? 'LPS' : 'RAS';
  return (
    `${found}: the bone is in ${bone.frame}, the poses seem to be in ${other}; ` +
    `give the bone in ${other}, with kerf bone VOLUME or kerf convert FILE OUT and --frame ${other.toLowerCase()}.`
  );
}

/** Whether the bounding box of the tool's posed box, widened by contactDistance, meets the bone's box. */
function boxesMeet(m: Float64Array, tool: Bounds, bone: Bounds, contactDistance: number): boolean {
  for (let row = 0; row < 3; row++) {
    let low = m[12 + row] - contactDistance;
    let high = m[12 + row] + contactDistance;
    for (let axis = 0; axis < 3; axis++) {
      const ends = [m[4 * axis + row] * tool.min[axis], m[4 * axis + row] * tool.max[axis]];
      low += Math.min(...ends);
      high += Math.max(...ends);
    }
    if (low > bone.max[row] || high < bone.min[row]) return false;
  }
  return true;
}
