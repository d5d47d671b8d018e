// The bone's surface → what is drawn of it: smooth points, and their shade, which is counted between frames. What
// changes the bone's faces is to be told here, and nowhere else.

import vtkDataArray from '@kitware/vtk.js/Common/Core/DataArray.js';
import vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import { PAINT, type Rgb } from './colours.ts';
import { creased } from './creased.ts';
import { Occlusion } from './occlusion.ts';
import type { DrawnMesh } from './picture-wire.ts';

/** Degrees: bone grows round, and its mesh is coarser than it. */
const CREASE = 75;
/** Where no light comes in. */
const HOLLOW: Rgb = [0.3, 0.17, 0.11];

export class BonePicture {
  readonly data = vtkPolyData.newInstance();
  readonly #changed: () => void;
  /** Of the newest bone: the shade of another one is given up. */
  #serial = 0;

  /** @param changed it looks otherwise now. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  show(mesh: DrawnMesh): void {
    const serial = ++this.#serial;
    const shaped = creased(mesh, CREASE);
    this.data.getPoints().setData(shaped.points, 3);
    this.data.getPolys().setData(shaped.cells);
    this.data
      .getPointData()
      .setNormals(vtkDataArray.newInstance({ name: 'normals', values: shaped.normals, numberOfComponents: 3 }));
    this.#paint(new Float32Array(shaped.points.length / 3).fill(1));
    const occlusion = new Occlusion(shaped);
    const step = (): void => {
      if (serial !== this.#serial) return;
      if (!occlusion.step()) setTimeout(step);
      else {
        this.#paint(occlusion.openness());
        this.#changed();
      }
    };
    setTimeout(step);
  }

  /** @param openness 0–1 a point. */
  #paint(openness: Float32Array): void {
    const values = new Uint8Array(3 * openness.length);
    for (let i = 0; i < openness.length; i++) {
      const share = Math.min(1, 1.1 * openness[i]) ** 1.3;
      for (let k = 0; k < 3; k++) values[3 * i + k] = 255 * (HOLLOW[k] + (PAINT.bone[k] - HOLLOW[k]) * share);
    }
    this.data.getPointData().setScalars(vtkDataArray.newInstance({ name: 'colour', values, numberOfComponents: 3 }));
    this.data.modified();
  }
}
