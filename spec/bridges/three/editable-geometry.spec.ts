// EditableGeometry: after any edits it draws the edited mesh, on a GPU that takes the marked ranges alone; they are as
// small as the edits.

import { describe, expect, test } from '@jest/globals';
import type { BufferAttribute } from 'three';
import { box, sphere, torus } from '#datasets';
import { mulberry32 } from '#harness/random.ts';
import { createCuttableBone, createDetector, createMesh, type TriangleMesh } from '#kerf';
import { EditableGeometry } from '#kerf/three';
import { MOST_RANGES, markRanges, RANGE_GAP } from '#three/update-ranges.ts';

interface Edit {
  readonly remove: number[];
  readonly positions: number[];
  readonly faces: number[];
}

/** A renderer as three's: an attribute is uploaded whole when it is new, and later by its update ranges. */
class Gpu {
  readonly #held = new Map<BufferAttribute, { version: number; values: Float32Array | Uint32Array }>();
  uploaded = 0;

  constructor({ geometry }: EditableGeometry) {
    geometry.addEventListener('dispose', () => this.#held.clear());
  }

  /** @returns the attribute's numbers on the GPU. */
  #update(attribute: BufferAttribute): Float32Array | Uint32Array {
    const array = attribute.array as Float32Array | Uint32Array;
    const held = this.#held.get(attribute);
    if (held === undefined) {
      this.#held.set(attribute, { version: attribute.version, values: array.slice() });
      this.uploaded += array.byteLength;
      attribute.onUploadCallback();
      return array;
    }
    if (held.version === attribute.version) return held.values;
    const ranges = attribute.updateRanges.length > 0 ? attribute.updateRanges : [{ start: 0, count: array.length }];
    for (const { start, count } of ranges) {
      expect(start + count).toBeLessThanOrEqual(array.length);
      held.values.set(array.subarray(start, start + count), start);
      this.uploaded += 4 * count;
    }
    expect(ranges.length).toBeLessThanOrEqual(MOST_RANGES);
    attribute.clearUpdateRanges();
    attribute.onUploadCallback();
    held.version = attribute.version;
    return held.values;
  }

  /** The triangles with area that it draws, as sorted texts. */
  frame({ geometry }: EditableGeometry): string[] {
    const position = this.#update(geometry.getAttribute('position') as BufferAttribute);
    const index = this.#update(geometry.index as BufferAttribute);
    expect(this.#held.size).toBe(2);
    return trianglesOf(position, index.subarray(0, geometry.drawRange.count));
  }
}

function trianglesOf(positions: ArrayLike<number>, faces: ArrayLike<number>): string[] {
  const triangles: string[] = [];
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [faces[f], faces[f + 1], faces[f + 2]];
    if (a === b || b === c || c === a) continue;
    triangles.push([a, b, c].flatMap((v) => [0, 1, 2].map((k) => Math.fround(positions[3 * v + k]))).join());
  }
  return triangles.sort();
}

/** The edited mesh, plainly. */
class PlainBone {
  positions: number[];
  faces: (number[] | null)[];
  constructor({ positions, faces }: TriangleMesh) {
    this.positions = [...positions];
    this.faces = Array.from({ length: faces.length / 3 }, (_, f) => [...faces.subarray(3 * f, 3 * f + 3)]);
  }
  edit({ remove, positions, faces }: Edit) {
    for (const face of remove) this.faces[face] = null;
    this.positions.push(...positions);
    for (let f = 0; f < faces.length; f += 3) this.faces.push(faces.slice(f, f + 3));
  }
  get live(): number[] {
    return this.faces.flatMap((face, f) => (face === null ? [] : [f]));
  }
  triangles = () =>
    trianglesOf(
      this.positions,
      this.faces.flatMap((face) => face ?? []),
    );
}

/** Removes some faces, mostly neighbours in number, and adds some on old and new vertices. */
function randomEdit(bone: PlainBone, random: () => number): Edit {
  const live = bone.live;
  const whole = (most: number) => Math.floor(most * random());
  const from = whole(live.length);
  const remove = new Set(live.slice(from, from + whole(Math.min(12, live.length - from))));
  if (random() < 0.4) for (let i = whole(6); i > 0; i--) remove.add(live[whole(live.length)]);
  const added = random() < 0.3 ? 0 : whole(9);
  const positions = Array.from({ length: 3 * added }, () => 20 * (random() - 0.5));
  const vertices = (bone.positions.length + positions.length) / 3;
  const faces: number[] = [];
  for (let i = added === 0 ? 0 : 1 + whole(14); i > 0; i--) {
    const a = whole(vertices);
    faces.push(a, (a + 1 + whole(vertices / 2)) % vertices, (a + vertices - 1) % vertices);
  }
  return { remove: [...remove], positions, faces };
}

