// The bone's surface → how it is drawn: smooth points, and their shade, which is computed between frames. Every change
// of the bone's faces is reported here, and nowhere else.

import vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import { PAINT } from './colours.ts';
import { creased } from './creased.ts';
import { CutLayers } from './cut-layers.ts';
import { Occlusion } from './occlusion.ts';
import type { DrawnMesh } from './picture-wire.ts';
import { paint, shape } from './shape.ts';

/** Degrees: bone is rounded, and its mesh is coarser than the bone. */
const CREASE = 75;
export class BonePicture {
  readonly data = vtkPolyData.newInstance();
  readonly cut: CutLayers;
  readonly #changed: () => void;
  /** The newest bone's number: computing the shade of an older one is abandoned. */
  #serial = 0;

  /** @param changed called when the bone looks different. */
  constructor(changed: () => void) {
    this.#changed = changed;
    this.cut = new CutLayers(this.data, changed);
  }

  show(mesh: DrawnMesh): void {
    const serial = ++this.#serial;
    const shaped = creased(mesh, CREASE);
    shape(this.data, shaped);
    paint(this.data, new Float32Array(shaped.points.length / 3).fill(1), PAINT.bone);
    this.cut.begin(mesh, shaped.cells);
    const occlusion = new Occlusion(shaped);
    const step = (): void => {
      if (serial !== this.#serial) return;
      if (!occlusion.step()) setTimeout(step);
      else {
        paint(this.data, occlusion.openness(), PAINT.bone);
        this.cut.repaint();
        this.#changed();
      }
    };
    setTimeout(step);
  }
}
