// A face count → the bone and the saw that every competitor gets.

import { sawBlade, skullPhantom } from '../../dist/datasets.js';

const SAW_FACES = 8_000;

/**
 * @returns {{ positions: Float32Array, faces: Uint32Array, name: string }} coordinates rounded to f32, the type that
 * three.js, vtk.js and Rapier store.
 */
function rounded({ positions, faces, name }) {
  return { positions: Float32Array.from(positions), faces, name };
}

/** The skull phantom with that many faces. */
export function bone(faces) {
  return rounded(skullPhantom({ targetFaces: faces }));
}

/** The oscillating saw's blade. */
export function saw() {
  return rounded(sawBlade({ targetFaces: SAW_FACES }));
}
