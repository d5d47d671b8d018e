// A container → two pictures that turn together: the whole at the left, a magnifier of one place at the right.

import '@kitware/vtk.js/Rendering/OpenGL/Profiles/Geometry.js';
import vtkInteractorStyleTrackballCamera from '@kitware/vtk.js/Interaction/Style/InteractorStyleTrackballCamera.js';
import type vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer.js';
import vtkRenderWindow from '@kitware/vtk.js/Rendering/Core/RenderWindow.js';
import vtkRenderWindowInteractor from '@kitware/vtk.js/Rendering/Core/RenderWindowInteractor.js';
import vtkOpenGLRenderWindow from '@kitware/vtk.js/Rendering/OpenGL/RenderWindow.js';
import type { ContactView, Sphere, Vector } from './views.ts';

/** Where the left picture ends, as a fraction of the width. */
const DIVIDER = 0.45;
const VIEW_ANGLE = 30;

/** over: the close picture again, drawn over it, so that what lies inside the bone is seen through it. */
type Layer = 'whole' | 'close' | 'over';

/** Where a place stands in the left picture, in fractions of the canvas, y down; undefined where it is not in it. */
type Mark = { readonly x: number; readonly y: number } | undefined;

/** What can be done with the pictures from outside. */
export interface Turnable {
  /** Looks along `direction` (from the eye), with `up` upwards; without one, as shows the subject best. */
  look(direction?: Vector, up?: Vector): void;
  turn(azimuth: number, elevation: number): void;
  zoom(factor: number): void;
  resize(): void;
  /** The picture as a data URL, for paper. */
  snapshot(): string;
  /** Called after each drawing with where the subject stands in the left picture. */
  onDraw(listener: (mark: Mark) => void): void;
}

interface Subject {
  /** How to look at it, and where it is: nowhere if it has no contact. */
  readonly view: ContactView;
  readonly at: readonly number[] | undefined;
}

export interface LinkedViews<Part extends string> extends Turnable {
  /** Puts an actor in the place of the one that stood for `part`, which is deleted; undefined leaves none. */
  place(part: Part | 'bone', actor: vtkActor | undefined, layers: readonly Layer[]): void;
  setVisible(part: Part, visible: boolean): void;
  setBoneOpacity(opacity: number): void;
  /** The right picture moves to the new subject; its direction and, once it has shown one, its scale stay. */
  follow(subject: Subject): void;
  draw(): void;
}

