// The page's side of the picture: it transfers the canvas to the picture's thread, and forwards pointer events to it.

import { capture } from './capture.ts';
import { clearOf } from './clear-part.ts';
import { cross, unit } from './framing.ts';
import type {
  CameraView,
  Layer,
  LookedAt,
  PictureReply,
  PictureRequest,
  Shown,
  Stand,
  Triple,
} from './picture-wire.ts';
import { twoFingers } from './two-fingers.ts';

const BUTTONS = ['left', 'middle', 'right'] as const;
/** Pixels of a wheel event that make one click of the wheel. */
const PIXELS_A_TURN = 100;

export interface StageListener {
  /** A frame has been drawn. */
  drawn(shown: Shown): void;
  failed(message: string): void;
}

export class Stage {
  readonly #worker = new Worker(new URL('./picture-worker.js', import.meta.url), { type: 'module' });
  readonly #canvas: HTMLCanvasElement;
  readonly #inset: HTMLElement;
  readonly #covers: readonly HTMLElement[];
  #hasInset = true;
  #camera: CameraView | null = null;
  #isBroken = false;
  #saved: ((png: Blob) => void)[] = [];
  #framed: (() => void)[] = [];
  #copied: ((picture: ImageBitmap) => void)[] = [];

  /**
   * @param inset lies over the place of a small second picture. @param covers what else lies over the picture.
   * @param drawn where the detector's thread sends data to draw.
   */
  constructor(
    canvas: HTMLCanvasElement,
    inset: HTMLElement,
    covers: readonly HTMLElement[],
    drawn: MessagePort,
    listener: StageListener,
  ) {
    this.#canvas = canvas;
    this.#inset = inset;
    this.#covers = covers;
    const fail = (message: string): void => {
      this.#isBroken = true;
      listener.failed(message);
    };
    this.#worker.onmessage = ({ data }: MessageEvent<PictureReply>) => {
      if (data.kind === 'failed') fail(data.message);
      else if (data.kind === 'saved') this.#saved.shift()?.(data.png);
      else if (data.kind === 'framed') this.#framed.shift()?.();
      else if (data.kind === 'copied') this.#copied.shift()?.(data.picture);
      else {
        this.#camera = data.camera;
        listener.drawn(data);
      }
    };
    this.#worker.onerror = ({ message }) => fail(`The picture's thread has died: ${message}`);
    if (canvas.transferControlToOffscreen === undefined) {
      drawn.close();
      fail(
        'This browser lets no thread draw (OffscreenCanvas), so there is no picture; the numbers go on. A newer one has it.',
      );
      return;
    }
    let offscreen: OffscreenCanvas;
    try {
      offscreen = canvas.transferControlToOffscreen();
    } catch (error) {
      drawn.close();
      fail(`No thread can draw the picture here (${(error as Error).message}); the numbers go on.`);
      return;
    }
    this.#post({ kind: 'begin', canvas: offscreen, drawn }, [offscreen, drawn]);
    new ResizeObserver(() => this.#resize()).observe(canvas);
    this.#listen();
  }

  place(pose: Float64Array): void {
    this.#post({ kind: 'place', pose });
  }

  placeHand(pose: Float64Array | null): void {
    this.#post({ kind: 'hand', pose });
  }

  /** Shows the planned plane, at that pose of the tool; null: none. */
  plan(pose: Float64Array | null): void {
    this.#post({ kind: 'plan', pose });
  }

  setVisible(layer: Layer, isVisible: boolean): void {
    this.#post({ kind: 'layer', layer, isVisible });
  }

  seeThrough(isGlass: boolean): void {
    this.#post({ kind: 'glass', isGlass });
  }

  /** Shows the whole of `at`, seen along `direction` (from the eye). */
  look(at: LookedAt, direction: Triple, up: Triple): void {
    this.#post({ kind: 'look', at, direction, up });
  }

  stand(view: Stand): void {
    this.#post({ kind: 'stand', ...view });
  }

