// ScanlineCandidates against all pairs: none within reach missing, none twice, and no pair whose boxes in the tool's
// frame are farther apart than reach and rounding.

import { describe, expect, test } from '@jest/globals';
import { ScanlineCandidates } from '#candidates/scanline-candidates.ts';
import { FACE_BITS, type ScanlineIndex, SPAN, SPAN_DEPTH, SPAN_FACE } from '#records';
import { buildScanlines, editScanlines } from '#scanlines';
import { testPairs } from '#harness/candidate-pairs.ts';
import { longRun } from '#harness/long-run.ts';
import { mulberry32 } from '#harness/random.ts';
import { coordinates } from '#harness/random-geometry.ts';
import { boneOf, tetrahedra } from '#harness/stage-bodies.ts';
import { box, sphere } from '#spec/base/mesh/bodies.ts';

const SEED = 51;

describe('ScanlineCandidates', () => {
  testPairs((bone, tool) => new ScanlineCandidates(bone, tool), SEED);
});

describe('edits', () => {
  test(`spans stay in order of depth, and every live face has its spans once in each of its cells (seed ${SEED})`, () => {
    const random = mulberry32(SEED);
    const positions = Float64Array.from(
      coordinates(random, 9 * 300, 1, 0).map((x, i) => x * 0.2 + Math.floor(i / 9) / 300),
    );
    const faces = Uint32Array.from({ length: 900 }, (_, i) => i);
    const bounds = Float64Array.of(-0.2, -0.2, -0.2, 1.2, 1.2, 1.2);
    const index = buildScanlines(positions, faces, 150, bounds);
    const live = new Set(Array.from({ length: 150 }, (_, f) => f));
    for (let step = 0; step < longRun(500, 150); step++) {
      const f = Math.floor(300 * random());
      const isLive = live.delete(f);
      if (!isLive) live.add(f);
      const retired = Uint8Array.from({ length: 300 }, (_, face) => (live.has(face) ? 0 : 1));
      editScanlines(index, positions, faces, retired, isLive ? [f] : [], isLive ? [] : [f]);
      if (step % 50 !== 49) continue;
      // Against an index of the same faces on the same grid, inserted by hand into an emptied one.
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

/** Faces by cell; throws if a cell is out of order, contains a face twice, or has a reach below a span's length. */
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
