// The page's pointer events → vtk.js's trackball camera, whose places are pixels of a canvas that changes its scale.

import type vtkRenderWindowInteractor from '@kitware/vtk.js/Rendering/Core/RenderWindowInteractor.js';
import type { PointerEvent3D } from './picture-wire.ts';

type Place = Pick<PointerEvent3D, 'x' | 'y' | 'controlKey' | 'altKey'>;

export class Pointing {
  readonly #interactor: Record<string, (event?: unknown) => void>;
  /** The pressed button, where it was last, and the scale then; null: none is pressed. */
  #drag: { readonly button: string; readonly place: Place; readonly scale: number } | null = null;

  constructor(interactor: vtkRenderWindowInteractor) {
    this.#interactor = interactor as never;
  }

  /** Turns, moves and zooms the camera. @param scale canvas pixels now, per pixel of the event's. */
  point(event: PointerEvent3D, scale: number): void {
    const { phase, button } = event;
    if (phase === 'move') {
      const drag = this.#drag;
      // The motion is counted from the last place, which has other pixels now.
      if (drag !== null && drag.scale !== scale) {
        this.#send(`${drag.button}ButtonRelease`, drag.place, drag.scale);
        this.#send(`${drag.button}ButtonPress`, drag.place, scale);
      }
      this.#send('mouseMove', event, scale);
      this.#drag = drag === null ? null : { button: drag.button, place: event, scale };
      return;
    }
    this.#send(`${button}Button${phase === 'press' ? 'Press' : 'Release'}`, event, scale);
    this.#drag = phase === 'press' ? { button, place: event, scale } : null;
  }

  turnWheel(turns: number, x: number, y: number, scale: number): void {
    const event = { spinY: turns, position: { x: scale * x, y: scale * y, z: 0 }, deviceType: 'mouse' };
    this.#interactor.startMouseWheelEvent(event);
    this.#interactor.mouseWheelEvent(event);
    this.#interactor.endMouseWheelEvent();
  }

  #send(name: string, { x, y, controlKey, altKey }: Place, scale: number): void {
    const position = { x: scale * x, y: scale * y, z: 0 };
    this.#interactor[`${name}Event`]({ position, controlKey, altKey, shiftKey: false, deviceType: 'mouse' });
  }
}
