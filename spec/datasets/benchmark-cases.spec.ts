import { describe, expect, test } from '@jest/globals';
import { type BenchmarkCase, benchmarkCase, benchmarkCaseNames, benchmarkCounts } from '#datasets';
import { inspectMesh, type TriangleMesh } from '#mesh';
import { longRun } from '#harness/long-run.ts';
import { inDeep } from '#harness/sets.ts';

const isSkull = (name: string) => name.endsWith('skull');
/** Two rounds of all families, and one of all kinds of stroke. */
const made = (names: readonly string[]) => names.map((name) => benchmarkCase(name, { poses: 14, strokes: 5 }));

function posedVertices({ positions }: TriangleMesh, m: readonly number[]): Float64Array {
  return Float64Array.from(positions, (_, i) => {
    const at = i - (i % 3);
    const k = i % 3;
    return m[k] * positions[at] + m[4 + k] * positions[at + 1] + m[8 + k] * positions[at + 2] + m[12 + k];
  });
}

function rigidError(m: readonly number[]): number {
  let worst = 0;
  for (let p = 0; p < 3; p++)
    for (let q = 0; q < 3; q++) {
      const dot = m[4 * p] * m[4 * q] + m[4 * p + 1] * m[4 * q + 1] + m[4 * p + 2] * m[4 * q + 2];
      worst = Math.max(worst, Math.abs(dot - (p === q ? 1 : 0)));
    }
  return worst;
}

describe('the cases', () => {
  test('are saw and burr against five bones, each in three sizes that together hold what is said', () => {
    expect(benchmarkCaseNames).toHaveLength(10);
    const sum = (size: 'S' | 'M' | 'L', what: 'poses' | 'strokes') =>
      benchmarkCaseNames.reduce((total, name) => total + benchmarkCounts(name, size)[what], 0);
    expect([sum('S', 'poses'), sum('S', 'strokes')]).toEqual([532, 60]);
    expect([sum('M', 'poses'), sum('M', 'strokes')]).toEqual([2000, 200]);
    expect([sum('L', 'poses'), sum('L', 'strokes')]).toEqual([10_000, 1000]);
  });
});

describe('a case', () => checked(made(benchmarkCaseNames.filter((name) => !isSkull(name)))));
// The skull takes seconds to make.
inDeep(() => describe('a case of the skull', () => checked(made(benchmarkCaseNames.filter(isSkull)))));

function checked(cases: readonly BenchmarkCase[]): void {
  test.each(cases.map((one) => [one.name, one] as const))('%s: bodies are closed and lie on a grid', (_, one) => {
    for (const mesh of [one.bone, one.tool]) {
      const { closed, oriented, manifold, degenerateFaces, duplicateFaces, volume } = inspectMesh(mesh);
      expect({ closed, oriented, manifold, degenerateFaces, duplicateFaces }).toEqual({
        ...{ closed: true, oriented: true, manifold: true },
        ...{ degenerateFaces: 0, duplicateFaces: 0 },
      });
      expect(volume).toBeGreaterThan(0);
      expect(mesh.positions.every((x) => Number.isInteger(1024 * x) && !Object.is(x, -0))).toBe(true);
    }
  });

  test('a smaller number is the beginning of a larger one, whatever was made before', () => {
    for (const { name, poses, strokes } of cases) {
      const few = benchmarkCase(name, { poses: 5, strokes: 3 });
      expect(few.poses).toEqual(poses.slice(0, 5));
      expect(JSON.stringify(few.strokes)).toEqual(JSON.stringify(strokes.slice(0, 3)));
    }
  });

  test('poses are rigid to 1e-12 and differ; the families come in turn', () => {
    const poses = cases.flatMap((one) => one.poses);
    expect(Math.max(...poses.map(({ pose }) => rigidError(pose)))).toBeLessThan(1e-12);
    expect(new Set(poses.map(({ pose }) => pose.join())).size).toBe(poses.length);
    for (const { name, poses: own } of cases) {
      const turn = isSkull(name) ? 6 : 7;
      expect(new Set(own.slice(0, turn).map(({ family }) => family)).size).toBe(turn);
      for (let i = turn; i < own.length; i++) expect(own[i].family).toBe(own[i - turn].family);
    }
  });

  test('a flush pose rounds nothing, in f32 either: its vertices lie on the same grid', () => {
    const flush = (one: BenchmarkCase) => one.poses.filter(({ family }) => family === 'flush');
    let seen = 0;
    for (const one of cases)
      for (const { pose } of flush(one)) {
        const posed = posedVertices(one.tool, pose);
        expect(posed.every((x) => Number.isInteger(1024 * x) && Math.fround(x) === x)).toBe(true);
        seen++;
      }
    expect(seen).toBeGreaterThanOrEqual(2 * cases.length);
  });

  test('strokes lead from one pose to the other, rigid at every time, no vertex farther than `way`', () => {
    const steps = longRun(200, 3);
    for (const one of cases)
      for (const stroke of one.strokes) {
        expect(stroke.poseAt(0)).toEqual(stroke.from);
        const end = stroke.poseAt(1).map((entry, i) => Math.abs(entry - stroke.to[i]));
        expect(Math.max(...end)).toBeLessThan(1e-12);
        const count = one.tool.positions.length / 3;
        const gone = new Float64Array(count);
        let before = posedVertices(one.tool, stroke.from);
        for (let step = 1; step <= steps; step++) {
          const pose = stroke.poseAt(step / steps);
          expect(rigidError(pose)).toBeLessThan(1e-12);
          const now = posedVertices(one.tool, pose);
          for (let v = 0; v < count; v++)
            gone[v] += Math.hypot(
              now[3 * v] - before[3 * v],
              now[3 * v + 1] - before[3 * v + 1],
              now[3 * v + 2] - before[3 * v + 2],
            );
          before = now;
        }
        const longest = gone.reduce((most, way) => Math.max(most, way), 0);
        expect(longest).toBeLessThanOrEqual(stroke.way);
        // Chords are shorter than arcs, and for a screw the turn and the slide are added.
        expect(longest).toBeGreaterThan(0.5 * stroke.way);
      }
  });
}
