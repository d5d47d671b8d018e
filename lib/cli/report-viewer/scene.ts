// Payload and a pose → the picture: the whole at the left, the contact region at the right, turned together.

import '@kitware/vtk.js/Rendering/OpenGL/Profiles/Geometry.js';
import vtkInteractorStyleTrackballCamera from '@kitware/vtk.js/Interaction/Style/InteractorStyleTrackballCamera.js';
import type vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer.js';
import vtkRenderWindow from '@kitware/vtk.js/Rendering/Core/RenderWindow.js';
import vtkRenderWindowInteractor from '@kitware/vtk.js/Rendering/Core/RenderWindowInteractor.js';
import vtkOpenGLRenderWindow from '@kitware/vtk.js/Rendering/OpenGL/RenderWindow.js';
import type { PackedPose, ReportPayload } from '../report/payload.ts';
import { boneActor, contactActor, curveActor, toolActor } from './bodies.ts';
import type { DistanceRange } from './palette.ts';
import { contactView, type Sphere, type Vector, wholeSphere } from './views.ts';

export type Part = 'bone' | 'tool' | 'boneContacts' | 'toolContacts' | 'curve';

/** Where the left picture ends, as a fraction of the width. */
const DIVIDER = 0.45;
const VIEW_ANGLE = 30;

export interface Scene {
  show(pose: PackedPose): void;
  /** Looks along `direction` (from the eye), with `up` upwards; without one, as shows this pose's contact best. */
  look(direction?: Vector, up?: Vector): void;
  turn(azimuth: number, elevation: number): void;
  zoom(factor: number): void;
  setVisible(part: Part, visible: boolean): void;
  setBoneOpacity(opacity: number): void;
  resize(): void;
  /** The picture as a data URL, for paper. */
  snapshot(): string;
  /** Called after each drawing with the place of the deepest contact in the left picture, in fractions of the canvas, y down. */
  onDraw(listener: (mark: { x: number; y: number } | undefined) => void): void;
}

export function createScene(container: HTMLElement, payload: ReportPayload, range: DistanceRange): Scene {
  const window_ = vtkRenderWindow.newInstance();
  const view = vtkOpenGLRenderWindow.newInstance();
  view.setContainer(container);
  window_.addView(view);
  const whole = vtkRenderer.newInstance({ background: [0.93, 0.95, 0.965] });
  const close = vtkRenderer.newInstance({ background: [0.965, 0.975, 0.985] });
  whole.setViewport(0, 0, DIVIDER, 1);
  close.setViewport(DIVIDER, 0, 1, 1);
  const renderers = [whole, close];
  for (const renderer of renderers) {
    window_.addRenderer(renderer);
    renderer.getActiveCamera().setViewAngle(VIEW_ANGLE);
  }
  // Drawn over the close picture, so that what lies inside the bone is seen through it.
  const inside = vtkRenderer.newInstance({ interactive: false });
  inside.setLayer(1);
  inside.setViewport(DIVIDER, 0, 1, 1);
  inside.setActiveCamera(close.getActiveCamera());
  window_.setNumberOfLayers(2);
  window_.addRenderer(inside);
  const interactor = vtkRenderWindowInteractor.newInstance();
  interactor.setView(view);
  interactor.initialize();
  interactor.bindEvents(container);
  interactor.setInteractorStyle(vtkInteractorStyleTrackballCamera.newInstance());

  const actors: Partial<Record<Part, vtkActor>> = {};
  const visible: Record<Part, boolean> = {
    bone: true,
    tool: true,
    boneContacts: true,
    toolContacts: true,
    curve: true,
  };
  const place = (part: Part, actor: vtkActor | undefined, shownIn: readonly vtkRenderer[] = renderers) => {
    const old = actors[part];
    for (const renderer of shownIn) {
      if (old) renderer.removeActor(old);
      if (actor) renderer.addActor(actor);
    }
    old?.delete();
    actors[part] = actor;
    actor?.setVisibility(visible[part]);
  };
  place('bone', boneActor(payload.bone));
  const tool = toolActor(payload.tool);
  place('tool', tool);
  const bounds = wholeSphere(payload);

  let current = payload.poses[0];
  let focus: Sphere = bounds;
  let drawn: (mark: { x: number; y: number } | undefined) => void = () => {};

  const draw = () => {
    for (const renderer of renderers) renderer.resetCameraClippingRange();
    window_.render();
    drawn(mark());
  };
  const mark = () => {
    if (!current.deepest) return undefined;
    const [width, height] = view.getSize();
    const [x, y, z] = current.deepest.point;
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

  // Turning one picture turns the other: the close one is a magnifier of the whole.
  let following = false;
  const follow = (leader: vtkRenderer, follower: vtkRenderer) => {
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
  follow(whole, close);
  follow(close, whole);
  interactor.onRenderEvent(() => drawn(mark()));

  const scene: Scene = {
    show(pose) {
      current = pose;
      tool.setUserMatrix(Float32Array.from(pose.matrix));
      const { contacts } = pose;
      place('boneContacts', contacts ? contactActor(contacts, 0, range) : undefined);
      place('toolContacts', contacts ? contactActor(contacts, 1, range) : undefined, [whole, inside]);
      place('curve', contacts ? curveActor(contacts) : undefined, [whole, inside]);
      const wanted = contactView(pose, payload, bounds).focus;
      if (wanted) {
        const camera = close.getActiveCamera();
        const away = camera.getDirectionOfProjection().map((value) => -value) as Vector;
        const up = camera.getViewUp() as Vector;
        // While stepping along a path the scale stays: the region moves, it does not breathe.
        focus = { centre: wanted.centre, radius: focus === bounds ? wanted.radius : focus.radius };
        following = true;
        aim(close, focus, away, up, aspects()[1]);
        following = false;
      }
      draw();
    },
    look(direction, up) {
      const best = contactView(current, payload, bounds);
      const away = direction ? (direction.map((value) => -value) as Vector) : best.away;
      focus = best.focus ?? bounds;
      const [wholeAspect, closeAspect] = aspects();
      following = true;
      aim(whole, bounds, away, up ?? best.up, wholeAspect);
      aim(close, focus, away, up ?? best.up, closeAspect);
      following = false;
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
      following = true;
      close.getActiveCamera().dolly(factor);
      following = false;
      draw();
    },
    setVisible(part, value) {
      visible[part] = value;
      actors[part]?.setVisibility(value);
      draw();
    },
    setBoneOpacity(opacity) {
      actors.bone?.getProperty().setOpacity(opacity);
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
  return scene;
}
