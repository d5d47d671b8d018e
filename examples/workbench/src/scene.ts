// Bodies and a report → the picture, which vtk.js draws on a canvas of no page: this runs in a thread of its own.

import './picture-globals.ts';
import '@kitware/vtk.js/Rendering/OpenGL/Profiles/Geometry.js';
import vtkDataArray from '@kitware/vtk.js/Common/Core/DataArray.js';
import vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import vtkInteractorStyleTrackballCamera from '@kitware/vtk.js/Interaction/Style/InteractorStyleTrackballCamera.js';
import vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import vtkMapper from '@kitware/vtk.js/Rendering/Core/Mapper.js';
import vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer.js';
import vtkRenderWindow from '@kitware/vtk.js/Rendering/Core/RenderWindow.js';
import vtkRenderWindowInteractor from '@kitware/vtk.js/Rendering/Core/RenderWindowInteractor.js';
import vtkOpenGLRenderWindow from '@kitware/vtk.js/Rendering/OpenGL/RenderWindow.js';
import { captioned } from './captioned.ts';
import { cellsOf } from './cells.ts';
import { PAINT, type Rgb } from './colours.ts';
import {
  type CameraView,
  type Drawn,
  type DrawnMesh,
  LAYERS,
  type Layer,
  type PointerEvent3D,
  type Triple,
} from './picture-wire.ts';

const HAND: Rgb = [0.6, 0.2, 0.2];
const NOTHING: DrawnMesh = { points: new Float32Array(), cells: new Uint32Array() };
const BACKGROUND: Rgb = [0.96, 0.97, 0.98];

type Marks = Omit<Drawn & { readonly kind: 'report' }, 'kind' | 'serial'>;

export class Scene {
  #isDue = false;
  readonly #canvas: OffscreenCanvas;
  readonly #window = vtkRenderWindow.newInstance();
  readonly #renderer = vtkRenderer.newInstance({ background: [...BACKGROUND] });
  readonly #interactor = vtkRenderWindowInteractor.newInstance({ enableRender: false });
  #view: vtkOpenGLRenderWindow;
  readonly #data: Readonly<Record<Layer, vtkPolyData>>;
  readonly #actors: Readonly<Record<Layer, vtkActor>>;
  /** The tool where the hand is, while the bone holds it elsewhere. */
  readonly #hand: vtkActor;
  /** The tool where a marked stroke first touches. */
  readonly #ghost: vtkActor;
  #touches = false;
  readonly #onDrawn: () => void;

