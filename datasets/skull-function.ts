// A point (mm) → the skull phantom's implicit function: negative in bone, positive outside, 1-Lipschitz.
//
// Frame: x to the left, y to the back, z up (LPS), with the origin in the vault's centre. The phantom is symmetric in
// x. Its dimensions follow adult means: the vault is 180 × 145 × 150 mm, the bizygomatic width is 134 mm, and the total
// facial height is about 115 mm. It has two solids: the cranium (with the upper teeth) and the mandible, which are
// about 3 mm apart at the joints and between the teeth. The cranial cavity opens to the outside only through the
// foramen magnum; a point in the cavity is outside the bone.

import { checkAreNumbers } from './check-option.ts';
import {
  ball,
  capsule,
  roundCone,
  smoothDifference,
  smoothIntersection,
  smoothUnion,
  wall,
} from './distance-functions.ts';

// These are bound once, because in a sandbox such as jest's looking up the global Math costs more than the call.
const { abs, max, min, sqrt } = Math;

/** |f(p) − f(q)| ≤ this · |p − q|: f is composed only of exact distances and smooth unions (distance-functions.ts). */
export const skullLipschitz = 1;

/** mm: thickness of the vault, measured along the normal, wherever no facial part is fused to it. */
export const skullWallThickness = 6.5;

/** The vault behind its top is this sphere (mm), so that its radial directions are the outward normals there. */
export const skullVaultSphere = { center: [0, 17.5, 2.5], radius: 72.5 } as const;

/** mm: a box that holds the whole bone with at least 2 mm to spare. */
export const skullBounds = {
  min: [-78, -104, -128],
  max: [78, 95, 78],
} as const;

/** Points of the phantom, mm. */
export const skullLandmarks = {
  /** Inside the cranial cavity, so outside the bone. */
  cavity: [0, 12, 4],
  /** In the middle of the wall at the top of the vault. */
  wall: [0, 17.5, 71.75],
  /** The highest point of the bone. The outward normal there is +z. */
  vaultTop: [0, 17.5, 75],
  /** The middle of the foramen magnum. */
  foramenMagnum: [0, 21, -60],
  /** The middle of the left orbit's opening. */
  leftOrbit: [30, -84, -22],
} as const;

/** The crowns of half a dental arch, from the first incisor to the third molar: x, y and radius of each. */
const upperTeeth = [
  [4, -90, 4.6],
  [12, -87.5, 4.3],
  [18.6, -82.5, 4.8],
  [23.6, -75.8, 4.4],
  [27, -68.6, 4.4],
  [29.8, -59.6, 5.7],
  [31.6, -49.6, 5.4],
  [32.4, -40.4, 4.8],
] as const;
const lowerTeeth = [
  [2.7, -87, 3.3],
  [8.6, -86, 3.4],
  [14.8, -82.6, 4.4],
  [20.2, -77, 4.3],
  [24.2, -70.2, 4.4],
  [27.6, -61, 6],
  [30.4, -51, 5.4],
  [32.6, -41.8, 5],
] as const;

/**
 * The phantom's implicit function at (x, y, z), mm: negative inside the bone, positive outside, 0 on the surface. Near
 * the vault it is the exact distance. Everywhere its magnitude is a lower bound of the distance, since it is
 * 1-Lipschitz.
 * @throws OptionError WRONG_TYPE.
 */
export function skullPhantomFunction(x: number, y: number, z: number): number {
  if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number')
    checkAreNumbers('The point', { x, y, z });
  const side = abs(x);
  return min(cranium(side, y, z), mandible(side, y, z));
}

function cranium(x: number, y: number, z: number): number {
  const braincase = roundCone(x, y, z, 0, -27, 11, 0, 17.5, 2.5, 63, 72.5);
  const outer = smoothIntersection(braincase, -(z + 64), 24);
  const cavity = smoothIntersection(braincase + skullWallThickness, -(z + 54), 20);
  let bone = max(outer, -cavity);
  bone = smoothUnion(bone, base(x, y, z), 8);
  const orbit = roundCone(x, y, z, 30.5, -92, -22.5, 19, -46, -20.5, 19.5, 8);
  const orbitCup = smoothIntersection(orbit - 3.2, -(y + 78), 4);
  bone = smoothUnion(bone, orbitCup, 4);
  bone = smoothUnion(bone, face(x, y, z), 7);
  bone = smoothDifference(bone, orbit, 3);
  bone = smoothDifference(bone, nasalCavity(x, y, z), 3);
  bone = smoothDifference(bone, foramenMagnum(x, y, z), 3);
  bone = smoothUnion(bone, zygomaticArch(x, y, z), 5);
  return smoothUnion(smoothUnion(bone, upperJaw(x, y, z), 4), teeth(x, y, z, upperTeeth, -80.5, -63), 2);
}

/**
 * The floor of the braincase: petrous ridge, mastoid, occipital crest, body of the sphenoid and pterygoids, without the
 * ear canal.
 */
function base(x: number, y: number, z: number): number {
  let d = capsule(x, y, z, 50, 14, -44, 20, -4, -47, 8);
  d = smoothUnion(d, roundCone(x, y, z, 53, 18, -50, 50, 13, -71, 11.5, 5.5), 8);
  d = smoothUnion(d, capsule(x, y, z, 44, -5, -37, 53, -5, -37, 5.5), 5);
  d = smoothUnion(d, capsule(x, y, z, 0, -42, -42, 0, 2, -55, 10), 8);
  d = smoothUnion(d, capsule(x, y, z, 13, -38, -48, 15, -40, -68, 3.6), 5);
  d = smoothUnion(d, capsule(x, y, z, 0, 84, -17, 10, 82, -19, 4), 14);
  const earCanal = capsule(x, y, z, 80, 6, -45, 53, 6, -45, 3.4);
  return smoothDifference(d, earCanal, 3);
}

