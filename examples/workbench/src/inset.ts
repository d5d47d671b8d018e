// A picture and its eye → a small second picture in a corner of it: of the tool's lower end while the picture shows the
// whole, and of the whole while the picture looks close.
//
// The same actors are drawn again through a smaller viewport, so no surface is stored twice.

import type vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import type vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer.js';
import type { Eye } from './eye.ts';
import type { LookedAt, Part } from './picture-wire.ts';
import type { Backdrop } from './studio.ts';

const WHOLE = [0, 0, 1, 1] as const;

export class Inset {
  readonly #eye: Eye;
  readonly #backdrop: Backdrop;
  readonly #renderers: readonly vtkRenderer[];
  readonly #leftOut: readonly vtkActor[];
  #place: Part | null = null;
  #shown: LookedAt | null = null;

  /**
   * @param leftOut translucent actors, which vtk.js draws in a pass that covers the whole canvas, and lines, which are
   * as wide in a small picture as in a large one.
   */
  constructor(eye: Eye, backdrop: Backdrop, renderers: readonly vtkRenderer[], leftOut: readonly vtkActor[]) {
    this.#eye = eye;
    this.#backdrop = backdrop;
    this.#renderers = [backdrop.renderer, ...renderers];
    this.#leftOut = leftOut;
  }

  /** null: there is none. */
  set place(place: Part | null) {
    this.#place = place;
  }

  /** What the newest frame's inset shows; null: it has none. */
  get shown(): LookedAt | null {
    return this.#shown;
  }

  /** Draws it over a frame. @param width the canvas's. @param traverse draws the scene. */
  draw(width: number, height: number, traverse: () => void): void {
    const place = this.#place;
    this.#shown = place === null ? null : this.#eye.besides;
    if (place === null || this.#shown === null) return;
    const { left, bottom, right, top } = place;
    const hidden = this.#leftOut.filter((actor) => actor.getVisibility());
    for (const actor of hidden) actor.setVisibility(false);
    for (const renderer of this.#renderers) renderer.setViewport(left, bottom, right, top);
    this.#backdrop.resize((right - left) * width, (top - bottom) * height);
    this.#eye.aside(this.#shown, ((right - left) * width) / ((top - bottom) * height), traverse);
    this.#backdrop.resize(width, height);
    for (const renderer of this.#renderers) renderer.setViewport(...WHOLE);
    for (const actor of hidden) actor.setVisibility(true);
  }
}
