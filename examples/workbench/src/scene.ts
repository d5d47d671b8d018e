// Bodies and a report → the picture, which vtk.js draws on an offscreen canvas: this runs in a thread of its own.

import '@kitware/vtk.js/Rendering/OpenGL/Profiles/Geometry.js';
import vtkDataArray from '@kitware/vtk.js/Common/Core/DataArray.js';
import vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import vtkInteractorStyleTrackballCamera from '@kitware/vtk.js/Interaction/Style/InteractorStyleTrackballCamera.js';
import type vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer.js';
import vtkRenderWindow from '@kitware/vtk.js/Rendering/Core/RenderWindow.js';
import vtkRenderWindowInteractor from '@kitware/vtk.js/Rendering/Core/RenderWindowInteractor.js';
import vtkOpenGLRenderWindow from '@kitware/vtk.js/Rendering/OpenGL/RenderWindow.js';
import { BonePicture } from './bone-picture.ts';
import { captioned } from './captioned.ts';
import { cellsOf } from './cells.ts';
import { isClosed } from './closed.ts';
import { PAINT, type Rgb } from './colours.ts';
import { creased } from './creased.ts';
import { isDrawnByProcessor } from './drawn-by-processor.ts';
import { Eye } from './eye.ts';
import { Frames } from './frames.ts';
import { Inset } from './inset.ts';
import { boneActor, colouredActor, coverActor, lineActor, steelActor, surfaceActor } from './materials.ts';
import { Pointing } from './pointing.ts';
import { providePageGlobals } from './picture-globals.ts';
import {
  type Drawn,
  type DrawnMesh,
  LAYERS,
  type Layer,
  type PictureRequest,
  type PointerEvent3D,
  type Shown,
} from './picture-wire.ts';
import { shape } from './shape.ts';
import { square, strokes, triangles } from './strokes.ts';
import { Backdrop, light } from './studio.ts';
import { TaskPicture } from '../../trainer/src/task-picture.ts';

providePageGlobals();

/** Degrees: for manufactured bodies. */
const CREASE = 35;
/** mm: half a side of the planned plane. */
const PLAN = 35;
const HAND: Rgb = [0.95, 0.45, 0.35];
/** Widths of lines, in pixels of a sharp frame. */
const LINES = { outlines: 2, curve: 3, region: 1, scanlines: 2 } as const;
const NOTHING: DrawnMesh = { points: new Float32Array(), cells: new Uint32Array() };
/** Visible through everything else, since the user looks for what lies in the bone. */
const MARKS: readonly Layer[] = ['contacts', 'overlap', 'outlines', 'curve', 'stroke', 'region', 'scanlines'];

/** ms: if the report on a pose is later, a wire frame shows where the hand is meanwhile. */
const LATE = 150;

type Report = Omit<Drawn & { readonly kind: 'report' }, 'kind' | 'serial'>;

export class Scene {
  readonly #canvas: OffscreenCanvas;
  readonly #isDrawnByProcessor = isDrawnByProcessor();
  readonly #window = vtkRenderWindow.newInstance();
  readonly #backdrop = new Backdrop();
  readonly #renderer = vtkRenderer.newInstance();
  readonly #marks = vtkRenderer.newInstance();
  readonly #interactor = vtkRenderWindowInteractor.newInstance({ enableRender: false });
  #view: vtkOpenGLRenderWindow;
  readonly #bone = new BonePicture(() => this.draw());
  readonly #data: Readonly<Record<Layer, vtkPolyData>>;
  readonly #actors: Readonly<Record<Layer, vtkActor>>;
  /** The bone as it was opened, and the parts made by cuts. */
  readonly #boneActors: readonly vtkActor[];
  #isPlanned = false;
  readonly #isShown = Object.fromEntries(LAYERS.map((layer) => [layer, true])) as Record<Layer, boolean>;
  /** The tool where the hand is, while the bone holds it elsewhere, or while its report is late. */
  readonly #hand: vtkActor;
  /** Whether the bone holds the tool elsewhere. */
  #isHeld = false;
  #held: Float64Array = new Float64Array(16);
  /** The pose of the marks; null: these bodies have none yet. */
  #marked: Float64Array | null = null;
  #late: ReturnType<typeof setTimeout> | null = null;
  /** The tool where a marked stroke first touches. */
  readonly #ghost: vtkActor;
  #touches = false;
  readonly #eye: Eye;
  readonly #inset: Inset;
  readonly #task: TaskPicture;
  #isGlass = false;
  readonly frames: Frames;
  readonly #pointing = new Pointing(this.#interactor);

