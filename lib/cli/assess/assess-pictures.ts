// A cut bone, its tool and the structures → pictures for the page: the whole, the kerf from outside and from inside.

import { type Assessment, facesMadeByCut } from '#assessment';
import { aslant, BONE, ballAround, drawn, PICTURE_SIZE, STEEL, unit } from '../report/drawn-picture.ts';
import type { Picture } from '../report/page.ts';
import type { Shown } from '../report/picture.ts';
import type { AssessTask } from './run-assess.ts';

const CUT = [193, 60, 52];
export const STRUCTURE_COLOURS = [
  [38, 132, 204],
  [160, 82, 176],
  [42, 143, 79],
  [224, 140, 0],
];

export function assessPictures(
  found: Assessment,
  { tool, structures, poses, feed }: Pick<AssessTask, 'tool' | 'structures' | 'poses' | 'feed'>,
): Picture[] {
  const bone = found.bone.mesh;
  const isMade = facesMadeByCut(found.before, bone);
  const shownBone: Shown = { mesh: bone, colour: (face) => (isMade[face] === 1 ? CUT : BONE) };
  const marked = structures.map(({ mesh }, n): Shown => {
    const colour = STRUCTURE_COLOURS[n % STRUCTURE_COLOURS.length];
    return { mesh, colour: () => colour };
  });
  const whole = ballAround(bone);
  const kerf = isMade.includes(1) ? ballAround(bone, isMade) : whole;
  const pose = found.deepest ?? poses.count - 1;
  const matrix = poses.matrices.subarray(16 * pose, 16 * pose + 16);
  const blade: Shown = { mesh: tool.mesh, colour: () => STEEL, pose: matrix };
  const inward = inwardWay(kerf.centre, whole.centre, matrix, feed);
  const close = { ...kerf, radius: 1.25 * kerf.radius, depth: 1.6 * kerf.radius, ...PICTURE_SIZE };
  return [
    drawn(`The bone after the cut, and the tool at pose ${pose}`, { ...whole, radius: 0.85 * whole.radius, depth: Number.POSITIVE_INFINITY, forward: aslant(inward, 0.6), ...PICTURE_SIZE }, [shownBone, blade, ...marked]), // biome-ignore format: a line
    drawn('What was cut (red), from outside', { ...close, forward: aslant(inward, 0.3) }, [shownBone, ...marked]),
    drawn(
      '… and from inside the bone',
      {
        ...close,
        forward: aslant(
          inward.map((x) => -x),
          0.3,
        ),
      },
      [shownBone, ...marked],
    ),
  ];
}

/** The direction into the bone: the tool's feed, or else from the kerf to the bone's centre. */
function inwardWay(
  kerf: readonly number[],
  middle: readonly number[],
  matrix: Float64Array,
  feed: readonly number[] | undefined,
): number[] {
  if (feed === undefined) return unit(middle.map((x, k) => x - kerf[k]));
  return unit([0, 1, 2].map((k) => feed.reduce((sum, part, column) => sum + part * matrix[4 * column + k], 0)));
}
