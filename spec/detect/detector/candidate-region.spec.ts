// candidateRegion: stage 1's pairs, among them every pair within δ, their faces, and the scanlines that cover these
// faces, whatever was queried before and after any edit.

import { describe, expect, test } from '@jest/globals';
import { sphere } from '#datasets';
import { ScanlineCandidates } from '#candidates/scanline-candidates.ts';
import { lengthSlack, reportDistance } from '#core';
import { type CandidateRegion, createDetector, createMesh, type Detector, PoseError, type TriangleMesh } from '#kerf';
import { candidatePairs } from '#records';
import { posedPositions } from '#reference';
import { scanlineSegments } from '#scanlines';
import { PAIR_SQUARED, TRIANGLE_DISTANCE_SIZE, TriangleDistance, TrianglePair } from '#triangles';
import {
  contactCases,
  movedCase,
  poseOf,
  randomDirection,
  randomRotation,
  translation,
} from '#harness/contact-cases.ts';
import { faceCorners, Shares } from '#harness/contact-query.ts';
import { isRefused } from '#harness/detector-refusals.ts';
import { EditedBone, editKinds } from '#harness/edited-bone.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { reportHash } from '#harness/report-bytes.ts';
import { boneOf, toolOf } from '#harness/stage-bodies.ts';

const loaded = new TrianglePair();
const SEED = 8117;
/** At least one of each kind. */
const EDITS = longRun(30, 10);
/** x, y, z become x, y, z; y, z, x; or z, x, y: exactly. */
const TURNS = [
  [1, 0, 0, 0, 1, 0, 0, 0, 1],
  [0, 1, 0, 0, 0, 1, 1, 0, 0],
  [0, 0, 1, 1, 0, 0, 0, 1, 0],
];
const VARIETY = {
  ...{ orders: 0, plain: longRun(20, 2), motions: longRun(8, 1), scales: longRun(3, 1), far: longRun(4, 1) },
};
const distance = new TriangleDistance();
const measured = new Float64Array(TRIANGLE_DISTANCE_SIZE);

interface Asked {
  readonly detector: Detector;
  /** The bone as it is now with all faces ever added, and the removed ones. */
  readonly bone: TriangleMesh;
  readonly retired?: ReadonlySet<number>;
  /** Low x, y, z, high x, y, z of the bone that the detector was made for. */
  readonly bounds: readonly number[];
  readonly tool: TriangleMesh;
  readonly delta: number;
}

/** Low x, y, z, high x, y, z of points. */
function boxOf(points: ArrayLike<number>): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    box[i % 3] = Math.min(box[i % 3], points[i]);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], points[i]);
  }
  return box;
}

/** Pairs of bone face and tool face that are certainly within δ. */
function pairsWithin({ bone, retired, tool, delta }: Asked, pose: Float64Array): [number, number][] {
  const posed = createMesh(posedPositions(tool.positions, pose), tool.faces);
  const magnitude = Math.max(...[bone, posed].flatMap(({ positions }) => [...positions].map(Math.abs)));
  const others = Array.from({ length: tool.faces.length / 3 }, (_, g) => faceCorners(posed, g));
  const boxes = others.map(boxOf);
  const found: [number, number][] = [];
  for (let f = 0; f < bone.faces.length / 3; f++) {
    if (retired?.has(f)) continue;
    const corners = faceCorners(bone, f);
    const a = boxOf(corners);
    boxes.forEach((b, g) => {
      if ([0, 1, 2].some((k) => a[k] - b[3 + k] > delta || b[k] - a[3 + k] > delta)) return;
      distance.measure(loaded.load(corners, 0, 3, 6, others[g], 0, 3, 6), true, measured);
      if (Math.sqrt(measured[PAIR_SQUARED]) + lengthSlack(magnitude) <= delta) found.push([f, g]);
    });
  }
  return found;
}

/**
 * Throws if a corner or an edge midpoint of a candidate face is not in a segment of its cell; uses the public
 * definition, no index.
 */
