// Packed surfaces and contacts → the actors that the scene shows.

import vtkDataArray from '@kitware/vtk.js/Common/Core/DataArray.js';
import type vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import vtkPolyDataNormals from '@kitware/vtk.js/Filters/Core/PolyDataNormals.js';
import vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import vtkMapper from '@kitware/vtk.js/Rendering/Core/Mapper.js';
import { cellsPolyData } from '#poly-data';
import { type PackedContacts, type PackedSurface, unpack, unpackPoints } from '../report/payload.ts';
import { colourOf, type DistanceRange } from './palette.ts';

export type Rgb = [number, number, number];

const BONE: Rgb = [0.93, 0.88, 0.77];
const TOOL: Rgb = [0.25, 0.42, 0.6];
const CURVE: Rgb = [0.06, 0.08, 0.1];

export function boneActor(surface: PackedSurface): vtkActor {
  const normals = vtkPolyDataNormals.newInstance();
  normals.setInputData(surfaceData(surface));
  const actor = shaded(normals.getOutputData(), BONE);
  // The bone is drawn behind the contacts and the curve, which lie on it.
  const mapper = actor.getMapper() as vtkMapper;
  mapper.setResolveCoincidentTopologyToPolygonOffset();
  mapper.setRelativeCoincidentTopologyPolygonOffsetParameters(1, 1);
  return actor;
}

export function toolActor(surface: PackedSurface): vtkActor {
  const actor = shaded(surfaceData(surface), TOOL);
  actor.getProperty().setOpacity(0.42);
  return actor;
}

/** The sub-triangles of one pose, each in the colour of its distance. @param body 0 bone, 1 tool. */
export function contactActor(packed: PackedContacts, body: number, range: DistanceRange): vtkActor {
  const corners = unpackPoints(packed.corners, packed);
  const distances = unpack(packed.distance);
  const bodies = unpack(packed.body);
  const rows = Array.from(bodies.keys()).filter((row) => bodies[row] === body);
  const points = new Float32Array(9 * rows.length);
  const colours = new Uint8Array(9 * rows.length);
  rows.forEach((row, i) => {
    points.set(corners.subarray(9 * row, 9 * row + 9), 9 * i);
    const colour = colourOf(distances[row], range);
    for (let corner = 0; corner < 3; corner++) colours.set(colour, 9 * i + 3 * corner);
  });
  const data = cellsPolyData(points, 3);
  data.getPointData().setScalars(vtkDataArray.newInstance({ name: 'colour', values: colours, numberOfComponents: 3 }));
  const mapper = vtkMapper.newInstance();
  mapper.setInputData(data);
  mapper.setColorModeToDirectScalars();
  const actor = vtkActor.newInstance();
  actor.setMapper(mapper);
  actor.getProperty().setAmbient(0.55);
  actor.getProperty().setDiffuse(0.5);
  return actor;
}

/** The intersection curve of the two surfaces. */
export function curveActor(packed: PackedContacts): vtkActor {
  const actor = flatActor(cellsPolyData(unpackPoints(packed.segments, packed), 2), CURVE);
  const mapper = actor.getMapper() as vtkMapper;
  mapper.setResolveCoincidentTopologyToPolygonOffset();
  mapper.setRelativeCoincidentTopologyLineOffsetParameters(-2, -2);
  actor.getProperty().setLineWidth(2.5);
  return actor;
}

/** An actor of one colour, without shading. */
export function flatActor(data: vtkPolyData, colour: Rgb): vtkActor {
  const mapper = vtkMapper.newInstance();
  mapper.setInputData(data);
  mapper.setScalarVisibility(false);
  const actor = vtkActor.newInstance();
  actor.setMapper(mapper);
  actor.getProperty().setColor(...colour);
  actor.getProperty().setLighting(false);
  return actor;
}

function shaded(data: vtkPolyData, colour: Rgb): vtkActor {
  const mapper = vtkMapper.newInstance();
  mapper.setInputData(data);
  mapper.setScalarVisibility(false);
  const actor = vtkActor.newInstance();
  actor.setMapper(mapper);
  const property = actor.getProperty();
  property.setColor(...colour);
  property.setAmbient(0.18);
  property.setDiffuse(0.82);
  property.setSpecular(0.12);
  property.setSpecularPower(18);
  return actor;
}

function surfaceData({ positions, faces }: PackedSurface): vtkPolyData {
  return cellsPolyData(unpack(positions), 3, unpack(faces));
}