/** Frontal and maxillary parts: brow, bridge of the nose, orbital rims, cheek, block between and below the orbits. */
function face(x: number, y: number, z: number): number {
  let d = capsule(x, y, z, 6, -84, -2, 27, -79, 0.5, 6);
  d = smoothUnion(d, capsule(x, y, z, 27, -79, 0.5, 46.5, -68, -8, 5.5), 7);
  d = smoothUnion(d, roundCone(x, y, z, 0, -80, -8, 0, -90, -26, 9, 5.5), 8);
  d = smoothUnion(d, capsule(x, y, z, 46.5, -68, -8, 47, -68, -42, 5.2), 8);
  d = smoothUnion(d, roundCone(x, y, z, 0, -58, -34, 0, -64, -52, 17, 21), 8);
  d = smoothUnion(d, capsule(x, y, z, 15, -84, -44, 42, -71, -45, 5.5), 6);
  d = smoothUnion(d, ball(x, y, z, 43, -68, -47, 10), 8);
  d = smoothUnion(d, ball(x, y, z, 21, -71, -54, 11), 8);
  d = smoothUnion(d, capsule(x, y, z, 41, -68, -50, 28, -66, -64, 7), 8);
  return smoothUnion(d, capsule(x, y, z, 15, -84, -30, 17, -82, -60, 6), 6);
}

/** The nasal cavity is pear-shaped in front, and runs back and down to the pharynx. */
function nasalCavity(x: number, y: number, z: number): number {
  const upper = roundCone(x, y, z, 0, -104, -30, 0, -46, -49, 6, 7);
  const lower = roundCone(x, y, z, 0, -104, -49, 0, -36, -58, 10.5, 9);
  return smoothUnion(upper, lower, 7);
}

/** An upright shaft from the cavity down through the base, 30 × 36 mm. */
function foramenMagnum(x: number, y: number, z: number): number {
  return max(wall(x, y, 0, 0, 19, 0, 25, 0, 0, 15), z + 36);
}

function zygomaticArch(x: number, y: number, z: number): number {
  const front = wall(x, y, z, 49, -66, 61, -44, -48, -44, 3.6);
  const middle = wall(x, y, z, 61, -44, 63.5, -24, -46, -42, 3.4);
  const back = wall(x, y, z, 63.5, -24, 55, -3, -42, -39, 3.6);
  return smoothUnion(smoothUnion(front, middle, 4), back, 4);
}

/** Alveolar arch and palate. */
function upperJaw(x: number, y: number, z: number): number {
  let d = wall(x, y, z, 0, -85.5, 12, -83, -67, -58, 5.2);
  d = smoothUnion(d, wall(x, y, z, 12, -83, 24, -70, -67, -58, 5.2), 4);
  d = smoothUnion(d, wall(x, y, z, 24, -70, 30.5, -50, -66, -57, 5.6), 4);
  d = smoothUnion(d, wall(x, y, z, 30.5, -50, 31, -40, -65, -56, 5.6), 4);
  const plan = roundCone(x, y, 0, 0, -66, 0, 0, -45, 0, 17, 27);
  const palate = max(abs(z + 61.5) - 2.8, plan, y + 40);
  return smoothUnion(d, palate, 5);
}

function mandible(x: number, y: number, z: number): number {
  let d = wall(x, y, z, 0, -83, 14, -80, -113, -99, 6);
  d = smoothUnion(d, wall(x, y, z, 14, -80, 25, -67, -112, -98, 5.8), 5);
  d = smoothUnion(d, wall(x, y, z, 25, -67, 45, -24, -108, -97, 5.4), 5);
  d = smoothUnion(d, capsule(x, y, z, 0, -87, -114, 9, -85, -115, 5.5), 7);
  d = smoothUnion(d, capsule(x, y, z, 46, -14, -102, 51.5, -8, -59, 4.8), 8);
  d = smoothUnion(d, capsule(x, y, z, 44, -36, -96, 49, -27, -58, 4.4), 8);
  d = smoothUnion(d, capsule(x, y, z, 45.5, -26, -100, 49.5, -17, -72, 4.6), 8);
  d = smoothUnion(d, capsule(x, y, z, 47, -7, -56, 56, -7, -56, 4.5), 4);
  return smoothUnion(d, teeth(x, y, z, lowerTeeth, -102, -84), 2);
}

/** Upright rods with rounded ends between the heights low and high, side by side. */
function teeth(
  x: number,
  y: number,
  z: number,
  crowns: readonly (readonly [number, number, number])[],
  low: number,
  high: number,
): number {
  // Rounds the crease in the mirror plane between the first incisors. Its slope is below 1.
  const side = sqrt(x * x + 2.25);
  let d = Infinity;
  for (const [cx, cy, r] of crowns) {
    const ez = max(low + r - z, 0, z - (high - r));
    const rod = sqrt((side - cx) * (side - cx) + (y - cy) * (y - cy) + ez * ez) - r;
    d = d - rod > 2.5 ? rod : smoothUnion(d, rod, 2.5);
  }
  return d;
}