const bones: [string, TriangleMesh][] = [
  ['sphere', sphere({ radius: 10, subdivisions: 2 })],
  ['torus', torus({ majorRadius: 10, minorRadius: 4, segments: 16 })],
  [
    'box in single precision',
    createMesh(Float32Array.from(box({ size: 9, divisions: 5 }).positions), box({ size: 9, divisions: 5 }).faces),
  ],
];

describe.each(bones)('%s', (_name, mesh) => {
  test.each([1, 2, 3])('draws the edited mesh after each frame, seed %i', (seed) => {
    const random = mulberry32(seed);
    const bone = new PlainBone(mesh);
    const drawn = new EditableGeometry(mesh);
    const gpu = new Gpu(drawn);
    expect(gpu.frame(drawn)).toEqual(bone.triangles());
    let small = 0;
    let removed = 0;
    for (let frame = 0; frame < 25; frame++) {
      let [bound, reallocated] = [0, drawn.reallocated];
      for (let edits = Math.floor(3 * random()); edits >= 0; edits--) {
        const edit = randomEdit(bone, random);
        bone.edit(edit);
        drawn.editBone(edit);
        removed += edit.remove.length;
        // Each removed face, and what lies between it and the next; new faces and vertices in one piece each.
        bound += edit.remove.length * (3 + RANGE_GAP) + edit.faces.length + edit.positions.length + 2 * RANGE_GAP;
      }
      const before = gpu.uploaded;
      const waiting = drawn.waitingBytes;
      expect(gpu.frame(drawn)).toEqual(bone.triangles());
      expect(drawn.waitingBytes).toBe(0);
      expect([drawn.faceCount, drawn.vertexCount, drawn.liveFaceCount]).toEqual([
        ...[bone.faces.length, bone.positions.length / 3, bone.live.length],
      ]);
      if (drawn.reallocated > reallocated) continue;
      expect(gpu.uploaded - before).toBe(waiting);
      expect(waiting).toBeLessThanOrEqual(4 * bound);
      small++;
    }
    expect(small).toBeGreaterThan(12);
    expect(removed).toBeGreaterThan(80);
    expect(drawn.reallocated).toBeGreaterThan(0);
    // Each time an array becomes at least a quarter longer.
    const growths = (last: number, first: number) => 1 + Math.max(0, Math.log(last / first) / Math.log(1.25));
    expect(drawn.reallocated).toBeLessThanOrEqual(
      growths(drawn.faceCount, mesh.faces.length / 3) + growths(drawn.vertexCount, mesh.positions.length / 3),
    );
    const { boundingBox, boundingSphere } = drawn.geometry;
    for (let v = 0; v < bone.positions.length; v += 3) {
      const point = { x: 0, y: 1, z: 2 };
      for (const axis of ['x', 'y', 'z'] as const) {
        const x = Math.fround(bone.positions[v + point[axis]]);
        expect(x).toBeGreaterThanOrEqual(boundingBox!.min[axis]);
        expect(x).toBeLessThanOrEqual(boundingBox!.max[axis]);
      }
      const { center, radius } = boundingSphere!;
      const offset = Math.hypot(...center.toArray().map((c, k) => bone.positions[v + k] - c));
      expect(offset).toBeLessThanOrEqual(radius * (1 + 1e-6));
    }
  });
  test('the spare vertices of a bone far from the origin are in no box', () => {
    const far = box({ size: [20, 20, 20] });
    for (let i = 0; i < far.positions.length; i++) far.positions[i] += 300;
    const { geometry } = new EditableGeometry(far);
    expect(geometry.getAttribute('position').count).toBeGreaterThan(far.positions.length / 3);
    expect([geometry.boundingBox!.min.toArray(), geometry.boundingBox!.max.toArray()]).toEqual([
      [290, 290, 290],
      [310, 310, 310],
    ]);
  });
});

test('a cut uploads what it touches, and the geometry follows the cuttable bone', async () => {
  const cuttable = await createCuttableBone({ surface: sphere({ radius: 12, subdivisions: 4 }), cell: 1 });
  const burr = sphere({ radius: 2, subdivisions: 2 });
  const drawn = new EditableGeometry(cuttable.mesh);
  const gpu = new Gpu(drawn);
  gpu.frame(drawn);
  const whole = gpu.uploaded;
  const pose = (x: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];
  for (const x of [13, 12.5, 12, 11.5]) {
    const { edit } = cuttable.cut(burr, { from: pose(x), to: pose(x - 0.5) });
    drawn.editBone(edit);
    const before = gpu.uploaded;
    gpu.frame(drawn);
    expect(gpu.uploaded - before).toBeGreaterThan(0);
    expect(gpu.uploaded - before).toBeLessThan(whole / 4);
  }
  expect(drawn.reallocated).toBe(0);
  const { positions, faces } = cuttable.mesh;
  // The mesh lists live faces; its vertices may have other numbers, and are the same places.
  expect(gpu.frame(drawn)).toEqual(trianglesOf(positions, faces));
});

