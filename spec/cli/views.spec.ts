import { expect, test } from '@jest/globals';
import { pack } from '#cli/report/pack.ts';
import type { PackedPose, ReportPayload } from '#cli/report/payload.ts';
import { contactView, frameOf, wholeSphere } from '#cli/report-viewer/views.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

const surface = (size: readonly number[]) => ({
  positions: pack('f32', Float32Array.from([...size.map((v) => -v), ...size])),
  faces: pack('u32', new Uint32Array(3)),
  facesShown: 1,
  facesTotal: 1,
});

function payload(file: string): ReportPayload {
  const header = { bone: { file }, options: { resolution: 0.5 } };
  return { header, bone: surface([70, 90, 60]), tool: surface([11, 40, 0.3]) } as unknown as ReportPayload;
}

/** One sub-triangle, its corners at `at`. */
function poseAt(at: readonly number[], matrix: readonly number[]): PackedPose {
  const contacts = { origin: at, step: 0.001, corners: pack('u16', new Uint16Array(9)) };
  return { matrix, deepest: null, contacts } as unknown as PackedPose;
}

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

test('the eye looks at the contact from outside the bone, wherever it is (seed 5)', () => {
  const random = mulberry32(5);
  const data = payload('skull.ply');
  const whole = wholeSphere(data);
  for (let trial = 0; trial < longRun(300, 60); trial++) {
    const z = 2 * random() - 1;
    const angle = 2 * Math.PI * random();
    const outward = [Math.sqrt(1 - z * z) * Math.cos(angle), Math.sqrt(1 - z * z) * Math.sin(angle), z];
    const at = outward.map((value) => 60 * value);
    const { focus, away, up } = contactView(poseAt(at, identity), data, whole);
    expect(Math.hypot(...away)).toBeCloseTo(1, 12);
    expect(away.reduce((sum, value, axis) => sum + value * outward[axis], 0)).toBeGreaterThan(0.1);
    for (let axis = 0; axis < 3; axis++) expect(focus!.centre[axis]).toBeCloseTo(at[axis], 4);
    expect(focus!.radius).toBe(6);
    const along = away.reduce((sum, value, axis) => sum + value * up[axis], 0) / Math.hypot(...up);
    expect(Math.abs(along)).toBeLessThan(0.99);
  }
});

test('a blade is seen from its flat side and from in front, in either frame', () => {
  // Standing on the vault: its flat (z) points to the left, its length (y) up.
  const standing = [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 60, 1];
  for (const [file, front] of [
    ['skull.ply', -1],
    ['head.nii.gz', 1],
  ] as const) {
    const data = payload(file);
    expect(frameOf(data)).toBe(front < 0 ? 'LPS' : 'RAS');
    const { away } = contactView(poseAt([0, 0, 60], standing), data, wholeSphere(data));
    expect(Math.abs(away[0])).toBeGreaterThan(0.6);
    expect(away[1] * front).toBeGreaterThan(0.2);
    expect(away[2]).toBeGreaterThan(0.3);
  }
});

test('where the page does not hold the contacts, it looks at the deepest', () => {
  const data = payload('skull.ply');
  const pose = { ...poseAt([0, 0, 0], identity), contacts: null, deepest: { point: [1, 2, 60], distance: -1 } };
  expect(contactView(pose, data, wholeSphere(data)).focus).toEqual({ centre: [1, 2, 60], radius: 6 });
});

test('a pose without contact has nothing to focus on, but a direction', () => {
  const data = payload('skull.ply');
  const { focus, away } = contactView({ ...poseAt([0, 0, 0], identity), contacts: null }, data, wholeSphere(data));
  expect(focus).toBeUndefined();
  expect(Math.hypot(...away)).toBeCloseTo(1, 12);
});