/** @param bounds what the left picture shows. */
export function createLinkedViews<Part extends string>(container: HTMLElement, bounds: Sphere): LinkedViews<Part> {
  const window_ = vtkRenderWindow.newInstance();
  const view = vtkOpenGLRenderWindow.newInstance();
  view.setContainer(container);
  window_.addView(view);
  const whole = vtkRenderer.newInstance({ background: [0.93, 0.95, 0.965] });
  const close = vtkRenderer.newInstance({ background: [0.965, 0.975, 0.985] });
  const over = vtkRenderer.newInstance({ interactive: false });
  whole.setViewport(0, 0, DIVIDER, 1);
  close.setViewport(DIVIDER, 0, 1, 1);
  over.setViewport(DIVIDER, 0, 1, 1);
  over.setLayer(1);
  over.setActiveCamera(close.getActiveCamera());
  window_.setNumberOfLayers(2);
  for (const renderer of [whole, close, over]) window_.addRenderer(renderer);
  for (const renderer of [whole, close]) renderer.getActiveCamera().setViewAngle(VIEW_ANGLE);
  const interactor = vtkRenderWindowInteractor.newInstance();
  interactor.setView(view);
  interactor.initialize();
  interactor.bindEvents(container);
  interactor.setInteractorStyle(vtkInteractorStyleTrackballCamera.newInstance());

  const renderers: Record<Layer, vtkRenderer> = { whole, close, over };
  const actors = new Map<Part | 'bone', vtkActor>();
  const hidden = new Set<Part | 'bone'>();
  let subject: Subject | undefined;
  let focus: Sphere = bounds;
  let drawn: (mark: Mark) => void = () => {};

  const draw = () => {
    for (const renderer of [whole, close]) renderer.resetCameraClippingRange();
    window_.render();
    drawn(mark());
  };
  const mark = (): Mark => {
    if (!subject?.at) return undefined;
    const [width, height] = view.getSize();
    const [x, y, z] = subject.at;
    const at = whole.worldToNormalizedDisplay(x, y, z, (DIVIDER * width) / height);
    return at[0] >= 0 && at[0] <= DIVIDER ? { x: at[0], y: 1 - at[1] } : undefined;
  };
  const aim = (renderer: vtkRenderer, target: Sphere, away: Vector, up: Vector, aspect: number) => {
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
  };
  const aspects = () => {
    const [width, height] = view.getSize();
    return [(DIVIDER * width) / height, ((1 - DIVIDER) * width) / height];
  };

  // Turning one picture turns the other.
  let following = false;
  const link = (leader: vtkRenderer, follower: vtkRenderer) => {
    leader.getActiveCamera().onModified(() => {
      if (following) return;
      following = true;
      const from = leader.getActiveCamera();
      const to = follower.getActiveCamera();
      const distance = to.getDistance();
      const [dx, dy, dz] = from.getDirectionOfProjection();
      const [x, y, z] = to.getFocalPoint();
      to.setPosition(x - distance * dx, y - distance * dy, z - distance * dz);
      const [ux, uy, uz] = from.getViewUp();
      to.setViewUp(ux, uy, uz);
      follower.resetCameraClippingRange();
      following = false;
    });
  };
  link(whole, close);
  link(close, whole);
  const unlinked = (move: () => void) => {
    following = true;
    move();
    following = false;
  };
  interactor.onRenderEvent(() => drawn(mark()));

  return {
    draw,
    place(part, actor, layers) {
      const old = actors.get(part);
      if (old) for (const renderer of Object.values(renderers)) renderer.removeActor(old);
      old?.delete();
      actors.delete(part);
      if (!actor) return;
      for (const layer of layers) renderers[layer].addActor(actor);
      actors.set(part, actor);
      actor.setVisibility(!hidden.has(part));
    },
    setVisible(part, visible) {
      if (visible) hidden.delete(part);
      else hidden.add(part);
      actors.get(part)?.setVisibility(visible);
      draw();
    },
    setBoneOpacity(opacity) {
      actors.get('bone')?.getProperty().setOpacity(opacity);
      draw();
    },
    follow(next) {
      subject = next;
      const wanted = next.view.focus;
      if (wanted) {
        const camera = close.getActiveCamera();
        const away = camera.getDirectionOfProjection().map((value) => -value) as Vector;
        // While stepping along a path the scale stays: the region moves, it does not breathe.
        focus = { centre: wanted.centre, radius: focus === bounds ? wanted.radius : focus.radius };
        unlinked(() => aim(close, focus, away, camera.getViewUp() as Vector, aspects()[1]));
      }
      draw();
    },
    look(direction, up) {
      if (!subject) return;
      const best = subject.view;
      const away = direction ? (direction.map((value) => -value) as Vector) : best.away;
      focus = best.focus ?? bounds;
      const [wholeAspect, closeAspect] = aspects();
      unlinked(() => {
        aim(whole, bounds, away, up ?? best.up, wholeAspect);
        aim(close, focus, away, up ?? best.up, closeAspect);
      });
      draw();
    },
    turn(azimuth, elevation) {
      const camera = whole.getActiveCamera();
      camera.azimuth(azimuth);
      camera.elevation(elevation);
      camera.orthogonalizeViewUp();
      draw();
    },
    zoom(factor) {
      unlinked(() => close.getActiveCamera().dolly(factor));
      draw();
    },
    resize() {
      const { width, height } = container.getBoundingClientRect();
      const ratio = Math.min(window.devicePixelRatio || 1, 2);
      if (width < 1 || height < 1) return;
      view.setSize(Math.round(width * ratio), Math.round(height * ratio));
      draw();
    },
    snapshot() {
      draw();
      return view.getCanvas()?.toDataURL('image/png') ?? '';
    },
    onDraw(listener) {
      drawn = listener;
    },
  };
}