test('after compactBone it takes the new numbers, and edits by them', async () => {
  const mesh = sphere({ radius: 10, subdivisions: 2 });
  const detector = await createDetector({
    ...{ bone: mesh, tool: box({ size: 1 }), contactDistance: 0.1, resolution: 5, backend: 'cpu' },
  });
  const random = mulberry32(11);
  const bone = new PlainBone(mesh);
  const drawn = new EditableGeometry(mesh);
  const gpu = new Gpu(drawn);
  const edit = () => {
    const given = randomEdit(bone, random);
    detector.editBone(given);
    bone.edit(given);
    drawn.editBone(given);
  };
  for (let i = 0; i < 5; i++) edit();
  const renumbering = await detector.compactBone();
  drawn.renumber(renumbering);
  expect(gpu.frame(drawn)).toEqual(bone.triangles());
  const moved: (number[] | null)[] = Array.from({ length: renumbering.faceCount }, () => null);
  bone.faces.forEach((face, f) => {
    if (face !== null) moved[renumbering.faces[f]] = face.map((v) => renumbering.vertices[v]);
  });
  const positions = Array.from({ length: 3 * renumbering.vertexCount }, () => 0);
  renumbering.vertices.forEach((to, v) => {
    if (to >= 0) for (let k = 0; k < 3; k++) positions[3 * to + k] = bone.positions[3 * v + k];
  });
  [bone.faces, bone.positions] = [moved, positions];
  expect(drawn.liveFaceCount).toBe(bone.live.length);
  for (let i = 0; i < 5; i++) {
    edit();
    expect(gpu.frame(drawn)).toEqual(bone.triangles());
  }
  expect(() => drawn.renumber(renumbering)).toThrow(expect.objectContaining({ code: 'BAD_LENGTH' }));
  detector.dispose();
});

describe('a refused edit changes nothing', () => {
  const mesh = box({ size: 2 });
  test.each<[string, object]>([
    ['INDEX_OUT_OF_RANGE', { remove: [12] }],
    ['INDEX_OUT_OF_RANGE', { remove: [0.5] }],
    ['RETIRED_FACE', { remove: [1, 1] }],
    ['RETIRED_FACE', { remove: [3] }],
    ['BAD_LENGTH', { remove: [], positions: [1, 2] }],
    ['BAD_LENGTH', { remove: [], faces: [1, 2] }],
    ['NON_FINITE_VERTEX', { remove: [1], positions: [1, 2, Number.NaN] }],
    ['COORDINATE_RANGE', { remove: [1], positions: [1, 2, 1e39] }],
    ['INDEX_OUT_OF_RANGE', { remove: [1], positions: [1, 2, 3], faces: [0, 1, 9] }],
    ['WRONG_TYPE', { remove: 'all' }],
    ['UNKNOWN_OPTION', { removes: [] }],
  ])('%s', (code, edit) => {
    const drawn = new EditableGeometry(mesh);
    const gpu = new Gpu(drawn);
    drawn.editBone({ remove: [3] });
    const before = gpu.frame(drawn);
    expect(() => drawn.editBone(edit as never)).toThrow(expect.objectContaining({ code }));
    expect([drawn.waitingBytes, drawn.faceCount, drawn.liveFaceCount]).toEqual([0, 12, 11]);
    expect(gpu.frame(drawn)).toEqual(before);
  });
  test('an edit of nothing uploads nothing', () => {
    const drawn = new EditableGeometry(mesh);
    const gpu = new Gpu(drawn);
    gpu.frame(drawn);
    const before = gpu.uploaded;
    drawn.editBone({ remove: [] });
    gpu.frame(drawn);
    expect(gpu.uploaded).toBe(before);
  });
});

test('many small ranges between two frames become few, and cover all that was written', () => {
  const random = mulberry32(12);
  const { geometry } = new EditableGeometry(sphere({ radius: 10, subdivisions: 5 }));
  const index = geometry.index as BufferAttribute;
  const written = new Set<number>();
  for (let i = 0; i < 500; i++) {
    const start = 3 * Math.floor((random() * index.count) / 3);
    for (let k = 0; k < 3; k++) written.add(start + k);
    markRanges(index, [{ start, count: 3 }]);
    expect(index.updateRanges.length).toBeLessThanOrEqual(MOST_RANGES);
  }
  const covers = (at: number) => index.updateRanges.some(({ start, count }) => at >= start && at < start + count);
  expect([...written].filter((at) => !covers(at))).toEqual([]);
});