  /** Whether no picture can be drawn. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  setInset(isShown: boolean): void {
    this.#hasInset = isShown;
    this.#layOut();
  }

  /** The newest frame's camera; null before the first. */
  get camera(): CameraView | null {
    return this.#camera;
  }

  /** mm per page pixel at a point, and the picture's right and up there; null before the first frame. */
  plane(at: Triple): { readonly scale: number; readonly right: Triple; readonly up: Triple } | null {
    if (this.#camera === null) return null;
    const { position, direction, up, angle } = this.#camera;
    const away = at.reduce((sum, x, k) => sum + (x - position[k]) * direction[k], 0);
    const height = 2 * away * Math.tan((angle * Math.PI) / 360);
    const right = unit(cross(direction, up));
    return { scale: height / this.#canvas.getBoundingClientRect().height, right, up: cross(right, direction) };
  }

  /** The picture, as PNG. @throws (as a rejection) a sentence if there is none. */
  picture(hasLegend: boolean): Promise<Blob> {
    if (this.#isBroken) return Promise.reject('There is no picture to save.');
    this.#post({ kind: 'save', scale: hasLegend ? devicePixelRatio : null });
    return new Promise((resolve) => this.#saved.push(resolve));
  }

  /** A copy of the picture as it is now, whether or not the page has frames. */
  copy(): Promise<ImageBitmap> {
    this.#post({ kind: 'copy' });
    return new Promise((resolve) => this.#copied.push(resolve));
  }

  /** Resolves once a frame shows everything requested. */
  frame(): Promise<void> {
    this.#post({ kind: 'frame' });
    return new Promise((resolve) => this.#framed.push(resolve));
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    const [width, height] = [clientWidth, clientHeight].map((size) => Math.max(1, Math.round(size * devicePixelRatio)));
    this.#post({ kind: 'resize', width, height });
    this.#layOut();
  }

  #layOut(): void {
    const whole = this.#canvas.getBoundingClientRect();
    const partOf = (of: Element) => {
      const { left, right, bottom, top, width } = of.getBoundingClientRect();
      const across = (x: number) => (x - whole.left) / whole.width;
      const upward = (y: number) => 1 - (y - whole.top) / whole.height;
      const part = { left: across(left), right: across(right), bottom: upward(bottom), top: upward(top) };
      return width > 0 ? part : null;
    };
    const inset = this.#hasInset ? partOf(this.#inset) : null;
    const covers = [inset, ...this.#covers.map(partOf)].filter((part) => part !== null);
    this.#post({ kind: 'layout', inset, clear: clearOf(covers, whole.width > whole.height) });
  }

  #listen(): void {
    const canvas = this.#canvas;
    twoFingers(canvas, (spread, x, y) =>
      this.#post({ kind: 'pinch', spread, x: x * devicePixelRatio, y: y * devicePixelRatio }),
    );
    const send = (phase: 'press' | 'move' | 'release') => (event: PointerEvent) => {
      const button = BUTTONS[event.button] ?? 'left';
      const { ctrlKey: controlKey, altKey } = event;
      this.#post({ kind: 'pointer', event: { phase, button, ...this.#placeOf(event), controlKey, altKey } });
    };
    canvas.addEventListener('pointerdown', (event) => {
      capture(canvas, event.pointerId);
      send('press')(event);
    });
    canvas.addEventListener('pointermove', (event) => event.buttons !== 0 && send('move')(event));
    canvas.addEventListener('pointerup', send('release'));
    canvas.addEventListener('pointercancel', send('release'));
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        this.#post({ kind: 'wheel', turns: event.deltaY / PIXELS_A_TURN, ...this.#placeOf(event) });
      },
      { passive: false },
    );
  }

  #placeOf({ offsetX, offsetY }: MouseEvent): { readonly x: number; readonly y: number } {
    return { x: offsetX * devicePixelRatio, y: (this.#canvas.clientHeight - offsetY) * devicePixelRatio };
  }

  #post(request: PictureRequest, transfer: Transferable[] = []): void {
    this.#worker.postMessage(request, transfer);
  }
}
