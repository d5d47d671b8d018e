// Bone, tool and a report → the picture, which vtk.js draws.

import '@kitware/vtk.js/Rendering/OpenGL/Profiles/Geometry.js';
import vtkDataArray from '@kitware/vtk.js/Common/Core/DataArray.js';
import vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import vtkMapper from '@kitware/vtk.js/Rendering/Core/Mapper.js';
import vtkGenericRenderWindow from '@kitware/vtk.js/Rendering/Misc/GenericRenderWindow.js';
import { colourOf } from './colours.ts';
import { outlines } from './outlines.ts';
import type { WireMesh, WireReport } from './wire.ts';

export const LAYERS = ['bone', 'tool', 'contacts', 'outlines', 'curve'] as const;
export type Layer = (typeof LAYERS)[number];
type Rgb = readonly [number, number, number];

const BONE: Rgb = [0.93, 0.88, 0.77];
const TOOL: Rgb = [0.25, 0.42, 0.6];
const HAND: Rgb = [0.6, 0.2, 0.2];
const OUTLINE: Rgb = [0.05, 0.35, 0.3];
const CURVE: Rgb = [0.06, 0.08, 0.1];

export class Stage {
  #isDue = false;
  readonly #window = vtkGenericRenderWindow.newInstance({ background: [0.96, 0.97, 0.98] });
  readonly #data: Readonly<Record<Layer, vtkPolyData>>;
  readonly #actors: Readonly<Record<Layer, vtkActor>>;
  /** The tool where the hand is, while the bone holds it elsewhere. */
  readonly #hand: vtkActor;

  constructor(container: HTMLElement) {
    this.#window.setContainer(container);
    this.#data = { bone: empty(), tool: empty(), contacts: empty(), outlines: empty(), curve: empty() };
    const { bone, tool, contacts, outlines, curve } = this.#data;
    this.#hand = shaded(tool, HAND);
    this.#actors = {
      bone: shaded(bone, BONE),
      tool: shaded(tool, TOOL),
      contacts: coloured(contacts),
      outlines: lines(outlines, OUTLINE, 2),
      curve: lines(curve, CURVE, 3),
    };
    this.#actors.tool.getProperty().setOpacity(0.45);
    this.#hand.getProperty().setRepresentationToWireframe();
    this.#hand.getProperty().setOpacity(0.25);
    this.#hand.setVisibility(false);
    this.#window.getRenderer().addActor(this.#hand);
    // The bone yields to what lies on it.
    const mapper = this.#actors.bone.getMapper() as vtkMapper;
    mapper.setResolveCoincidentTopologyToPolygonOffset();
    mapper.setRelativeCoincidentTopologyPolygonOffsetParameters(1, 1);
    for (const layer of LAYERS) this.#window.getRenderer().addActor(this.#actors[layer]);
    new ResizeObserver(() => this.#window.resize()).observe(container);
  }

