// A container → two pictures that turn together: the whole in the first, one place magnified in the second.

import type vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import { aim, CameraLinks } from './camera-links.ts';
import { type Layer, makePictures, type Pictures, setGrounds, setViewports } from './renderers.ts';
import { aspectOf, type Layout, layoutOf } from './view-layout.ts';
import type { ContactView, Sphere, Vector } from './views.ts';

/** A place in the first picture, in fractions of the canvas, y down; undefined if it lies outside the picture. */
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
  /** After each drawing, calls the listener with the subject's place in the first picture. */
  onDraw(listener: (mark: Mark) => void): void;
}

interface Subject {
  /** How to look at the subject, and where it lies; undefined if it has no contact. */
  readonly view: ContactView;
  readonly at: readonly number[] | undefined;
}

const DARK = window.matchMedia('(prefers-color-scheme: dark)');

export class LinkedViews<Part extends string> implements Turnable {
  readonly #container: HTMLElement;
  readonly #pictures: Pictures;
  readonly #links: CameraLinks;
  readonly #bounds: Sphere;
  readonly #actors = new Map<Part | 'bone', vtkActor>();
  readonly #hidden = new Set<Part | 'bone'>();
  #subject: Subject | undefined;
  #focus: Sphere;
  #layout: Layout;
  #drawn: (mark: Mark) => void = () => {};

  /** @param bounds what the first picture shows. */
  constructor(container: HTMLElement, bounds: Sphere) {
    this.#container = container;
    this.#bounds = bounds;
    this.#focus = bounds;
    this.#pictures = makePictures(container);
    this.#layout = layoutOf(container.clientWidth);
    setViewports(this.#pictures.renderers, this.#layout);
    this.#setScheme();
    DARK.addEventListener('change', () => {
      this.#setScheme();
      this.draw();
    });
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
   * Moves the second picture to the new subject. Its direction stays; so does its scale, once it has shown a subject.
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
    this.#arrange(layoutOf(width));
    this.draw();
  }

  snapshot(): string {
    // Paper is light, whatever the screen.
    setGrounds(this.#pictures.renderers, 'light');
    this.draw();
    const source = this.#pictures.view.getCanvas()?.toDataURL('image/png') ?? '';
    this.#setScheme();
    this.draw();
    return source;
  }

  onDraw(listener: (mark: Mark) => void): void {
    this.#drawn = listener;
  }

  #mark(): Mark {
    if (!this.#subject?.at) return undefined;
    const [x, y, z] = this.#subject.at;
    const at = this.#pictures.renderers.whole.worldToNormalizedDisplay(x, y, z, this.#aspects()[0]);
    const [left, bottom, right, top] = this.#layout.whole;
    const isInside = at[0] >= left && at[0] <= right && at[1] >= bottom && at[1] <= top;
    return isInside ? { x: at[0], y: 1 - at[1] } : undefined;
  }

  /** Puts the pictures beside each other or one above the other; the direction of the view stays. */
  #arrange(layout: Layout): void {
    if (layout.isStacked === this.#layout.isStacked) return;
    this.#layout = layout;
    setViewports(this.#pictures.renderers, layout);
    const camera = this.#pictures.renderers.whole.getActiveCamera();
    this.look(camera.getDirectionOfProjection() as Vector, camera.getViewUp() as Vector);
  }

  #setScheme(): void {
    setGrounds(this.#pictures.renderers, DARK.matches ? 'dark' : 'light');
  }

  /** The aspect ratios (width over height) of the first and the second picture. */
  #aspects(): [number, number] {
    const [width, height] = this.#pictures.view.getSize();
    const { whole, close } = this.#layout;
    return [aspectOf(whole, width, height), aspectOf(close, width, height)];
  }
}
