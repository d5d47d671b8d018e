// ScanlineCandidates against all pairs: none within reach missing, none twice, and no other whose boxes in the tool's
// frame are beyond reach and rounding.

import { describe, expect, test } from '@jest/globals';
import type { BoneBody } from '../../lib/bodies/bone-body.ts';
import type { ToolBody } from '../../lib/bodies/tool-body.ts';
import { ScanlineCandidates } from '../../lib/candidates/scanline-candidates.ts';
import { FACE_BITS, type ScanlineIndex, SPAN, SPAN_DEPTH, SPAN_FACE } from '../../lib/records/index.ts';
import { buildScanlines, editScanlines } from '../../lib/scanlines/index.ts';
import { checkPairs } from '../harness/candidate-pairs.ts';
import { mulberry32 } from '../harness/random.ts';
import { coordinates, rigidPose, strained } from '../harness/random-geometry.ts';
import { boneOf, IDENTITY, liveFaces, type Shape, tetrahedra, toolOf } from '../harness/stage-bodies.ts';
import { box, join, move, sphere, strip } from '../mesh/bodies.ts';

const SEED = 51;
/** One stage for all poses of a bone and a tool, as in a detector. */
const stages = new WeakMap<BoneBody, WeakMap<ToolBody, ScanlineCandidates>>();
function stageOf(bone: BoneBody, tool: ToolBody): ScanlineCandidates {
  const ofBone = stages.get(bone) ?? new WeakMap<ToolBody, ScanlineCandidates>();
  const stage = ofBone.get(tool) ?? new ScanlineCandidates(bone, tool);
  stages.set(bone, ofBone.set(tool, stage));
  return stage;
}
const check = (bone: BoneBody, tool: ToolBody, reach: number) => checkPairs(stageOf(bone, tool), bone, tool, reach);

const places: [number, number][] = [
  [1e-3, 0],
  [1, 0],
  [1e3, 0],
  [1e-3, 1e5],
  [1, 1e5],
];

