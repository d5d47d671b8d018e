// A worst case → the actors that show it: its sub-triangle, the line to the other body, and the line's two ends.

import vtkSphereSource from '@kitware/vtk.js/Filters/Sources/SphereSource.js';
import type vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import { cellsPolyData } from '#poly-data';
import { flatActor, type Rgb } from '../report-viewer/bodies.ts';
import { caseColours } from './case-colours.ts';

const DARKER = 0.45;

/** The sub-triangle. @param corners nine coordinates, mm. */
export function pieceActor(corners: readonly number[]): vtkActor {
  const actor = flatActor(cellsPolyData(Float32Array.from(corners), 3), rgb(caseColours.piece));
  actor.getProperty().setEdgeVisibility(true);
  actor.getProperty().setEdgeColor(...rgb(caseColours.line));
  return actor;
}

/** The edges of faces, a little darker than the faces' own actor. */
export function edgesActor(positions: Float32Array, faces: Uint32Array, filled: vtkActor): vtkActor {
  const [red, green, blue] = filled.getProperty().getColor();
  const actor = flatActor(cellsPolyData(positions, 3, faces), [DARKER * red, DARKER * green, DARKER * blue]);
  actor.getProperty().setRepresentationToWireframe();
  actor.getProperty().setLineWidth(2);
  return actor;
}

export function lineActor(from: readonly number[], to: readonly number[]): vtkActor {
  const actor = flatActor(cellsPolyData(Float32Array.from([...from, ...to]), 2), rgb(caseColours.line));
  actor.getProperty().setLineWidth(3);
  return actor;
}

export function dotActor(centre: readonly number[], radius: number, end: 'point' | 'opposite'): vtkActor {
  const sphere = vtkSphereSource.newInstance({ radius, thetaResolution: 24, phiResolution: 16 });
  sphere.setCenter(centre[0], centre[1], centre[2]);
  return flatActor(sphere.getOutputData(), rgb(caseColours[end]));
}

function rgb(colour: string): Rgb {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
}
