// A volume and a box in its index space → the samples on that window's planes, framed by air if a cap is requested.
//
//   layer    air │ low plane │ planes of the volume … │ high plane │ air
//   place      ↑ the same ↑                              ↑ the same ↑
//
// Along each axis a window has layers: the box's low plane, the volume's own planes between, and the box's high plane.
// On a plane that is not the volume's own, values are interpolated linearly, as marching cubes does along every edge,
// so the surface in a window is the whole surface, cut off at the window. A layer of air lies before the first layer
// and after the last one, at the same place. A crossing on the way to the air lies in that plane itself, so the cap is
// flat there, to the last bit.

import type { Volume } from '#io';

type Triple = readonly [number, number, number];

export interface IndexBox {
  /** Along i, j, k, within 0 … n − 1, low < high. */
  readonly low: Triple;
  readonly high: Triple;
}

export interface VolumeWindow {
  /** Layers along each axis, including those of air. */
  readonly dimensions: Triple;
  readonly values: ArrayLike<number>;
  /** Where each layer along each axis lies in the volume's index space; the places never descend. */
  readonly layers: readonly Float64Array[];
}

interface Storage {
  new (length: number): { [index: number]: number; readonly length: number };
}

/**
 * @param air a value of the volume for the layers of air. If it is null, there are none, and the surface ends open
 * where bone reaches the window's planes.
 */
export function volumeWindow(volume: Volume, box: IndexBox, air: number | null): VolumeWindow {
  const layers = [0, 1, 2].map((axis) => layersBetween(box.low[axis], box.high[axis], air !== null));
  const dimensions = [layers[0].length, layers[1].length, layers[2].length] as const;
  const isWhole = layers.every((own) => own.every(Number.isInteger));
  const Own = ArrayBuffer.isView(volume.values) ? (volume.values.constructor as Storage) : Float64Array;
  const values = new (isWhole ? Own : Float64Array)(dimensions[0] * dimensions[1] * dimensions[2]);
  const pad = air === null ? 0 : 1;
  const [nx, ny, nz] = dimensions;
  if (air !== null) for (let at = 0; at < values.length; at++) values[at] = air;
  const [xs, ys, zs] = layers;
  const [width, height] = volume.dimensions;
  for (let k = pad; k < nz - pad; k++)
    for (let j = pad; j < ny - pad; j++) {
      const isRowWhole = Number.isInteger(zs[k]) && Number.isInteger(ys[j]);
      const row = (zs[k] * height + ys[j]) * width;
      for (let i = pad; i < nx - pad; i++) {
        const isStored = isRowWhole && Number.isInteger(xs[i]);
        values[(k * ny + j) * nx + i] = isStored ? volume.values[row + xs[i]] : sampleAt(volume, xs[i], ys[j], zs[k]);
      }
    }
  return { dimensions, values, layers };
}

function layersBetween(low: number, high: number, isPadded: boolean): Float64Array {
  const own = [low];
  for (let plane = Math.floor(low) + 1; plane < high; plane++) own.push(plane);
  own.push(high);
  return Float64Array.from(isPadded ? [low, ...own, high] : own);
}

/**
 * Interpolates linearly, along one axis after the other. On a plane of the volume it returns the volume's values, bit
 * for bit.
 */
function sampleAt({ dimensions, values }: Volume, x: number, y: number, z: number): number {
  const [nx, ny] = dimensions;
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const first = (k * ny + j) * nx + i;
  const along = (at: number, step: number, part: number, next: (at: number) => number): number => {
    const here = next(at);
    return part === 0 ? here : here + part * (next(at + step) - here);
  };
  return along(first, nx * ny, z - k, (a) => along(a, nx, y - j, (b) => along(b, 1, x - i, (c) => values[c])));
}
