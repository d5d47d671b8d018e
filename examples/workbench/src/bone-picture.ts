// The bone's surface → what is drawn of it: smooth points, and their shade, which is counted between frames. What
// changes the bone's faces is to be told here, and nowhere else.

import vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import { PAINT } from './colours.ts';
import { creased } from './creased.ts';
import { CutLayers } from './cut-layers.ts';
import { Occlusion } from './occlusion.ts';
import type { DrawnMesh } from './picture-wire.ts';
import { paint, shape } from './shape.ts';

/** Degrees: bone grows round, and its mesh is coarser than it. */
const CREASE = 75;
export class BonePicture {
  readonly data = vtkPolyData.newInstance();
  readonly cut: CutLayers;
  readonly #changed: () => void;
  /** Of the newest bone: the shade of another one is given up. */
  #serial = 0;

  /** @param changed it looks otherwise now. */
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
