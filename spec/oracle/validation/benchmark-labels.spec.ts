// The labels of the benchmark: families match their names, and a second computation agrees: the definitions over all
// pairs of faces, and closed forms.

import { beforeAll, describe, expect, test } from '@jest/globals';
import { type BenchmarkCase, benchmarkCase, benchmarkCaseNames, boxDistance, sphereDistance } from '#datasets';
import { meshState, minimumMeshDistance, posedPositions } from '#reference';
import type { PoseLabel, StrokeLabel } from '#validation/benchmark/benchmark-labels.ts';
import { labelStroke } from '#validation/benchmark/label-stroke.ts';
import { PoseLabeller } from '#validation';
import { longRun, partOf } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';

interface LabelledCase extends BenchmarkCase {
  readonly labels: readonly PoseLabel[];
  readonly strokeLabels: readonly StrokeLabel[];
}

/** The skull takes as long to make and to label as all others; benchmark-cases.spec.ts has its poses and strokes. */
const names = benchmarkCaseNames.filter((name) => longRun(1, 0) === 1 || !name.endsWith('skull'));
let cases: readonly LabelledCase[];

beforeAll(() => {
  const moving = partOf(benchmarkCaseNames, 4, 1);
  cases = names.map((name) => {
    const strokes = moving.includes(name) ? longRun(30, 5) : 0;
    const made = benchmarkCase(name, { poses: longRun(126, 7), strokes });
    const labeller = new PoseLabeller(made.bone, made.tool);
    return {
      ...made,
      labels: made.poses.map(({ pose }) => labeller.label(pose)),
      strokeLabels: made.strokes.map((stroke) => labeller.labelStroke(stroke)),
    };
  });
});

const ofFamily = (family: string) =>
  cases.flatMap(({ name, poses, labels }) =>
    labels.filter((_, i) => poses[i].family === family).map((label) => ({ name, ...label })),
  );

describe('the families are what they say', () => {
  test.each([
    ['far', 'separated'],
    ['clear', 'separated'],
    ['cut', 'intersecting'],
    ['through', 'intersecting'],
    ['flush', 'intersecting'],
    ['enclosed', 'enclosed'],
  ])('%s: %s, every one', (family, state) => {
    const labels = ofFamily(family);
    expect(labels.length).toBeGreaterThanOrEqual(8);
    expect(labels.filter((label) => label.state !== state)).toEqual([]);
  });

  test('far is 10 mm away at least, clear and enclosed do not touch, and only what intersects has pairs', () => {
    for (const { distance } of ofFamily('far')) expect(distance).toBeGreaterThanOrEqual(10);
    for (const { distance } of ofFamily('clear')) expect(distance).toBeGreaterThan(0.04);
    for (const { distance } of ofFamily('enclosed')) expect(distance).toBeGreaterThan(0.3);
    for (const { state, distance, pairs } of cases.flatMap(({ labels }) => labels))
      expect([pairs.length > 0, distance === 0]).toEqual([state === 'intersecting', state === 'intersecting']);
  });

  test('graze comes out either way, and never more than half a millimetre apart', () => {
    const labels = ofFamily('graze');
    const apart = labels.filter(({ state }) => state === 'separated');
    expect(apart.length / labels.length).toBeGreaterThan(0.2);
    expect(apart.length / labels.length).toBeLessThan(0.8);
    for (const { distance } of apart) expect(distance).toBeLessThan(0.5);
  });

  test('strokes: pass is free, withdraw begins in contact, approach ends in it', () => {
    const statuses = (kind: string) =>
      cases.flatMap(({ strokes, strokeLabels }) =>
        strokeLabels.filter((_, i) => strokes[i].kind === kind).map(({ status }) => status),
      );
    expect(new Set(statuses('pass'))).toEqual(new Set(['free']));
    expect(new Set(statuses('withdraw'))).toEqual(new Set(['initial']));
    expect(new Set(statuses('approach').filter((status) => status !== 'initial'))).toEqual(new Set(['contact']));
    expect(new Set(['twist', 'swing'].flatMap(statuses)).has('contact')).toBe(true);
  });
});

