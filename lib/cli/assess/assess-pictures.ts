// A cut bone, its tool and the structures → pictures for the page: the whole, the kerf from outside and from inside.

import { type Assessment, facesMadeByCut } from '../../assessment/index.ts';
import { measureBounds, type TriangleMesh } from '../../mesh/index.ts';
import type { Picture } from '../report/figure.ts';
import { picture, type Shown } from './picture.ts';
import { png } from './png.ts';
import type { AssessTask } from './run-assess.ts';

const BONE = [226, 211, 178];
const CUT = [193, 60, 52];
const STEEL = [150, 160, 172];
export const STRUCTURE_COLOURS = [
  [38, 132, 204],
  [122, 47, 134],
  [42, 143, 79],
  [224, 140, 0],
];
const SIZE = { width: 600, height: 460 };

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
  const close = { ...kerf, radius: 1.25 * kerf.radius, depth: 1.6 * kerf.radius, ...SIZE };
  const drawn = (caption: string, view: Parameters<typeof picture>[0], shown: readonly Shown[]): Picture => ({
    caption,
    ...{ width: view.width, height: view.height },
    source: `data:image/png;base64,${png(picture(view, shown), view.width, view.height).toString('base64')}`,
  });
  return [
    drawn(`The bone after the cut, and the tool at pose ${pose}`, { ...whole, radius: 0.85 * whole.radius, depth: Number.POSITIVE_INFINITY, forward: aslant(inward, 0.6), ...SIZE }, [shownBone, blade, ...marked]), // biome-ignore format: a line
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

/** A ball around the faces that are marked, or all. */
function ballAround(mesh: TriangleMesh, isMarked?: Uint8Array): { centre: number[]; radius: number } {
  const { positions, faces } = mesh;
  const chosen = isMarked ? faces.filter((_, n) => isMarked[Math.floor(n / 3)] === 1) : faces;
  const { min, max } = measureBounds(positions, chosen);
  return {
    centre: min.map((low, k) => (low + max[k]) / 2),
    radius: Math.hypot(...max.map((high, k) => (high - min[k]) / 2)),
  };
}

/** Into the bone: the way in which the tool is fed, or else from the kerf to the bone's middle. */
function inwardWay(
  kerf: readonly number[],
  middle: readonly number[],
  matrix: Float64Array,
  feed: readonly number[] | undefined,
): number[] {
  if (feed === undefined) return unit(middle.map((x, k) => x - kerf[k]));
  return unit([0, 1, 2].map((k) => feed.reduce((sum, part, column) => sum + part * matrix[4 * column + k], 0)));
}

/** A view by so much from aside and above, so that walls along the first one are seen. */
function aslant(way: readonly number[], share: number): number[] {
  return unit(way.map((x, k) => x + share * ASIDE[k]));
}

/** Unit; along no axis. */
const ASIDE = [0.56, 0.72, -0.41];

function unit(way: readonly number[]): number[] {
  const length = Math.hypot(...way);
  return length > 0 ? way.map((x) => x / length) : [0, 0, -1];
}
