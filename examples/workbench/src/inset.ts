// A picture and its eye → a small second picture in a corner of it: of the tool's lower end while the picture shows the
// whole, and of the whole while the picture looks close.
//
// The same actors are drawn again through a smaller viewport, so no surface is stored twice. That is half of a coarse
// frame's work, so while things move on a CPU that draws, only some frames draw it, and the others repeat its pixels.

import type vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import type vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer.js';
import type { Eye } from './eye.ts';
import { KeptPixels, type PixelRect } from './kept-pixels.ts';
import type { LookedAt, Part } from './picture-wire.ts';
import type { Backdrop } from './studio.ts';

const WHOLE = [0, 0, 1, 1] as const;
/** Coarse frames, of which one draws it. */
const SHARED = 4;

export class Inset {
  readonly #eye: Eye;
  readonly #backdrop: Backdrop;
  readonly #renderers: readonly vtkRenderer[];
  readonly #leftOut: readonly vtkActor[];
  #place: Part | null = null;
  #shown: LookedAt | null = null;
  #kept: { readonly pixels: KeptPixels; readonly shows: LookedAt; left: number } | null = null;

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

  /** Draws it over a frame on the canvas. @param isCoarse see Frames. @param traverse draws the scene. */
  draw({ width, height }: OffscreenCanvas, gl: WebGL2RenderingContext, isCoarse: boolean, traverse: () => void): void {
    const place = this.#place;
    this.#shown = place === null ? null : this.#eye.besides;
    if (place === null || this.#shown === null) return;
    const [x, right] = [place.left, place.right].map((share) => Math.round(share * width));
    const [y, top] = [place.bottom, place.top].map((share) => Math.round(share * height));
    const rect = { x, y, width: right - x, height: top - y };
    if (isCoarse && this.#repeat(rect, this.#shown)) return;
    this.#drawIn(place, width, height, this.#shown, traverse);
    this.#kept?.pixels.free();
    this.#kept = isCoarse ? { pixels: new KeptPixels(gl, rect), shows: this.#shown, left: SHARED - 1 } : null;
  }

  /** @returns whether the kept pixels are still good enough. */
  #repeat(rect: PixelRect, shown: LookedAt): boolean {
    const kept = this.#kept;
    if (kept === null || kept.left === 0 || kept.shows !== shown || !kept.pixels.isOf(rect)) return false;
    kept.left--;
    kept.pixels.put();
    return true;
  }

  #drawIn({ left, bottom, right, top }: Part, width: number, height: number, at: LookedAt, traverse: () => void): void {
    const hidden = this.#leftOut.filter((actor) => actor.getVisibility());
    for (const actor of hidden) actor.setVisibility(false);
    for (const renderer of this.#renderers) renderer.setViewport(left, bottom, right, top);
    this.#backdrop.resize((right - left) * width, (top - bottom) * height);
    this.#eye.aside(at, ((right - left) * width) / ((top - bottom) * height), traverse);
    this.#backdrop.resize(width, height);
    for (const renderer of this.#renderers) renderer.setViewport(...WHOLE);
    for (const actor of hidden) actor.setVisibility(true);
  }
}
