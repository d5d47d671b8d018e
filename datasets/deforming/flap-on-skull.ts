// A face count → a sheet that comes down on the skull phantom's vault and is pulled over it.
//
// The sheet lies on the vault's sphere, around a point that moves from right to left; ripples run over it, and their
// lower halves are in the bone.

import { sineCosine } from '../sine-cosine.ts';
import { skullVaultSphere } from '../skull-function.ts';
import { skullPhantom } from '../skull-phantom.ts';
import { type BodyMotion, joinFaces } from './body-motion.ts';
import { squareSheet } from './square-sheet.ts';

/** mm. */
const SIDE = 80;
/** rad: how far the sheet is back from the vault's top, and how far to the right it starts and to the left it ends. */
const BACK = 0.8;
const ASIDE = 0.5;
/** mm: its starting height, and the ripples' depth and wavelength. */
const HEIGHT = 4;
const RIPPLE = 1.5;
const WAVE = 22;
/** Ripples that pass in the whole time. */
const WAVES = 3;

/** The phantom has 0.7 of the faces, at least 5,000; the sheet is open. */
export function flapOnSkull(targetFaces: number): BodyMotion {
  const skull = skullPhantom({ targetFaces: Math.max(5_000, Math.round(0.7 * targetFaces)) });
  const cells = Math.max(2, Math.round(Math.sqrt((targetFaces - skull.faces.length / 3) / 2)));
  const sheet = squareSheet(cells, SIDE);
  const skullVertices = skull.positions.length / 3;
  const vertexCount = sheet.vertexCount + skullVertices;
  return {
    vertexCount,
    faces: joinFaces([sheet, { vertexCount: skullVertices, faces: skull.faces }]),
    positionsAt(time) {
      const out = new Float64Array(3 * vertexCount);
      for (let vertex = 0; vertex < sheet.vertexCount; vertex++) {
        const [u, v] = sheet.place(vertex);
        out.set(sheetPoint(time, u, v), 3 * vertex);
      }
      out.set(skull.positions, 3 * sheet.vertexCount);
      return out;
    },
  };
}

/** u: to the left, along the pull; v: to the back. */
function sheetPoint(time: number, u: number, v: number): readonly [number, number, number] {
  const { center, radius } = skullVaultSphere;
  const r = Math.sqrt(u * u + v * v);
  const [c, s] = r === 0 ? [1, 0] : [u / r, v / r];
  const [sineOff, cosineOff] = sineCosine(r / radius);
  const [ripple] = sineCosine((2 * Math.PI * u) / WAVE - 2 * Math.PI * WAVES * time);
  const height = radius + HEIGHT * Math.max(0, 1 - time / 0.2) + RIPPLE * ripple;
  // Around the top, then to the left by the pull, then back.
  const [x, y, z] = [sineOff * c, sineOff * s, cosineOff];
  const [sineAside, cosineAside] = sineCosine(ASIDE * (2 * time - 1));
  const [x1, z1] = [cosineAside * x + sineAside * z, cosineAside * z - sineAside * x];
  const [sineBack, cosineBack] = sineCosine(BACK);
  const [y2, z2] = [cosineBack * y + sineBack * z1, cosineBack * z1 - sineBack * y];
  return [center[0] + height * x1, center[1] + height * y2, center[2] + height * z2];
}