function checkCovered({ bone, bounds }: Asked, { boneFaces, axis, spacing, scanlines }: CandidateRegion): void {
  const across = [(axis + 1) % 3, (axis + 2) % 3];
  for (const face of boneFaces) {
    const c = faceCorners(bone, face);
    for (let corner = 0; corner < 9; corner += 3)
      for (const other of [corner, (corner + 3) % 9]) {
        const point = [0, 1, 2].map((k) => (c[corner + k] + c[other + k]) / 2);
        let isHeld = false;
        for (let at = 0; at < scanlines.length && !isHeld; at += 6)
          isHeld =
            scanlines[at + axis] <= point[axis] &&
            point[axis] <= scanlines[at + 3 + axis] &&
            across.every((k) => {
              const x = Math.min(Math.max(point[k], bounds[k]), bounds[3 + k]);
              return Math.abs(scanlines[at + k] - x) <= spacing / 2 + 2 ** -48 * (Math.abs(x) + spacing);
            });
        if (!isHeld) throw new Error(`point ${point} of bone face ${face} is in no segment`);
      }
  }
}

/**
 * @returns the region, after checking that it has as many pairs as the report says, among them all that share a point
 * or are within δ, and that its faces and scanlines are theirs.
 */
function checked(asked: Asked, pose: Float64Array, where: string): CandidateRegion {
  const { detector } = asked;
  const before = reportHash(detector.detectSync(pose));
  const region = detector.candidateRegion(pose);
  const report = detector.detectSync(pose);
  expect([where, reportHash(report)]).toEqual([where, before]);
  const { pairs, boneFaces, toolFaces } = region;
  expect([where, pairs.length / 2]).toEqual([where, report.stats.candidatePairs]);
  const keys = new Set<string>();
  for (let i = 0; i < pairs.length; i += 2) {
    const isAfter = i === 0 || pairs[i - 2] < pairs[i] || (pairs[i - 2] === pairs[i] && pairs[i - 1] < pairs[i + 1]);
    if (!isAfter) throw new Error(`${where}: pair ${i / 2} is out of order`);
    keys.add(`${pairs[i]} ${pairs[i + 1]}`);
  }
  for (const [faces, side] of [
    [boneFaces, 0],
    [toolFaces, 1],
  ] as const)
    expect([...faces]).toEqual([...new Set(pairs.filter((_, i) => i % 2 === side))].sort((a, b) => a - b));
  for (const [f, g] of pairsWithin(asked, pose))
    if (!keys.has(`${f} ${g}`)) throw new Error(`${where}: pair ${f}, ${g} is within δ and missing`);
  for (let i = 0; i < report.intersectingFaces.length; i += 2)
    if (!keys.has(`${report.intersectingFaces[i]} ${report.intersectingFaces[i + 1]}`))
      throw new Error(`${where}: pair ${i / 2} of those that share a point is missing`);
  checkCovered(asked, region);
  return region;
}

