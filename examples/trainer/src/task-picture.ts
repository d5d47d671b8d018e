// The surfaces of a task → vtk.js actors: the line and the hole on the bone, the dura below it, the flap lifted out of
// it, and the structures, which are seen through the bone.

import vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import type vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import type vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer.js';
import type { Rgb } from '../../workbench/src/colours.ts';
import { creased } from '../../workbench/src/creased.ts';
import { surfaceActor } from '../../workbench/src/materials.ts';
import type { DrawnMesh } from '../../workbench/src/picture-wire.ts';
import { shape } from '../../workbench/src/shape.ts';
import { TASK_PARTS, type TaskPart } from './task-wire.ts';

/** The line and the hole are of ink, the dura is of its own pale red, veins and nerves as charts have them. */
const PAINT: Readonly<Record<TaskPart, Rgb>> = {
  line: [0.1, 0.2, 0.75],
  hole: [0.1, 0.2, 0.75],
  structures: [0.25, 0.45, 0.95],
  dura: [0.86, 0.55, 0.55],
  flap: [0.9, 0.86, 0.76],
};
const CREASE = 35;
const NOTHING: DrawnMesh = { points: new Float32Array(), cells: new Uint32Array() };
/** Of what is seen through the bone. */
const FAINT = 0.4;

export class TaskPicture {
  readonly #data = Object.fromEntries(TASK_PARTS.map((part) => [part, vtkPolyData.newInstance()])) as Readonly<
    Record<TaskPart, vtkPolyData>
  >;
  readonly #actors: Readonly<Record<TaskPart, vtkActor>>;

  /** @param marks draws over everything else. */
  constructor(solid: vtkRenderer, marks: vtkRenderer) {
    const actors = TASK_PARTS.map((part) => [part, surfaceActor(this.#data[part], PAINT[part])] as const);
    this.#actors = Object.fromEntries(actors) as Record<TaskPart, vtkActor>;
    this.#actors.structures.getProperty().setOpacity(FAINT);
    for (const [part, actor] of actors) (part === 'structures' ? marks : solid).addActor(actor);
    this.show({});
  }

  show(parts: Readonly<Partial<Record<TaskPart, DrawnMesh>>>): void {
    for (const part of TASK_PARTS) {
      shape(this.#data[part], creased(parts[part] ?? NOTHING, CREASE));
      this.#actors[part].setVisibility(parts[part] !== undefined);
    }
  }
}