  /** @param onDrawn called behind each frame. */
  constructor(canvas: OffscreenCanvas, onDrawn: () => void) {
    this.#canvas = canvas;
    this.#onDrawn = onDrawn;
    this.#window.addRenderer(this.#renderer);
    this.#view = this.#viewOn(canvas);
    this.#interactor.setInteractorStyle(vtkInteractorStyleTrackballCamera.newInstance());
    this.#interactor.initialize();
    this.#data = Object.fromEntries(LAYERS.map((layer) => [layer, vtkPolyData.newInstance()])) as never;
    const { bone, tool, others, contacts, outlines, curve, stroke, region, scanlines } = this.#data;
    this.#hand = shaded(tool, HAND);
    this.#ghost = shaded(tool, PAINT.stroke);
    this.#actors = {
      bone: shaded(bone, PAINT.bone),
      tool: shaded(tool, PAINT.tool),
      others: shaded(others, PAINT.others),
      contacts: coloured(contacts),
      outlines: lines(outlines, PAINT.outlines, 2),
      curve: lines(curve, PAINT.curve, 3),
      stroke: shaded(stroke, PAINT.stroke),
      region: lines(region, PAINT.region, 1),
      scanlines: lines(scanlines, PAINT.scanlines, 2),
    };
    this.#actors.tool.getProperty().setOpacity(0.45);
    this.#actors.others.getProperty().setOpacity(0.45);
    this.#hand.getProperty().setRepresentationToWireframe();
    this.#hand.getProperty().setOpacity(0.25);
    this.#ghost.getProperty().setOpacity(0.3);
    for (const actor of [this.#hand, this.#ghost]) {
      actor.setVisibility(false);
      this.#renderer.addActor(actor);
    }
    // The bone yields to what lies on it.
    const mapper = this.#actors.bone.getMapper() as vtkMapper;
    mapper.setResolveCoincidentTopologyToPolygonOffset();
    mapper.setRelativeCoincidentTopologyPolygonOffsetParameters(1, 1);
    for (const layer of LAYERS) this.#renderer.addActor(this.#actors[layer]);
    // A context that a browser takes away comes back empty.
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', () => {
      this.#window.removeView(this.#view);
      this.#view = this.#viewOn(canvas);
      this.resize(canvas.width, canvas.height);
    });
  }

  /** What vtk.js draws with: it belongs to one context. */
  #viewOn(canvas: OffscreenCanvas): vtkOpenGLRenderWindow {
    const view = vtkOpenGLRenderWindow.newInstance({ canvas, manageCanvas: false } as never);
    this.#window.addView(view);
    this.#interactor.setView(view);
    return view;
  }

  resize(width: number, height: number): void {
    this.#canvas.width = width;
    this.#canvas.height = height;
    this.#view.setSize(width, height);
    this.draw();
  }

  show(bone: DrawnMesh, tool: DrawnMesh): void {
    fill(this.#data.bone, bone);
    fill(this.#data.tool, tool);
    // What was found on the last ones is not of these.
    const none = new Float32Array();
    strokes(this.#data.region, none);
    strokes(this.#data.scanlines, none);
    this.#mark({ corners: none, colours: new Uint8Array(), outlines: none, curve: none, touch: null });
    this.draw();
  }

  showOthers(others: DrawnMesh): void {
    fill(this.#data.others, others);
    this.draw();
  }

  place(pose: Float64Array): void {
    this.#actors.tool.setUserMatrix(pose as never);
    this.draw();
  }

  placeHand(pose: Float64Array | null): void {
    this.#hand.setVisibility(pose !== null);
    if (pose !== null) this.#hand.setUserMatrix(pose as never);
    this.draw();
  }

  report(marks: Marks): void {
    this.#mark(marks);
    this.draw();
  }

  #mark({ corners, colours, outlines, curve, touch }: Marks): void {
    const { contacts } = this.#data;
    contacts.getPoints().setData(corners, 3);
    contacts.getPolys().setData(cellsOf(corners.length / 3, 3));
    contacts
      .getPointData()
      .setScalars(vtkDataArray.newInstance({ name: 'colour', values: colours, numberOfComponents: 3 }));
    contacts.modified();
    strokes(this.#data.outlines, outlines);
    strokes(this.#data.curve, curve);
    fill(this.#data.stroke, touch?.ball ?? NOTHING);
    if (touch !== null) this.#ghost.setUserMatrix(touch.pose as never);
    this.#touches = touch !== null;
    this.#showGhost();
  }

  #showGhost(): void {
    this.#ghost.setVisibility(this.#touches && this.#actors.stroke.getVisibility());
  }

  region({ faces, scanlines }: Drawn & { readonly kind: 'region' }): void {
    strokes(this.#data.region, faces);
    strokes(this.#data.scanlines, scanlines);
    this.draw();
  }

  setVisible(layer: Layer, isVisible: boolean): void {
    this.#actors[layer].setVisibility(isVisible);
    this.#showGhost();
    this.draw();
  }

  seeThrough(isGlass: boolean): void {
    this.#actors.bone.getProperty().setOpacity(isGlass ? 0.35 : 1);
    this.draw();
  }

  /** Looks along `direction` (from the eye) at a point, from so many mm. */
  look(at: Triple, direction: Triple, up: Triple, from: number): void {
    const camera = this.#renderer.getActiveCamera();
    camera.setFocalPoint(...at);
    camera.setPosition(at[0] - from * direction[0], at[1] - from * direction[1], at[2] - from * direction[2]);
    camera.setViewUp(...up);
    this.#renderer.resetCameraClippingRange();
    this.draw();
  }

  get camera(): CameraView {
    const camera = this.#renderer.getActiveCamera();
    return {
      position: camera.getPosition() as never,
      direction: camera.getDirectionOfProjection() as never,
      up: camera.getViewUp() as never,
      angle: camera.getViewAngle(),
    };
  }

  /** Turns, moves and nears the camera, as vtk.js has it for a mouse. */
  point({ phase, button, x, y, controlKey, altKey }: PointerEvent3D): void {
    const event = { position: { x, y, z: 0 }, controlKey, altKey, shiftKey: false, deviceType: 'mouse' };
    const to = this.#interactor as unknown as Record<string, (event: unknown) => void>;
    if (phase === 'move') to.mouseMoveEvent(event);
    else to[`${button}Button${phase === 'press' ? 'Press' : 'Release'}Event`](event);
    this.draw();
  }

  turnWheel(turns: number, x: number, y: number): void {
    const event = { spinY: turns, position: { x, y, z: 0 }, deviceType: 'mouse' };
    const to = this.#interactor as unknown as Record<string, (event?: unknown) => void>;
    to.startMouseWheelEvent(event);
    to.mouseWheelEvent(event);
    to.endMouseWheelEvent();
    this.draw();
  }

  /** The picture with its legend, as PNG. @param scale pixels of the canvas for one of the page's. */
  picture(scale: number): Promise<Blob> {
    this.#view.traverseAllPasses();
    return captioned(this.#canvas, scale);
  }

  /** At the next frame, once, whatever has changed until then. */
  draw(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      // It is drawn when its context is back.
      if (this.#canvas.getContext('webgl2')?.isContextLost()) return;
      this.#view.traverseAllPasses();
      this.#onDrawn();
    });
  }
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

function fill(data: vtkPolyData, { points, cells }: DrawnMesh): void {
  data.getPoints().setData(points, 3);
  data.getPolys().setData(cells);
  data.modified();
}

function strokes(data: vtkPolyData, points: Float32Array): void {
  data.getPoints().setData(points, 3);
  data.getLines().setData(cellsOf(points.length / 3, 2));
  data.modified();
}