describe('candidateRegion', () => {
  test(`is what stage 1 finds, at rest, moved, scaled and far from the origin (seed ${SEED})`, async () => {
    const shares = new Shares();
    const stage = candidatePairs();
    const cases = [...contactCases(mulberry32(SEED), VARIETY)];
    for (const drawn of cases) {
      // Turned about the diagonal, so that scanlines run along each of the axes.
      const given = movedCase(drawn, poseOf(TURNS[shares.total % 3], [0, 0, 0]));
      const { name, bone, tool, pose, delta, h } = given;
      const detector = await createDetector({ bone, tool, contactDistance: delta, resolution: h, backend: 'cpu' });
      const region = checked({ detector, bone, bounds: boxOf(bone.positions), tool, delta }, pose, name);
      const body = boneOf(bone);
      const posed = toolOf(tool, pose, body.magnitude);
      new ScanlineCandidates(body, posed).find(reportDistance(delta, Math.max(body.magnitude, posed.magnitude)), stage);
      const { boneFace, toolFace } = stage.columns;
      const expected = Array.from({ length: stage.length }, (_, i) => [boneFace[i], toolFace[i]]);
      expect([...region.pairs]).toEqual(expected.sort(([a, b], [c, d]) => a - c || b - d).flat());
      expect([region.axis, region.spacing]).toEqual([body.scanlines.axis, body.scanlines.cellSize]);
      expect(region.scanlines).toEqual(scanlineSegments(body, region.boneFaces));
      shares.count(region.pairs.length === 0 ? 'empty' : `axis ${region.axis}`);
      detector.dispose();
    }
    expect(shares.total).toBe(longRun(41, 7));
    expect(shares.of('empty')).toBeLessThan(0.5);
    for (const axis of [0, 1, 2]) expect([axis, shares.of(`axis ${axis}`) > 0.05]).toEqual([axis, true]);
  });

  test(`is of the bone as it is: ${EDITS} random edits, inside its box and beyond it (seed ${SEED})`, async () => {
    const random = mulberry32(SEED);
    const bone = sphere({ radius: 10, subdivisions: 2 });
    const tool = sphere({ radius: 3, subdivisions: 1 });
    const model = new EditedBone(bone);
    const delta = 0.4;
    const detector = await createDetector({ bone, tool, contactDistance: delta, resolution: 2, backend: 'cpu' });
    let ofNew = 0;
    let beyond = 0;
    for (let step = 0; step < EDITS; step++) {
      const kind = editKinds[step % editKinds.length];
      const edit = model.edit(kind, random);
      model.apply(edit);
      detector.editBone(edit);
      const { remove, faces = [] } = edit;
      const vertex = faces.length > 0 ? faces[0] : remove.length > 0 ? model.faces[remove[0]][0] : 0;
      const direction = randomDirection(random);
      const at = [0, 1, 2].map((k) => model.positions[3 * vertex + k] + 3 * random() * direction[k]);
      const now = createMesh(model.positions, model.faces.flat());
      const asked = { detector, bone: now, retired: model.retired, bounds: boxOf(bone.positions), tool, delta };
      const { boneFaces } = checked(asked, poseOf(randomRotation(random), at), `step ${step} (${kind})`);
      expect([...boneFaces].filter((face) => model.retired.has(face))).toEqual([]);
      if (boneFaces.some((face) => face >= bone.faces.length / 3)) ofNew++;
      if (boneFaces.some((face) => faceCorners(now, face).some((x) => Math.abs(x) > 11))) beyond++;
    }
    expect(ofNew).toBeGreaterThan(EDITS / 3);
    expect(beyond).toBeGreaterThan(longRun(2, 0));
    detector.dispose();
  });

  test('is empty where the bodies are far apart', async () => {
    const options = {
      bone: sphere({ radius: 10, subdivisions: 2 }),
      tool: sphere({ radius: 3, subdivisions: 1 }),
      contactDistance: 1,
      resolution: 1,
    };
    const detector = await createDetector({ ...options, backend: 'cpu' });
    const { axis, spacing } = detector.candidateRegion(translation(10, 0, 0));
    const none = { pairs: new Uint32Array(0), boneFaces: new Uint32Array(0), toolFaces: new Uint32Array(0) };
    expect(detector.candidateRegion(translation(0, 1e4, 0))).toEqual({
      ...none,
      axis,
      spacing,
      scanlines: new Float64Array(0),
    });
    expect(spacing).toBeGreaterThan(0);
    detector.dispose();
  });

  test('is the caller’s: what is written into it, and later questions, change no other', async () => {
    const options = {
      bone: sphere({ radius: 10, subdivisions: 2 }),
      tool: sphere({ radius: 3, subdivisions: 1 }),
      contactDistance: 1,
      resolution: 1,
    };
    const detector = await createDetector({ ...options, backend: 'cpu' });
    const [pose, other] = [translation(10, 0, 0), translation(0, 10, 0)];
    const first = detector.candidateRegion(pose);
    const kept = structuredClone(first);
    detector.candidateRegion(other);
    expect(first).toEqual(kept);
    for (const array of [first.pairs, first.boneFaces, first.toolFaces, first.scanlines]) array.fill(7);
    expect(detector.candidateRegion(pose)).toEqual(kept);
    detector.dispose();
  });

  test('a bad pose is refused, and the next one is answered', async () => {
    const options = {
      bone: sphere({ radius: 10, subdivisions: 2 }),
      tool: sphere({ radius: 3, subdivisions: 1 }),
      contactDistance: 1,
      resolution: 1,
    };
    const detector = await createDetector({ ...options, backend: 'cpu' });
    const pose = translation(10, 0, 0);
    const region = detector.candidateRegion(pose);
    isRefused(() => detector.candidateRegion(pose.map((x, i) => (i === 12 ? Number.NaN : x))), {
      Class: PoseError,
      code: 'NON_FINITE_POSE',
      names: ['entry 12', 'NaN'],
    });
    isRefused(() => detector.candidateRegion(pose.map((x, i) => (i === 0 ? 2 : x))), {
      Class: PoseError,
      code: 'NOT_RIGID',
      names: [],
    });
    expect(detector.candidateRegion(pose)).toEqual(region);
    detector.dispose();
  });
});
