// A seed → poses of a saw set down repeatedly on the skull's vault: above it, grazing it, cutting it.

import { skullVaultSphere } from '../../dist/datasets.js';
import { mulberry32 } from './random.mjs';
import { cross, mix } from './vectors.mjs';

/** Poses of each kind in one stroke, in order, and the range of the tooth tips' heights above the vault, mm. */
const STROKE = [
  { kind: 'miss', poses: 4, low: 1, high: 10 },
  { kind: 'graze', poses: 4, low: -0.5, high: 0.3 },
  { kind: 'cut', poses: 4, low: -5.5, high: -4.5 },
];
export const KINDS = STROKE.map(({ kind }) => kind);
/** The same starting from far away, down through all the heights that the aims refer to. */
export const APPROACH = [
  { kind: 'far', poses: 1, low: 60, high: 120 },
  { kind: 'clear', poses: 3, low: 1, high: 20 },
  ...STROKE.slice(1),
];
/** rad: a stroke's place on the vault, sideways and backward from its top; rad per pose: the slide along the cut. */
const SIDEWAYS = 0.8;
const BACKWARD = 0.9;
const SLIDE = 0.05;

/**
 * 16 numbers per pose, column-major, saw frame → skull frame; the blade is on the vault, +y outward.
 * @param {number} count rounded up to whole strokes.
 * @returns {{ matrices: Float64Array[], kinds: string[] }}
 */
export function strokes(seed, count, stages = STROKE) {
  const random = mulberry32(seed);
  const matrices = [];
  const kinds = [];
  while (matrices.length < count) {
    const phi = SIDEWAYS * (2 * random() - 1);
    const theta = BACKWARD * random();
    const heading = 2 * Math.PI * random();
    const normal = [Math.cos(theta) * Math.sin(phi), Math.sin(theta), Math.cos(theta) * Math.cos(phi)];
    const east = [Math.cos(phi), 0, -Math.sin(phi)];
    const along = mix(Math.cos(heading), east, Math.sin(heading), cross(normal, east));
    let angle = 0;
    for (const { kind, poses, low, high } of stages) {
      for (const height of heights(random, poses, low, high)) {
        matrices.push(standing(normal, along, angle, height));
        kinds.push(kind);
        angle += SLIDE;
      }
    }
  }
  return { matrices, kinds };
}

/** `poses` random heights, from the highest down. */
export function heights(random, poses, low, high) {
  return Array.from({ length: poses }, () => low + (high - low) * random()).sort((a, b) => b - a);
}

/** The blade upright on the vault after a slide by `angle` (rad) in the plane of `normal` and `along`. */
function standing(normal, along, angle, height) {
  const up = mix(Math.cos(angle), normal, Math.sin(angle), along);
  const ahead = mix(-Math.sin(angle), normal, Math.cos(angle), along);
  const tips = mix(1, skullVaultSphere.center, skullVaultSphere.radius + height, up);
  return Float64Array.of(...ahead, 0, ...up, 0, ...cross(ahead, up), 0, ...tips, 1);
}
