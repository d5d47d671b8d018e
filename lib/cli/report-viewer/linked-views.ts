// A container → two pictures that turn together: the whole on the left, one place magnified on the right.

import '@kitware/vtk.js/Rendering/OpenGL/Profiles/Geometry.js';
import vtkInteractorStyleTrackballCamera from '@kitware/vtk.js/Interaction/Style/InteractorStyleTrackballCamera.js';
import type vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer.js';
import vtkRenderWindow from '@kitware/vtk.js/Rendering/Core/RenderWindow.js';
import vtkRenderWindowInteractor from '@kitware/vtk.js/Rendering/Core/RenderWindowInteractor.js';
import vtkOpenGLRenderWindow from '@kitware/vtk.js/Rendering/OpenGL/RenderWindow.js';
import type { ContactView, Sphere, Vector } from './views.ts';

/** The right end of the left picture, as a fraction of the width. */
const DIVIDER = 0.45;
const VIEW_ANGLE = 30;

/** 'over' is drawn over the close picture, so that what lies inside the bone shows through it. */
type Layer = 'whole' | 'close' | 'over';

/** A place in the left picture, in fractions of the canvas, y down; undefined if it lies outside the picture. */
type Mark = { readonly x: number; readonly y: number } | undefined;

/** The operations on the pictures that other parts of the page use. */
export interface Turnable {
  /**
   * Looks along `direction` (from the eye) with `up` upwards. Without them, it chooses the direction that shows the
   * subject best.
   */
  look(direction?: Vector, up?: Vector): void;
  turn(azimuth: number, elevation: number): void;
  zoom(factor: number): void;
  resize(): void;
  /** The picture as a data URL, for printing. */
  snapshot(): string;
  /** After each drawing, calls the listener with the subject's place in the left picture. */
  onDraw(listener: (mark: Mark) => void): void;
}

interface Subject {
  /** How to look at the subject, and where it lies; undefined if it has no contact. */
  readonly view: ContactView;
  readonly at: readonly number[] | undefined;
}

/** The drawing area, and a renderer for each layer. */
interface Pictures {
  readonly window: vtkRenderWindow;
  readonly view: vtkOpenGLRenderWindow;
  readonly interactor: vtkRenderWindowInteractor;
  readonly renderers: Record<Layer, vtkRenderer>;
}

export class LinkedViews<Part extends string> implements Turnable {
  readonly #container: HTMLElement;
  readonly #pictures: Pictures;
  readonly #links: CameraLinks;
  readonly #bounds: Sphere;
  readonly #actors = new Map<Part | 'bone', vtkActor>();
  readonly #hidden = new Set<Part | 'bone'>();
  #subject: Subject | undefined;
  #focus: Sphere;
  #drawn: (mark: Mark) => void = () => {};

  /** @param bounds what the left picture shows. */
  constructor(container: HTMLElement, bounds: Sphere) {
    this.#container = container;
    this.#bounds = bounds;
    this.#focus = bounds;
    this.#pictures = makePictures(container);
    const { whole, close } = this.#pictures.renderers;
    this.#links = new CameraLinks(whole, close);
    this.#pictures.interactor.onRenderEvent(() => this.#drawn(this.#mark()));
  }

  draw(): void {
    const { whole, close } = this.#pictures.renderers;
    for (const renderer of [whole, close]) renderer.resetCameraClippingRange();
    this.#pictures.window.render();
    this.#drawn(this.#mark());
  }