  show(bone: WireMesh, tool: WireMesh): void {
    fill(this.#data.bone, bone);
    fill(this.#data.tool, tool);
    this.draw();
  }

  place(pose: Float64Array): void {
    this.#actors.tool.setUserMatrix(Float64Array.from(pose) as never);
    this.draw();
  }

  placeHand(pose: Float64Array): void {
    this.#hand.setUserMatrix(Float64Array.from(pose) as never);
  }

  showHand(isShown: boolean): void {
    this.#hand.setVisibility(isShown);
    this.draw();
  }

  report({ corners, distance, segments, patch, body }: WireReport): void {
    const points = Float32Array.from(corners);
    const colours = new Uint8Array(9 * distance.length);
    for (let i = 0; i < distance.length; i++)
      for (let corner = 0; corner < 3; corner++) colours.set(colourOf(distance[i]), 9 * i + 3 * corner);
    const { contacts, outlines: outline, curve } = this.#data;
    contacts.getPoints().setData(points, 3);
    contacts.getPolys().setData(cells(points.length / 3, 3));
    contacts
      .getPointData()
      .setScalars(vtkDataArray.newInstance({ name: 'colour', values: colours, numberOfComponents: 3 }));
    contacts.modified();
    strokes(outline, outlines(corners, patch, body));
    strokes(curve, Float32Array.from(segments));
    this.draw();
  }

  setVisible(layer: Layer, isVisible: boolean): void {
    this.#actors[layer].setVisibility(isVisible);
    this.draw();
  }

  seeThrough(isGlass: boolean): void {
    this.#actors.bone.getProperty().setOpacity(isGlass ? 0.35 : 1);
    this.draw();
  }

  /** Looks along `direction` (from the eye) at a point, from so many mm. */
  look(at: readonly number[], direction: readonly number[], up: readonly number[], from: number): void {
    const camera = this.#window.getRenderer().getActiveCamera();
    camera.setFocalPoint(at[0], at[1], at[2]);
    camera.setPosition(at[0] - from * direction[0], at[1] - from * direction[1], at[2] - from * direction[2]);
    camera.setViewUp(up[0], up[1], up[2]);
    this.#window.getRenderer().resetCameraClippingRange();
    this.draw();
  }

  /** mm of a pixel at a point, and the picture's right and up there. */
  plane(at: readonly number[]): { readonly scale: number; readonly right: number[]; readonly up: number[] } {
    const camera = this.#window.getRenderer().getActiveCamera();
    const eye = camera.getPosition();
    const away = Math.hypot(...at.map((x, k) => x - eye[k]));
    const height = 2 * away * Math.tan((camera.getViewAngle() * Math.PI) / 360);
    const direction = camera.getDirectionOfProjection();
    const [, size] = this.#window.getApiSpecificRenderWindow().getSize();
    const seen = camera.getViewUp();
    const right = unit(cross(direction, seen));
    return { scale: (height * devicePixelRatio) / size, right, up: cross(right, direction) };
  }

  /** The picture, as PNG. */
  async picture(): Promise<Blob> {
    const shots = this.#window.getRenderWindow().captureImages();
    return (await fetch(await (shots as Promise<string>[])[0])).blob();
  }

  /** At the next frame, once, whatever has changed until then. */
  draw(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#window.getRenderWindow().render();
    });
  }
}

function empty(): vtkPolyData {
  return vtkPolyData.newInstance();
}

function actorOf(data: vtkPolyData): { actor: vtkActor; mapper: vtkMapper } {
  const mapper = vtkMapper.newInstance();
  mapper.setInputData(data);
  const actor = vtkActor.newInstance();
  actor.setMapper(mapper);
  return { actor, mapper };
}

function shaded(data: vtkPolyData, colour: Rgb): vtkActor {
  const { actor, mapper } = actorOf(data);
  mapper.setScalarVisibility(false);
  const property = actor.getProperty();
  property.setColor(...colour);
  property.setAmbient(0.2);
  property.setDiffuse(0.8);
  return actor;
}

function coloured(data: vtkPolyData): vtkActor {
  const { actor, mapper } = actorOf(data);
  mapper.setColorModeToDirectScalars();
  actor.getProperty().setLighting(false);
  return actor;
}

function lines(data: vtkPolyData, colour: Rgb, width: number): vtkActor {
  const { actor, mapper } = actorOf(data);
  mapper.setScalarVisibility(false);
  mapper.setResolveCoincidentTopologyToPolygonOffset();
  mapper.setRelativeCoincidentTopologyLineOffsetParameters(-2, -2);
  actor.getProperty().setColor(...colour);
  actor.getProperty().setLighting(false);
  actor.getProperty().setLineWidth(width);
  return actor;
}

function fill(data: vtkPolyData, { positions, faces }: WireMesh): void {
  data.getPoints().setData(Float32Array.from(positions), 3);
  data.getPolys().setData(cells(faces.length, 3, faces));
  data.modified();
}

function strokes(data: vtkPolyData, points: Float32Array): void {
  data.getPoints().setData(points, 3);
  data.getLines().setData(cells(points.length / 3, 2));
  data.modified();
}

/** vtk's cell array: each cell's size, then its points; without `points`, one after the other. */
function cells(count: number, size: number, points?: Uint32Array): Uint32Array {
  const out = new Uint32Array((count / size) * (size + 1));
  for (let cell = 0; cell * size < count; cell++) {
    out[cell * (size + 1)] = size;
    for (let k = 0; k < size; k++) out[cell * (size + 1) + 1 + k] = points?.[cell * size + k] ?? cell * size + k;
  }
  return out;
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(a: readonly number[]): number[] {
  const length = Math.hypot(...a);
  return a.map((x) => x / length);
}