describe('ScanlineCandidates', () => {
  test.each(places)(
    `holds every pair within reach, and none whose boxes are beyond it, at scale %d, offset %d (seed ${SEED})`,
    (scale, offset) => {
      const random = mulberry32(SEED);
      let within = 0;
      let found = 0;
      let all = 0;
      // Huge faces beside tiny ones where the spread is large; sizes that are no multiple of a group.
      for (const [boneCount, toolCount, spread] of [
        [1, 1, 0],
        [3, 2, 0],
        [33, 17, 1],
        [77, 9, 3],
        [20, 41, 4],
      ])
        for (const reach of [0, 1e-4 * scale, 0.3 * scale, 5 * scale]) {
          const bone = boneOf(tetrahedra(random, boneCount, scale, offset, spread));
          const pose = strained(rigidPose(random, scale), coordinates(random, 6, 3e-6, 0));
          for (const k of [12, 13, 14]) pose[k] += offset;
          const tool = toolOf(tetrahedra(random, toolCount, scale, 0, spread), pose, offset + 2 * scale);
          const counts = check(bone, tool, reach);
          within += counts.within;
          found += counts.within + counts.extra;
          all += bone.faceCount * tool.faceCount;
        }
      expect(within / all).toBeGreaterThan(0.1);
      expect(found / all).toBeLessThan(0.9);
    },
  );

  test(`one triangle, a flat strip, a point, whole numbers: faces that touch count (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const shapes: Shape[] = [
      { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], faces: [0, 1, 2] },
      { positions: [1, 2, 0, 1, 2, 0, 1, 2, 0], faces: [0, 1, 2] },
      { positions: strip(17, 'open').positions.map((x, i) => (i % 3 === 2 ? 0 : x)), faces: strip(17, 'open').faces },
      box(4, 1, 2),
      sphere(2, 2),
      join(box(100, 100, 100), move(sphere(1, 0.01), [1, 2, 0])),
      {
        positions: Array.from({ length: 99 }, () => Math.floor(5 * random())),
        faces: Array.from({ length: 33 }, (_, i) => i),
      },
    ];
    let within = 0;
    for (const boneShape of shapes)
      for (const toolShape of shapes)
        for (const reach of [0, 0.5, 1]) {
          const shift = [0, 1, 2].map(() => Math.floor(4 * random() - 2));
          within += check(
            boneOf(boneShape),
            toolOf(toolShape, [...IDENTITY.slice(0, 12), ...shift, 1], 200),
            reach,
          ).within;
        }
    expect(within).toBeGreaterThan(1000);
  });

  test('spans that touch at a depth that f32 and f64 sums round: the pair is there', () => {
    // A span from −1e-30 to 1 and a face at exactly 1; the same in every direction of depth.
    for (let axis = 0; axis < 3; axis++) {
      const turn = (points: number[]) => points.map((_, i) => points[i - (i % 3) + (((i % 3) + 3 - axis) % 3)]);
      const flat = (z: number) => turn([0, 0, z, 0.5, 0, z, 0, 0.5, z]);
      for (const low of [-1e-30, -1e-20, -(2 ** -60), -1 + 2 ** -53]) {
        const tall = turn([0, 0, low, 0.5, 0, 1, 0, 0.5, 1]);
        expect(
          check(
            boneOf({ positions: tall, faces: [0, 1, 2] }),
            toolOf({ positions: flat(1), faces: [0, 1, 2] }, IDENTITY, 2),
            0,
          ).within,
        ).toBe(1);
      }
    }
  });

  test('a bone far away has no candidates, and a reach brings it in', () => {
    const bone = boneOf(box(1, 1, 1));
    const tool = toolOf(box(1, 1, 1), [...IDENTITY.slice(0, 12), 4, 0, 0, 1], 10);
    expect(check(bone, tool, 0)).toEqual({ within: 0, extra: 0 });
    expect(check(bone, tool, 3).within).toBeGreaterThan(4);
    expect(check(bone, tool, 3 - 2 ** -51).within).toBe(0);
  });
});

describe('edits', () => {
  test(`after removals and additions, inside the grid and beyond it, the candidates are those of a fresh index (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    let moved = 0;
    for (const [scale, offset] of places) {
      const bone = boneOf(tetrahedra(random, 40, scale, offset, 2));
      for (let round = 0; round < 8; round++) {
        const remove = liveFaces(bone).filter(() => random() < 0.1);
        const count = Math.floor(30 * random());
        const base = bone.vertexCount;
        const reach = random() < 0.3 ? 3 : 1;
        bone.apply(
          Uint32Array.from(remove),
          Float64Array.from(coordinates(random, 9 * count, reach * scale, offset)),
          Uint32Array.from({ length: 3 * count }, (_, i) => base + i),
        );
        const pose = rigidPose(random, scale).map((x, i) => (i > 11 && i < 15 ? x + offset : x));
        const tool = toolOf(tetrahedra(random, 7, scale, 0, 1), pose, offset + 4 * scale);
        check(bone, tool, round % 2 === 0 ? 0 : 0.2 * scale);
        if (bone.scanlines.spanCount > bone.scanlines.cellStart.length) moved++;
      }
    }
    expect(moved).toBeGreaterThan(0);
  });

  test(`spans stay in order of depth, and every live face has its spans once in each of its cells (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const positions = Float64Array.from(
      coordinates(random, 9 * 300, 1, 0).map((x, i) => x * 0.2 + Math.floor(i / 9) / 300),
    );
    const faces = Uint32Array.from({ length: 900 }, (_, i) => i);
    const bounds = Float64Array.of(-0.2, -0.2, -0.2, 1.2, 1.2, 1.2);
    const index = buildScanlines(positions, faces, 150, bounds);
    const live = new Set(Array.from({ length: 150 }, (_, f) => f));
    for (let step = 0; step < 500; step++) {
      const f = Math.floor(300 * random());
      const isLive = live.delete(f);
      if (!isLive) live.add(f);
      const retired = Uint8Array.from({ length: 300 }, (_, face) => (live.has(face) ? 0 : 1));
      editScanlines(index, positions, faces, retired, isLive ? [f] : [], isLive ? [] : [f]);
      if (step % 50 !== 49) continue;
      // Against an index of the same faces on the same grid: placed by hand into one that was emptied.
      const expected = spansOf(buildScanlines(positions, faces, 150, bounds));
      for (const [cell, spans] of expected) for (const s of [...spans]) if (!live.has(s)) expected.get(cell)?.delete(s);
      const found = spansOf(index);
      for (const [cell, spans] of found)
        for (const s of [...spans]) {
          expect(live.has(s)).toBe(true);
          if (s >= 150) spans.delete(s);
          else expect(expected.get(cell)?.has(s)).toBe(true);
        }
      const total = (map: Map<number, Set<number>>) => [...map.values()].reduce((sum, set) => sum + set.size, 0);
      expect(total(found)).toBe(total(expected));
    }
  });

  test('removing a face that is not there changes nothing', () => {
    const bone = boneOf(box(1, 1, 1));
    const { scanlines } = bone;
    editScanlines(scanlines, bone.positions, bone.faces, Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0), [3], []);
    const before = spansOf(scanlines);
    editScanlines(scanlines, bone.positions, bone.faces, Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0), [3], []);
    expect(spansOf(scanlines)).toEqual(before);
  });
});

/** Faces by cell; throws where a cell is out of order, holds a face twice, or has a reach below a span's length. */
function spansOf(index: ScanlineIndex): Map<number, Set<number>> {
  const cells = new Map<number, Set<number>>();
  const segments: [number, number][] = [];
  for (let cell = 0; cell < index.cellStart.length; cell++) {
    const start = index.cellStart[cell];
    const end = start + index.cellCount[cell];
    const faces = new Set<number>();
    for (let s = start; s < end; s++) {
      const depth = index.spans[SPAN * s + SPAN_DEPTH];
      if (s > start && (depth & 0xffff) < (index.spans[SPAN * (s - 1) + SPAN_DEPTH] & 0xffff))
        throw new Error(`cell ${cell} is out of order`);
      if ((depth >>> 16) - (depth & 0xffff) > index.cellExtent[cell])
        throw new Error(`cell ${cell} reaches too little`);
      faces.add(index.spans[SPAN * s + SPAN_FACE] & FACE_BITS);
    }
    if (faces.size !== end - start) throw new Error(`cell ${cell} holds a face twice`);
    if (end > start) segments.push([start, end]);
    cells.set(cell, faces);
  }
  segments.sort((a, b) => a[0] - b[0]);
  for (let i = 1; i < segments.length; i++) if (segments[i][0] < segments[i - 1][1]) throw new Error('cells overlap');
  return cells;
}

test(`sizes: an index has about the spans that its faces' boxes make (seed ${SEED})`, () => {
  const random = mulberry32(SEED);
  for (const shape of [sphere(3, 50), box(3, 4, 5), tetrahedra(random, 200, 1, 0, 0)]) {
    const { scanlines, faceCount } = boneOf(shape);
    expect(scanlines.spanCount).toBeGreaterThanOrEqual(faceCount);
    expect(scanlines.spanCount).toBeLessThan(40 * faceCount);
    expect(scanlines.nu * scanlines.nv).toBeLessThanOrEqual(Math.max(1024, faceCount));
  }
});
