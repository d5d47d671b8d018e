// What surrounds the bodies: three lamps that move with the eye, and a backdrop that is lighter in the middle.

import vtkDataArray from '@kitware/vtk.js/Common/Core/DataArray.js';
import vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import type vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import vtkLight from '@kitware/vtk.js/Rendering/Core/Light.js';
import vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer.js';
import { cellsOf } from './cells.ts';
import { backdropColour, LAMPS } from './colours.ts';
import { colouredActor } from './materials.ts';

export function light(renderer: vtkRenderer): void {
  renderer.setAutomaticLightCreation(false);
  for (const { from, colour, power } of LAMPS) {
    const lamp = vtkLight.newInstance();
    lamp.setLightTypeToCameraLight();
    lamp.setPosition(...from);
    lamp.setFocalPoint(0, 0, 0);
    lamp.setColor(...colour);
    lamp.setIntensity(power);
    renderer.addLight(lamp);
  }
}

/** Squares along each side. */
const DIVISIONS = 24;

export class Backdrop {
  readonly renderer = vtkRenderer.newInstance();
  readonly #actor: vtkActor;

  constructor() {
    const points: number[] = [];
    const colours: number[] = [];
    const corners: number[] = [];
    const row = DIVISIONS + 1;
    for (let y = 0; y < row; y++)
      for (let x = 0; x < row; x++) {
        const place = [x, y].map((i) => (2 * i) / DIVISIONS - 1);
        points.push(...place, 0);
        colours.push(...backdropColour(place[0], place[1]).map(Math.round));
        if (x < DIVISIONS && y < DIVISIONS) {
          const at = y * row + x;
          corners.push(at, at + 1, at + row + 1, at, at + row + 1, at + row);
        }
      }
    const data = vtkPolyData.newInstance();
    data.getPoints().setData(Float32Array.from(points), 3);
    data.getPolys().setData(cellsOf(corners.length, 3, corners));
    const values = Uint8Array.from(colours);
    data.getPointData().setScalars(vtkDataArray.newInstance({ name: 'colour', values, numberOfComponents: 3 }));
    this.#actor = colouredActor(data);
    this.renderer.addActor(this.#actor);
    this.renderer.setInteractive(false);
    const camera = this.renderer.getActiveCamera();
    camera.setParallelProjection(true);
    camera.setParallelScale(1);
    camera.setPosition(0, 0, 1);
    camera.setFocalPoint(0, 0, 0);
    camera.setViewUp(0, 1, 0);
    camera.setClippingRange(0.5, 1.5);
  }

  /** Makes it as wide as the picture. */
  resize(width: number, height: number): void {
    this.#actor.setScale(width / height, 1, 1);
  }
}