describe('a second computation', () => {
  test(`the definitions over all pairs of faces, at ${longRun(200, 6)} poses (seed 2101)`, () => {
    const random = mulberry32(2101);
    const states = new Set<string>();
    for (let i = 0; i < longRun(200, 6); i++) {
      // In the short run, only bones with few faces: the definitions look at every pair.
      const among = longRun(1, 0) === 1 ? cases : cases.filter(({ bone }) => bone.faces.length < 3 * 4000);
      const { bone, tool, poses, labels } = among[Math.floor(random() * among.length)];
      const n = longRun(1, 0) === 1 ? Math.floor(random() * poses.length) : poses.length - 1 - i;
      const posed = { positions: posedPositions(tool.positions, poses[n].pose), faces: tool.faces };
      const plain = meshState(bone, posed, 0);
      expect(labels[n].state).toBe(plain.state);
      expect(labels[n].pairs).toEqual(Array.from(plain.intersectingFaces));
      if (plain.state !== 'intersecting') expect(labels[n].distance).toBe(minimumMeshDistance(bone, posed).distance);
      states.add(plain.state);
    }
    expect(states).toEqual(new Set(['separated', 'intersecting', 'enclosed']));
  });

  test.each([
    ['box', 0, (x: number, y: number, z: number) => boxDistance({ size: [128, 112, 96] }, x, y, z)],
    ['sphere', 0.1, (x: number, y: number, z: number) => sphereDistance({ radius: 60 }, x, y, z)],
  ] as const)('closed form of the %s: distance and side of the tool’s vertices', (bone, deviation, distance) => {
    for (const one of cases.filter(({ name }) => name.endsWith(`-${bone}`))) {
      const longest = longestEdge(one);
      one.poses.forEach(({ family, pose }, i) => {
        const values = verticesOf(posedPositions(one.tool.positions, pose)).map((v) => distance(...v));
        const [least, most] = values.reduce(([a, b], x) => [Math.min(a, x), Math.max(b, x)], [Infinity, -Infinity]);
        const label = one.labels[i];
        if (family === 'far' || family === 'clear') {
          // No point of a face is farther from its nearest corner than longest / √3.
          expect(label.distance).toBeLessThanOrEqual(least + deviation + 1e-9);
          expect(label.distance).toBeGreaterThanOrEqual(least - longest / Math.sqrt(3) - 1e-9);
        }
        if (family === 'enclosed') {
          expect(label.distance).toBeLessThanOrEqual(-most + 1e-9);
          expect(label.distance).toBeGreaterThanOrEqual(-most - deviation - longest / Math.sqrt(3));
        }
        if (least < -deviation && most > deviation) expect(label.state).toBe('intersecting');
      });
    }
  });

  test('of the strokes: at `high` the definition says contact, up to `low` no sampled pose has any (seed 2102)', () => {
    const random = mulberry32(2102);
    let contacts = 0;
    for (const { bone, tool, strokes, strokeLabels } of cases) {
      const labeller = new PoseLabeller(bone, tool);
      strokes.forEach((stroke, i) => {
        const { status, low, high } = strokeLabels[i];
        expect(low).toBeLessThanOrEqual(high);
        if (status === 'contact') {
          contacts++;
          expect(labeller.label(stroke.poseAt(high)).state).toBe('intersecting');
          expect((high - low) * stroke.way).toBeLessThan(0.01);
        }
        if (status !== 'initial')
          for (const t of [low, low * random(), low * random()])
            expect(labeller.label(stroke.poseAt(Math.min(1, t))).state).toBe('separated');
      });
    }
    expect(contacts).toBeGreaterThanOrEqual(longRun(8, 5));
  });
});

describe('a walk along a stroke, on two planes whose distance is known', () => {
  /** A point that descends to z = 0; `bound` is the stated bound on its path. */
  const falling = (height: number, way: number, bound = way) =>
    labelStroke(
      { poseAt: (time) => [height - time * way], way: bound },
      { inContact: ({ 0: z }) => z <= 0, sharesPoint: ({ 0: z }) => z <= 0, distance: ({ 0: z }) => z },
    );

  test.each([
    [1, 4, 0.25],
    [1, 1.25, 0.8],
    [0.3, 1, 0.3],
  ])('from %d mm by %d mm: contact at %d', (height, way, time) => {
    const { status, low, high } = falling(height, way);
    expect(status).toBe('contact');
    expect(low).toBeLessThan(time);
    expect(high).toBeGreaterThanOrEqual(time);
    expect((high - low) * way).toBeLessThan(2 ** -14);
  });

  test('free where it ends above, initial where it starts in contact, grazing where it stops on the way down', () => {
    expect(falling(1, 0.9)).toEqual({ status: 'free', low: 1, high: 1 });
    expect(falling(0, 1)).toEqual({ status: 'initial', low: 0, high: 0 });
    expect(falling(1, 1 - 2 ** -20, 2).status).toBe('grazing');
  });
});

function verticesOf(positions: ArrayLike<number>): [number, number, number][] {
  return Array.from({ length: positions.length / 3 }, (_, v) => [
    positions[3 * v],
    positions[3 * v + 1],
    positions[3 * v + 2],
  ]);
}

function longestEdge({ tool: { positions, faces } }: BenchmarkCase): number {
  const vertices = verticesOf(positions);
  let longest = 0;
  for (let i = 0; i < faces.length; i++) {
    const [a, b] = [vertices[faces[i]], vertices[faces[i - (i % 3) + ((i + 1) % 3)]]];
    longest = Math.max(longest, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
  }
  return longest;
}
