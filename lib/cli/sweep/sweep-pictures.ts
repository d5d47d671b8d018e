// A sweep's first contact → pictures of it: the whole, and the place where the bodies meet.

import type { TriangleMesh } from '#mesh';
import { aslant, BONE, ballAround, drawn, PICTURE_SIZE, STEEL, unit } from '../report/drawn-picture.ts';
import type { Picture } from '../report/page.ts';
import { intoBone } from '../report/payload.ts';
import type { Marks, Shown } from '../report/picture.ts';
import type { StepRecord } from './step-record.ts';
import { firstInContact } from './sweep-table.ts';

const MEETING = [193, 18, 31];
/** The radius of the near picture, as a share of the tool's own radius. */
const NEAR = 0.35;

/** Empty if the path is free. The red mark is the bone's point of the pair of faces that meet first. */
export function sweepPictures(steps: readonly StepRecord[], bone: TriangleMesh, tool: TriangleMesh): Picture[] {
  const step = firstInContact(steps);
  if (step === undefined || step.contact === null) return [];
  const { pose, bonePoint } = step.contact;
  const whole = ballAround(bone);
  const own = ballAround(tool);
  const [x, y, z] = own.centre;
  const middle = intoBone(pose, [x, y, z]);
  const inward = unit(whole.centre.map((place, k) => place - middle[k]));
  const forward = aslant(inward, 0.7);
  const shown: Shown[] = [
    { mesh: bone, colour: () => BONE },
    { mesh: tool, colour: () => STEEL, pose: Float64Array.from(pose) },
  ];
  const marks: Marks = { positions: Float64Array.from(bonePoint), radius: 5, colour: () => MEETING };
  const view = { depth: Number.POSITIVE_INFINITY, forward, ...PICTURE_SIZE };
  const says = `First contact (red), on the way from pose ${step.start.pose} to pose ${step.end.pose}`;
  return [
    drawn(says, { ...view, centre: whole.centre, radius: 0.85 * whole.radius }, shown, marks),
    drawn('… and from near by', { ...view, centre: bonePoint, radius: NEAR * own.radius }, shown, marks),
  ];
}