  /** @param onDrawn called after each frame. */
  constructor(canvas: OffscreenCanvas, onDrawn: () => void) {
    this.#canvas = canvas;
    this.#window.setNumberOfLayers(3);
    for (const [layer, renderer] of [this.#backdrop.renderer, this.#renderer, this.#marks].entries()) {
      renderer.setLayer(layer);
      this.#window.addRenderer(renderer);
    }
    this.#marks.setActiveCamera(this.#renderer.getActiveCamera());
    this.#marks.setInteractive(false);
    light(this.#renderer);
    light(this.#marks);
    this.#eye = new Eye(this.#renderer, () => this.#canvas.width / this.#canvas.height);
    this.#view = this.#viewOn(canvas);
    this.#interactor.setInteractorStyle(vtkInteractorStyleTrackballCamera.newInstance());
    this.#interactor.initialize();
    const empty = Object.fromEntries(LAYERS.map((layer) => [layer, vtkPolyData.newInstance()]));
    this.#data = { ...(empty as Record<Layer, vtkPolyData>), bone: this.#bone.data };
    const { bone, tool, others, contacts, overlap, outlines, curve, stroke, plan, region, scanlines } = this.#data;
    this.#hand = surfaceActor(tool, HAND);
    this.#ghost = surfaceActor(tool, PAINT.stroke);
    this.#actors = {
      bone: boneActor(bone, this.#eye.shade),
      tool: steelActor(tool, PAINT.tool, this.#eye.shade),
      others: surfaceActor(others, PAINT.others),
      contacts: colouredActor(contacts),
      overlap: coverActor(overlap, PAINT.overlap),
      outlines: lineActor(outlines, PAINT.outlines, LINES.outlines),
      curve: lineActor(curve, PAINT.curve, LINES.curve),
      stroke: surfaceActor(stroke, PAINT.stroke),
      plan: surfaceActor(plan, PAINT.plan),
      region: lineActor(region, PAINT.region, LINES.region),
      scanlines: lineActor(scanlines, PAINT.scanlines, LINES.scanlines),
    };
    const parts = this.#bone.cut.parts.map((part) => boneActor(part, this.#eye.shade));
    this.#boneActors = [this.#actors.bone, ...parts];
    // The tool first: bone that is faded is blended with what was drawn before.
    this.#renderer.addActor(this.#actors.tool);
    for (const actor of this.#boneActors) this.#renderer.addActor(actor);
    this.#task = new TaskPicture(this.#renderer, this.#marks);
    square(plan, PLAN);
    this.#actors.plan.getProperty().setOpacity(0.16);
    this.#hand.getProperty().setRepresentationToWireframe();
    // For translucent bodies, vtk.js draws all others twice.
    this.#hand.getProperty().setOpacity(this.#isDrawnByProcessor ? 1 : 0.3);
    this.#ghost.getProperty().setOpacity(0.3);
    for (const actor of [this.#hand, this.#ghost]) {
      actor.setVisibility(false);
      this.#renderer.addActor(actor);
    }
    for (const layer of LAYERS)
      if (layer !== 'bone' && layer !== 'tool')
        (MARKS.includes(layer) ? this.#marks : this.#renderer).addActor(this.#actors[layer]);
    const left = [this.#hand, this.#ghost, this.#actors.plan, this.#actors.outlines, this.#actors.curve];
    this.#inset = new Inset(this.#eye, this.#backdrop, [this.#renderer, this.#marks], left);
    this.frames = new Frames(canvas, this.#isDrawnByProcessor, {
      draw: (gl, isCoarse, isComplete) => this.#drawNow(gl, isCoarse, isComplete),
      resized: (width, height) => {
        this.#view.setSize(width, height);
        this.#showLines();
        this.#backdrop.resize(width, height);
      },
      drawn: onDrawn,
    });
    // A context that a browser has taken away comes back empty.
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', () => {
      this.#window.removeView(this.#view);
      this.#view = this.#viewOn(canvas);
      this.frames.begin();
    });
  }

  /** Makes the view that vtk.js draws with, which belongs to one context. */
  #viewOn(canvas: OffscreenCanvas): vtkOpenGLRenderWindow {
    // vtk.js uses an existing context. If a CPU draws, smooth edges are half of its work.
    canvas.getContext('webgl2', { antialias: !this.#isDrawnByProcessor });
    const view = vtkOpenGLRenderWindow.newInstance({ canvas, manageCanvas: false } as never);
    this.#window.addView(view);
    this.#interactor.setView(view);
    return view;
  }

  resize(width: number, height: number): void {
    this.frames.resize(width, height);
    this.#eye.reframe();
  }

  show(bone: DrawnMesh, tool: DrawnMesh): void {
    this.#bone.show(bone);
    // Near a silhouette a back face can win over the front face beside it by the rounding of depths: such pixels would
    // be dashes along ridges. Of an open bone, back faces are seen through its holes.
    for (const actor of this.#boneActors) actor.getProperty().setBackfaceCulling(isClosed(bone.cells));
    shape(this.#data.tool, creased(tool, CREASE));
    this.#eye.sees(bone.points, tool.points);
    // Results for the previous bodies do not hold for these.
    const none = new Float32Array();
    strokes(this.#data.region, none);
    strokes(this.#data.scanlines, none);
    const [colours, inside] = [new Uint8Array(), new Uint32Array()];
    this.#mark({ corners: none, colours, inside, outlines: none, curve: none, touch: null });
    this.#marked = null;
    this.place(this.#held);
  }

  edit(edit: Drawn & { readonly kind: 'edit' }): void {
    this.#bone.cut.edit(edit);
  }

  renumber(numbers: Drawn & { readonly kind: 'renumber' }): void {
    this.#bone.cut.renumber(numbers);
  }

  showOthers(others: DrawnMesh): void {
    shape(this.#data.others, creased(others, CREASE));
    this.draw();
  }

  showTask({ parts }: Drawn & { readonly kind: 'task' }): void {
    this.#task.show(parts);
    this.draw();
  }

  /** Where the tool is held: it is drawn there once its report comes, or at once if these bodies have no report. */
  place(pose: Float64Array): void {
    this.#held = pose;
    if (this.#marked === null) {
      this.#stand(pose);
      this.draw();
    } else if (!this.#isHeld) {
      if (this.#hand.getVisibility()) {
        this.#hand.setUserMatrix(pose as never);
        this.draw();
      }
      this.#late ??= setTimeout(() => {
        this.#late = null;
        this.#showLate();
      }, LATE);
    }
  }

  #stand(pose: Float64Array): void {
    this.#actors.tool.setUserMatrix(pose as never);
    this.#eye.place(pose);
  }

  /** Shows the hand while it has gone on from the pose of the marks. */
  #showLate(): void {
    if (this.#isHeld) return;
    const isLate = this.#marked !== null && this.#held.some((x, k) => x !== this.#marked?.[k]);
    if (isLate === this.#hand.getVisibility()) return;
    this.#hand.setVisibility(isLate);
    this.#hand.setUserMatrix(this.#held as never);
    this.draw();
  }

  placeHand(pose: Float64Array | null): void {
    this.#isHeld = pose !== null;
    this.#hand.setVisibility(pose !== null);
    if (pose !== null) this.#hand.setUserMatrix(pose as never);
    this.draw();
  }

  /** The marks and the tool at their pose. */
  report(report: Report): void {
    this.#marked = report.pose;
    this.#stand(report.pose);
    if (this.#late !== null) clearTimeout(this.#late);
    this.#late = null;
    if (this.#hand.getVisibility()) this.#showLate();
    this.#mark(report);
    this.draw();
  }

  #mark({ corners, colours, inside, outlines, curve, touch }: Omit<Report, 'pose'>): void {
    const { contacts, overlap } = this.#data;
    contacts.getPoints().setData(corners, 3);
    contacts.getPolys().setData(cellsOf(corners.length / 3, 3));
    contacts
      .getPointData()
      .setScalars(vtkDataArray.newInstance({ name: 'colour', values: colours, numberOfComponents: 3 }));
    contacts.modified();
    overlap.setPoints(contacts.getPoints());
    overlap.getPolys().setData(triangles(inside));
    overlap.modified();
    strokes(this.#data.outlines, outlines);
    strokes(this.#data.curve, curve);
    shape(this.#data.stroke, creased(touch?.ball ?? NOTHING, CREASE));
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

  /** null: no plane. */
  plan(pose: Float64Array | null): void {
    this.#isPlanned = pose !== null;
    if (pose !== null) this.#actors.plan.setUserMatrix(pose as never);
    this.#showPlan();
    this.draw();
  }

  #showPlan(): void {
    this.#actors.plan.setVisibility(this.#isPlanned && this.#isShown.plan);
  }

  setVisible(layer: Layer, isVisible: boolean): void {
    this.#isShown[layer] = isVisible;
    this.#actors[layer].setVisibility(isVisible);
    if (layer === 'bone') for (const actor of this.#boneActors) actor.setVisibility(isVisible);
    if (layer === 'tool') this.#eye.shade.isShown = isVisible;
    this.#showGhost();
    this.#showPlan();
    this.draw();
  }

  seeThrough(isGlass: boolean): void {
    this.#isGlass = isGlass;
    for (const actor of this.#boneActors) actor.getProperty().setOpacity(isGlass ? 0.35 : 1);
    this.draw();
  }

  look(request: PictureRequest & { readonly kind: 'look' }): void {
    this.#eye.look(request);
    this.draw();
  }

  stand(view: PictureRequest & { readonly kind: 'stand' }): void {
    this.#eye.stand(view);
    this.draw();
  }

  layOut({ inset, clear }: PictureRequest & { readonly kind: 'layout' }): void {
    this.#inset.place = inset;
    this.#eye.clear = clear;
    this.draw();
  }

  /** What the newest frame shows. */
  get shown(): Omit<Shown, 'serial'> {
    const camera = this.#renderer.getActiveCamera();
    return {
      pose: this.#marked ?? this.#held,
      camera: {
        position: camera.getPosition() as never,
        direction: camera.getDirectionOfProjection() as never,
        up: camera.getViewUp() as never,
        angle: camera.getViewAngle(),
      },
      inset: this.#inset.shown,
      isCutShown: this.#bone.cut.isShown,
    };
  }

  /** Turns, moves and zooms the camera, as vtk.js does for a mouse. */
  point(event: PointerEvent3D): void {
    this.#pointing.point(event, this.frames.scale);
    this.#eye.letGo();
    this.draw();
  }

  turnWheel(turns: number, x: number, y: number): void {
    this.#pointing.turnWheel(turns, x, y, this.frames.scale);
    this.#eye.letGo();
    this.draw();
  }

  /** Two fingers: `spread` is the factor by which their distance grew; x and y are how far they moved. */
  pinch({ spread, x, y }: PictureRequest & { readonly kind: 'pinch' }): void {
    const perPixel = this.frames.scale / this.#canvas.height;
    this.#eye.pinch(spread, x * perPixel, y * perPixel);
    this.draw();
  }

  /** The picture, as PNG. @param scale of its legend: canvas pixels per page pixel; null: without one. */
  picture(scale: number | null): Promise<Blob> {
    this.frames.now();
    return scale === null ? this.#canvas.convertToBlob() : captioned(this.#canvas, scale, this.#isShown.overlap);
  }

  /** @param isSharp see Frames. */
  draw(isSharp = false): void {
    this.frames.request(isSharp);
  }

  /** Lines are as wide on the screen in a coarse frame, as far as pixels can be. */
  #showLines(): void {
    for (const [layer, width] of Object.entries(LINES))
      this.#actors[layer as Layer].getProperty().setLineWidth(Math.max(1, width * this.frames.scale));
  }

  #drawNow(gl: WebGL2RenderingContext, isCoarse: boolean, isComplete: boolean): void {
    this.#bone.cut.beforeFrame(isComplete);
    this.#eye.shade.isCoarse = isCoarse;
    this.#eye.beforeFrame();
    this.#view.traverseAllPasses();
    // Translucent bone is drawn in a pass that covers the whole canvas.
    if (!this.#isGlass) this.#inset.draw(this.#canvas, gl, isCoarse, () => this.#view.traverseAllPasses());
  }
}
