// A cut bone, its tool, the plan and the structures → pictures for the page: the whole, the kerf from outside and from
// inside; and what their colours mean.

import { type Assessment, facesMadeByCut } from '#assessment';
import { rangeText } from '../pose-record.ts';
import { aslant, BONE, ballAround, drawn, PICTURE_SIZE, STEEL, unit } from '../report/drawn-picture.ts';
import { escapeHtml, type Picture } from '../report/page.ts';
import type { Shown } from '../report/picture.ts';
import { PLAN_COLOUR, planMarks } from './plan-marks.ts';
import type { AssessTask } from './run-assess.ts';

const CUT = [214, 58, 48];
export const STRUCTURE_COLOURS = [
  [38, 132, 204],
  [160, 82, 176],
  [42, 143, 79],
  [224, 140, 0],
];
/** How far the close pictures are tilted: outside along the slot, inside so that what has come out is seen. */
const TILT = { outside: 0.3, inside: 0.6 };

type Task = Pick<AssessTask, 'tool' | 'structures' | 'poses' | 'feed' | 'planes'>;

export function assessPictures(found: Assessment, { tool, structures, poses, feed, planes }: Task): Picture[] {
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
  const plan = planMarks(found.before, planes, { ...kerf, radius: 1.6 * kerf.radius });
  const outward = inward.map((x) => -x);
  const { plunge } = found.steps[pose];
  const out = plunge?.isThrough ? `the tool at pose ${pose}, ${rangeText(plunge.depth)} mm past it` : 'the tool has not come out'; // biome-ignore format: a line
  return [
    drawn(`The bone after the cut, and the tool at pose ${pose}`, { ...whole, radius: 0.85 * whole.radius, depth: Number.POSITIVE_INFINITY, forward: aslant(inward, 0.6), ...PICTURE_SIZE }, [shownBone, blade, ...marked]), // biome-ignore format: a line
    drawn('The cut from outside, without the tool', { ...close, forward: aslant(inward, TILT.outside) }, [shownBone, ...marked], plan), // biome-ignore format: a line
    drawn(`From inside the bone: ${out}`, { ...close, forward: aslant(outward, TILT.inside) }, [shownBone, blade, ...marked], plan), // biome-ignore format: a line
  ];
}

/** What the pictures' colours mean, as a list in HTML. */
export function pictureKey({ structures, planes }: Pick<Task, 'structures' | 'planes'>): string {
  const entries: [readonly number[], string][] = [
    [BONE, 'bone'],
    [CUT, 'where it was cut'],
    [STEEL, 'the tool'],
    ...(planes.length === 0 ? [] : [[PLAN_COLOUR, 'planned plane, dotted on the bone'] as [number[], string]]),
    ...structures.map(({ name }, n): [number[], string] => [STRUCTURE_COLOURS[n % STRUCTURE_COLOURS.length], name]),
  ];
  const items = entries.map(
    ([colour, says]) => `<li><i style="background: rgb(${colour.join(', ')})"></i>${escapeHtml(says)}</li>`,
  );
  return `<ul class="key">${items.join('')}</ul>`;
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