  /** Replaces the actor of `part` and deletes the old one. If `actor` is undefined, none is left. */
  place(part: Part | 'bone', actor: vtkActor | undefined, layers: readonly Layer[]): void {
    const { renderers } = this.#pictures;
    const old = this.#actors.get(part);
    if (old) for (const renderer of Object.values(renderers)) renderer.removeActor(old);
    old?.delete();
    this.#actors.delete(part);
    if (!actor) return;
    for (const layer of layers) renderers[layer].addActor(actor);
    this.#actors.set(part, actor);
    actor.setVisibility(!this.#hidden.has(part));
  }

  setVisible(part: Part, visible: boolean): void {
    if (visible) this.#hidden.delete(part);
    else this.#hidden.add(part);
    this.#actors.get(part)?.setVisibility(visible);
    this.draw();
  }

  setBoneOpacity(opacity: number): void {
    this.#actors.get('bone')?.getProperty().setOpacity(opacity);
    this.draw();
  }

  /**
   * Moves the right picture to the new subject. Its direction stays; so does its scale, once it has shown a subject.
   */
  follow(subject: Subject): void {
    this.#subject = subject;
    const wanted = subject.view.focus;
    if (wanted) {
      const { close } = this.#pictures.renderers;
      const camera = close.getActiveCamera();
      const away = camera.getDirectionOfProjection().map((value) => -value) as Vector;
      // The scale stays while stepping along a path, so that the region moves without growing or shrinking.
      const radius = this.#focus === this.#bounds ? wanted.radius : this.#focus.radius;
      const focus = { centre: wanted.centre, radius };
      this.#focus = focus;
      this.#links.unlinked(() => aim(close, focus, away, camera.getViewUp() as Vector, this.#aspects()[1]));
    }
    this.draw();
  }

  look(direction?: Vector, up?: Vector): void {
    if (!this.#subject) return;
    const { whole, close } = this.#pictures.renderers;
    const best = this.#subject.view;
    const away = direction ? (direction.map((value) => -value) as Vector) : best.away;
    const focus = best.focus ?? this.#bounds;
    this.#focus = focus;
    const [wholeAspect, closeAspect] = this.#aspects();
    this.#links.unlinked(() => {
      aim(whole, this.#bounds, away, up ?? best.up, wholeAspect);
      aim(close, focus, away, up ?? best.up, closeAspect);
    });
    this.draw();
  }

  turn(azimuth: number, elevation: number): void {
    const camera = this.#pictures.renderers.whole.getActiveCamera();
    camera.azimuth(azimuth);
    camera.elevation(elevation);
    camera.orthogonalizeViewUp();
    this.draw();
  }

  zoom(factor: number): void {
    this.#links.unlinked(() => this.#pictures.renderers.close.getActiveCamera().dolly(factor));
    this.draw();
  }

  resize(): void {
    const { width, height } = this.#container.getBoundingClientRect();
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    if (width < 1 || height < 1) return;
    this.#pictures.view.setSize(Math.round(width * ratio), Math.round(height * ratio));
    this.draw();
  }

  snapshot(): string {
    this.draw();
    return this.#pictures.view.getCanvas()?.toDataURL('image/png') ?? '';
  }

  onDraw(listener: (mark: Mark) => void): void {
    this.#drawn = listener;
  }

  #mark(): Mark {
    if (!this.#subject?.at) return undefined;
    const [x, y, z] = this.#subject.at;
    const at = this.#pictures.renderers.whole.worldToNormalizedDisplay(x, y, z, this.#aspects()[0]);
    return at[0] >= 0 && at[0] <= DIVIDER ? { x: at[0], y: 1 - at[1] } : undefined;
  }

  /** The aspect ratios (width over height) of the left and the right picture. */
  #aspects(): [number, number] {
    const [width, height] = this.#pictures.view.getSize();
    return [(DIVIDER * width) / height, ((1 - DIVIDER) * width) / height];
  }
}

function makePictures(container: HTMLElement): Pictures {
  const window = vtkRenderWindow.newInstance();
  const view = vtkOpenGLRenderWindow.newInstance();
  view.setContainer(container);
  window.addView(view);
  const whole = vtkRenderer.newInstance({ background: [0.93, 0.95, 0.965] });
  const close = vtkRenderer.newInstance({ background: [0.965, 0.975, 0.985] });
  const over = vtkRenderer.newInstance({ interactive: false });
  whole.setViewport(0, 0, DIVIDER, 1);
  close.setViewport(DIVIDER, 0, 1, 1);
  over.setViewport(DIVIDER, 0, 1, 1);
  over.setLayer(1);
  over.setActiveCamera(close.getActiveCamera());
  window.setNumberOfLayers(2);
  for (const renderer of [whole, close, over]) window.addRenderer(renderer);
  for (const renderer of [whole, close]) renderer.getActiveCamera().setViewAngle(VIEW_ANGLE);
  const interactor = vtkRenderWindowInteractor.newInstance();
  interactor.setView(view);
  interactor.initialize();
  interactor.bindEvents(container);
  interactor.setInteractorStyle(vtkInteractorStyleTrackballCamera.newInstance());
  return { window, view, interactor, renderers: { whole, close, over } };
}

/** Moves a camera so that a sphere, seen from the direction `away`, fills its picture. */
function aim(renderer: vtkRenderer, target: Sphere, away: Vector, up: Vector, aspect: number): void {
  const half = Math.sin(((VIEW_ANGLE / 2) * Math.PI) / 180) * Math.min(1, aspect);
  const distance = target.radius / half;
  const camera = renderer.getActiveCamera();
  camera.setFocalPoint(...target.centre);
  camera.setPosition(
    target.centre[0] + distance * away[0],
    target.centre[1] + distance * away[1],
    target.centre[2] + distance * away[2],
  );
  camera.setViewUp(...up);
}

/** Two cameras that turn together: turning one turns the other, each about its own focal point. */
class CameraLinks {
  #isFollowing = false;

  constructor(first: vtkRenderer, second: vtkRenderer) {
    this.#link(first, second);
    this.#link(second, first);
  }

  /** Moves a camera without moving the other. */
  unlinked(move: () => void): void {
    this.#isFollowing = true;
    move();
    this.#isFollowing = false;
  }

  #link(leader: vtkRenderer, follower: vtkRenderer): void {
    leader.getActiveCamera().onModified(() => {
      if (this.#isFollowing) return;
      this.unlinked(() => {
        const from = leader.getActiveCamera();
        const to = follower.getActiveCamera();
        const distance = to.getDistance();
        const [dx, dy, dz] = from.getDirectionOfProjection();
        const [x, y, z] = to.getFocalPoint();
        to.setPosition(x - distance * dx, y - distance * dy, z - distance * dz);
        const [ux, uy, uz] = from.getViewUp();
        to.setViewUp(ux, uy, uz);
        follower.resetCameraClippingRange();
      });
    });
  }
}
