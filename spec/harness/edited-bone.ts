// Random edits of a bone, applied by the plainest means → the edits, and the mesh that a fresh detector would be given.

import { type BoneEdit, createMesh, type TriangleMesh } from '#kerf';

type Random = () => number;
type Corners = readonly [number, number, number];

/** Kinds of edits, by what they do to the bone. */
export const editKinds = [
  ...(['open', 'close', 'close by copies', 'dent', 'far body', 'flip'] as const),
  ...(['double', 'zero-area face', 'old vertex', 'vertices only'] as const),
];
export type EditKind = (typeof editKinds)[number];

export class EditedBone {
  readonly positions: number[];
  readonly faces: Corners[] = [];
  readonly retired = new Set<number>();
  /** Corners of faces that were removed and not put back. */
  readonly holes: Corners[] = [];

  constructor({ positions, faces }: TriangleMesh) {
    this.positions = [...positions];
    for (let i = 0; i < faces.length; i += 3) this.faces.push([faces[i], faces[i + 1], faces[i + 2]]);
  }

  live(): number[] {
    return this.faces.map((_, face) => face).filter((face) => !this.retired.has(face));
  }

  /** The live faces only, in order; `numbers` holds, for each of them, its number in the edited bone. */
  fresh(): { mesh: TriangleMesh; numbers: readonly number[] } {
    const numbers = this.live();
    const faces = numbers.flatMap((face) => [...this.faces[face]]);
    return { mesh: createMesh(this.positions, faces, { name: 'fresh' }), numbers };
  }

  apply({ remove, positions = [], faces = [] }: BoneEdit): void {
    for (let i = 0; i < remove.length; i++) this.retired.add(remove[i]);
    for (let i = 0; i < positions.length; i++) this.positions.push(positions[i]);
    for (let i = 0; i < faces.length; i += 3) this.faces.push([faces[i], faces[i + 1], faces[i + 2]]);
  }

  /** An edit of this kind, not yet applied; remembers its holes. */
  edit(kind: EditKind, random: Random): BoneEdit {
    const live = this.live();
    const face = live[Math.floor(random() * live.length)];
    const corners = this.faces[face];
    const next = this.positions.length / 3;
    switch (kind) {
      case 'open': {
        const patch = live.filter((other) => this.faces[other].some((vertex) => corners.includes(vertex)));
        const remove = patch.slice(0, 1 + Math.floor(random() * patch.length));
        if (remove.length === live.length) remove.pop();
        for (const other of remove) this.holes.push(this.faces[other]);
        return { remove };
      }
      case 'close':
        return { remove: [], faces: this.holes.splice(0).flat() };
      case 'close by copies': {
        const old = this.holes.splice(0).flat();
        const positions = old.flatMap((vertex) => this.positions.slice(3 * vertex, 3 * vertex + 3));
        return { remove: [], positions, faces: old.map((_, i) => next + i) };
      }
      case 'dent': {
        const depth = 0.7 + 0.25 * random();
        const apex = [0, 1, 2].map(
          (k) => (depth * corners.reduce((sum, vertex) => sum + this.positions[3 * vertex + k], 0)) / 3,
        );
        const [a, b, c] = corners;
        return { remove: [face], positions: apex, faces: [a, b, next, b, c, next, c, a, next] };
      }
      case 'far body': {
        const [x, y, z] = [0, 1, 2].map(() => (random() < 0.5 ? -1 : 1) * (13 + 3 * random()));
        const positions = [x, y, z, x + 3, y, z, x, y + 4, z, x, y, z + 5];
        const [a, b, c, d] = [next, next + 1, next + 2, next + 3];
        return { remove: [], positions, faces: [a, c, b, a, b, d, b, c, d, c, a, d] };
      }
      case 'flip':
        return { remove: [face], faces: [corners[0], corners[2], corners[1]] };
      case 'double':
        return { remove: [], faces: [...corners] };
      case 'zero-area face':
        return { remove: [], faces: [corners[0], corners[1], random() < 0.5 ? corners[0] : corners[1]] };
      case 'old vertex': {
        const other = Math.floor(random() * next);
        return { remove: [face], faces: [corners[0], corners[1], other] };
      }
      case 'vertices only':
        return { remove: [], positions: [40, 0, 0, 0, 40, 0] };
    }
  }
}
