// A plate and a block that is pushed straight down into it → the plate with the block's pocket, as edits. The cutter's
// bone is known in closed form at any time.

import type { BoneEdit } from '#bodies';
import type { Cutter } from '#haptics/cutting/cutter.ts';
import type { RigidMotion } from '#motion';

interface PlateSize {
  /** mm: the plate reaches from −half to half along x and y, and from 0 to `thickness` along z. */
  readonly half: number;
  readonly thickness: number;
  /** mm: half the pocket's side, at least the block's. */
  readonly pocket: number;
}

export class PocketCutter implements Cutter {
  /** mm: height of the pocket's floor; at most 0 once the plate is cut through. */
  floor: number;
  cuts = 0;
  #size: PlateSize;
  #vertexCount = 0;
  #faceCount = 0;

  constructor(size: PlateSize) {
    this.#size = size;
    this.floor = size.thickness;
  }

  /** The initial plate. */
  plate(): { readonly positions: number[]; readonly faces: number[] } {
    return this.#take(closedPlate(this.#size, this.floor));
  }

  cut({ to }: RigidMotion): BoneEdit | null {
    if (to[14] >= this.floor) return null;
    this.floor = to[14];
    this.cuts++;
    return this.remade();
  }

  /** The plate made anew, with a pocket of another width. */
  remade(pocket = this.#size.pocket): BoneEdit {
    this.#size = { ...this.#size, pocket };
    const remove = Array.from({ length: this.#faceCount - this.#first }, (_, i) => this.#first + i);
    const from = this.#vertexCount;
    const { positions, faces } = this.#take(closedPlate(this.#size, this.floor));
    return { remove, positions, faces: faces.map((vertex) => from + vertex) };
  }

  /** The first face of the current plate. */
  #first = 0;

  #take(shape: { readonly positions: number[]; readonly faces: number[] }) {
    this.#first = this.#faceCount;
    this.#vertexCount += shape.positions.length / 3;
    this.#faceCount += shape.faces.length / 3;
    return shape;
  }
}

/** Rings of four corners, each joined to the next: outer bottom, outer top, pocket's top, pocket's floor or bottom. */
function closedPlate({ half, thickness, pocket }: PlateSize, floor: number) {
  const ring = (side: number, z: number): number[] => [-side, -side, z, side, -side, z, side, side, z, -side, side, z];
  const isThrough = floor <= 0;
  const isWhole = floor >= thickness;
  const positions = [
    ...ring(half, 0),
    ...ring(half, thickness),
    ...(isWhole ? [] : [...ring(pocket, thickness), ...ring(pocket, isThrough ? 0 : floor)]),
  ];
  const faces: number[] = [];
  const quad = (a: number, b: number, c: number, d: number): void => void faces.push(a, b, c, a, c, d);
  const join = (from: number, to: number): void => {
    for (let k = 0; k < 4; k++) quad(from + k, from + ((k + 1) % 4), to + ((k + 1) % 4), to + k);
  };
  join(0, 4);
  if (isWhole) quad(4, 5, 6, 7);
  else {
    join(4, 8);
    join(8, 12);
    if (!isThrough) quad(12, 13, 14, 15);
  }
  if (isThrough) join(12, 0);
  else quad(3, 2, 1, 0);
  return { positions, faces };
}
