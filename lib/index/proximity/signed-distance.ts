// Points → signed distances to a surface, each point measured once.
//
//   point ─hash of its bits─→ slot: key (xyz) │ nearest point, distance │ face │ sign
//                             written at once │ written by measure      │      │ written on demand
//
// The table is written out here and in cell-faces.ts: with core's HashTable, which needs a call per step of a walk, a
// full report took 2 to 3 % longer (paired runs, phantom of 50,000 faces, cutting and grazing poses).

import { grown } from '#core';
import type { ApartInsideTest, InsideTest, Surface } from '#records';
import { CellFaces } from './cell-faces.ts';

/** Slot columns: nearest point xyz, distance ≥ 0. */
const NEAREST = 0;
const DISTANCE = 3;
const WIDTH = 4;

const UNKNOWN = 2;

/** Edge of a CellFaces cell, in spacings of the points. */
const CELL = 1;

/**
 * Signed distance to one surface: to the nearest point of any of its faces (faces inside the solid, where parts
 * overlap, count as surface too), negative if the winding number is not 0. Answers are remembered by the point's bits,
 * so that a corner shared by sub-triangles and faces is measured once. Signs are exact; if the surface has no inside,
 * they are +.
 */
export class SignedDistance {
  readonly #nearest: CellFaces;
  readonly #inside: InsideTest | null;
  #keys = new Float64Array(3 * 1024);
  #values = new Float64Array(WIDTH * 1024);
  #faces = new Int32Array(1024);
  /** 1 inside, 0 outside, UNKNOWN until requested. */
  #signs = new Uint8Array(1024);
  #slots = new Int32Array(2048).fill(-1);
  #count = 0;
  readonly #bits: Uint32Array;
  readonly #point = new Float64Array(3);

  /** @param inside null if the surface has no inside. */
  constructor(surface: Surface, inside: InsideTest | null) {
    this.#nearest = new CellFaces(surface);
    this.#inside = inside;
    this.#bits = new Uint32Array(this.#point.buffer);
  }

  /**
   * Forgets every point: the surface has moved.
   * @param spacing approximate distance between the points, mm: answers do not depend on it.
   */
  clear(spacing: number): void {
    this.#count = 0;
    this.#slots.fill(-1);
    this.#nearest.begin(CELL * spacing);
  }

  /** The point's slot, for the accessors below; valid until `clear`. */
  slotOf(x: number, y: number, z: number): number {
    const p = this.#point;
    p[0] = x + 0;
    p[1] = y + 0;
    p[2] = z + 0;
    const mask = this.#slots.length - 1;
    for (let h = this.#hash() & mask; ; h = (h + 1) & mask) {
      const slot = this.#slots[h];
      if (slot < 0) return this.#append(h);
      if (this.#keys[3 * slot] === x && this.#keys[3 * slot + 1] === y && this.#keys[3 * slot + 2] === z) return slot;
    }
  }

  /** Whether the point is inside the solid. */
  isInside(slot: number): boolean {
    if (this.#inside === null) return false;
    if (this.#signs[slot] === UNKNOWN)
      this.#signs[slot] = this.#inside(this.#keys[3 * slot], this.#keys[3 * slot + 1], this.#keys[3 * slot + 2])
        ? 1
        : 0;
    return this.#signs[slot] === 1;
  }

  /**
   * Whether a triangle (its corners' slots) that shares no point with the surface is inside: one sign for all three
   * corners, computed only if none of their signs is known.
   */
  isApartInside(a: number, b: number, c: number): boolean {
    const inside = this.isOneInside(a, b, c);
    if (this.#inside !== null) this.#signs[a] = this.#signs[b] = this.#signs[c] = inside ? 1 : 0;
    return inside;
  }

  /** Whether one of three corners is inside: the first whose sign is known, or else the first. */
  isOneInside(a: number, b: number, c: number): boolean {
    const signs = this.#signs;
    return this.isInside(signs[a] !== UNKNOWN ? a : signs[b] !== UNKNOWN ? b : signs[c] !== UNKNOWN ? c : a);
  }

  /** isApartInside for a triangle's corners, 9 numbers. */
  readonly isApartInsideAt: ApartInsideTest = (p) =>
    this.isApartInside(this.slotOf(p[0], p[1], p[2]), this.slotOf(p[3], p[4], p[5]), this.slotOf(p[6], p[7], p[8]));

  /** Marks the point as inside, for a caller that knows it. */
  markInside(slot: number): void {
    this.#signs[slot] = 1;
  }

  /** Measures the point unless it has been measured already. */
  measure(slot: number): void {
    if (this.#faces[slot] >= 0) return;
    const nearest = this.#nearest;
    nearest.find(this.#keys, 3 * slot);
    const at = WIDTH * slot;
    this.#values[at + NEAREST] = nearest.x;
    this.#values[at + NEAREST + 1] = nearest.y;
    this.#values[at + NEAREST + 2] = nearest.z;
    this.#values[at + DISTANCE] = Math.sqrt(nearest.squared);
    this.#faces[slot] = nearest.face;
  }

  /** Distance ≥ 0 of a measured point, accurate to distanceError. */
  distance(slot: number): number {
    return this.#values[WIDTH * slot + DISTANCE];
  }

  face(slot: number): number {
    return this.#faces[slot];
  }

  /** Coordinate k of the nearest point. */
  nearestPoint(slot: number, k: number): number {
    return this.#values[WIDTH * slot + NEAREST + k];
  }

  /** Hash of the bits in #point: each word is multiplied by its own constant, so that no product waits for another. */
  #hash(): number {
    const bits = this.#bits;
    let hash = Math.imul(bits[0], 0x9e3779b1) + Math.imul(bits[1], 0x85ebca6b) + Math.imul(bits[2], 0xc2b2ae35);
    hash += Math.imul(bits[3], 0x27d4eb2f) + Math.imul(bits[4], 0x165667b1) + Math.imul(bits[5], 0x2545f491);
    const mixed = Math.imul(hash ^ (hash >>> 15), 0x7feb352d);
    return mixed ^ (mixed >>> 16);
  }

  #append(h: number): number {
    const slot = this.#count++;
    if (slot === this.#faces.length) this.#grow();
    for (let k = 0; k < 3; k++) this.#keys[3 * slot + k] = this.#point[k];
    this.#faces[slot] = -1;
    this.#signs[slot] = UNKNOWN;
    if (2 * this.#count > this.#slots.length) this.#rehash();
    else this.#slots[h] = slot;
    return slot;
  }

  #grow(): void {
    const used = this.#faces.length;
    this.#faces = grown(this.#faces, used, used + 1);
    const capacity = this.#faces.length;
    this.#keys = grown(this.#keys, 3 * used, 3 * capacity);
    this.#values = grown(this.#values, WIDTH * used, WIDTH * capacity);
    this.#signs = grown(this.#signs, used, capacity);
  }

  #rehash(): void {
    this.#slots = new Int32Array(2 * this.#slots.length).fill(-1);
    const count = this.#count;
    const mask = this.#slots.length - 1;
    const p = this.#point;
    for (let slot = 0; slot < count; slot++) {
      for (let k = 0; k < 3; k++) p[k] = this.#keys[3 * slot + k];
      let h = this.#hash() & mask;
      while (this.#slots[h] >= 0) h = (h + 1) & mask;
      this.#slots[h] = slot;
    }
  }
}
