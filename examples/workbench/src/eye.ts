// Where the bodies are and what to look at → the camera, its depth range, and the tool's shade in the eye's frame.
//
// Until the user turns the camera, it keeps what it was asked to look at in the picture: it backs away from a tool that
// comes to the picture's edge, and from close by it follows the tool's lower end.

import type vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer.js';
import { type Clear, cross, framed, unit, WHOLE_PICTURE } from './framing.ts';
import type { ToolShade } from './materials.ts';
import type { LookedAt, Part, PictureRequest, Stand, Triple } from './picture-wire.ts';
import { closeUp, WHOLE } from './views.ts';

type Look = PictureRequest & { readonly kind: 'look' };
/** Low and high corner, mm. */
type Box = readonly [Triple, Triple];

/** The most points of a body that are framed: the rest lie between them. */
const FRAMED = 20_000;
/** In units of the tool's longest edge: how far its shade reaches, and the distance from which its tip is viewed. */
const REACH = 0.08;
const NEAR = 0.75;
/** The most points of the bone that are framed for a small picture beside the main one. */
const COARSE = 1000;
/** Shares of the picture, from its middle to its edge: where a tool, and a tool's lower end looked at, is kept. */
const KEPT = 0.97;
const FOLLOWED = 0.4;
/** In units of the tool's longest edge: a lower end so near to the bone's box is worth a picture of its own. */
const CLOSE = 0.3;
const NOTHING: Box = [
  [0, 0, 0],
  [0, 0, 0],
];

export class Eye {
  readonly shade: ToolShade = {
    ...{ toolFromView: new Float32Array(16), boneFromView: new Float32Array(16) },
    ...{ middle: [0, 0, 0], half: [0, 0, 0], reach: 1, isShown: true, isCoarse: false },
  };
  readonly #renderer: vtkRenderer;
  readonly #aspect: () => number;
  #bone: Float32Array = new Float32Array();
  #coarse: Float32Array = new Float32Array();
  #tool: Float32Array = new Float32Array();
  #boneBox = NOTHING;
  #toolBox = NOTHING;
  #pose: Float64Array = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  #clear = WHOLE_PICTURE;
  /** The view to keep until somebody turns the camera. */
  #look: Look | null = null;

  /** @param aspect the picture's width over its height. */
  constructor(renderer: vtkRenderer, aspect: () => number) {
    this.#renderer = renderer;
    this.#aspect = aspect;
  }

  /** Takes other bodies: three numbers a point, each in its own frame. */
  sees(bone: Float32Array, tool: Float32Array): void {
    this.#bone = thinned(bone, FRAMED);
    this.#coarse = thinned(bone, COARSE);
    this.#tool = thinned(tool, FRAMED);
    this.#boneBox = boxOf(bone);
    this.#toolBox = boxOf(tool);
    const [low, high] = this.#toolBox;
    const edge = longest(this.#toolBox);
    Object.assign(this.shade, {
      middle: low.map((x, k) => (x + high[k]) / 2),
      half: low.map((x, k) => (high[k] - x) / 2),
      reach: Math.max(REACH * edge, Number.MIN_VALUE),
    });
    this.reframe();
  }

  /** Frames the bodies there from now on. */
  set clear({ left, bottom, right, top }: Part) {
    const clear: Clear = { middle: [left + right - 1, bottom + top - 1], half: [right - left, top - bottom] };
    if ([...clear.middle, ...clear.half].join() === [...this.#clear.middle, ...this.#clear.half].join()) return;
    this.#clear = clear;
    this.reframe();
  }

  place(pose: Float64Array): void {
    this.#pose = pose;
  }

  look(look: Look): void {
    this.#look = look;
    this.reframe();
  }

  /** From now on the camera stays there, until somebody turns it or looks elsewhere. */
  stand(view: Stand): void {
    this.letGo();
    this.#stand(view);
  }

  /** From now on the camera stays as the user leaves it. */
  letGo(): void {
    this.#look = null;
  }

  /** Makes the same view for a picture of another shape, or for other bodies. */
  reframe(): void {
    if (this.#look !== null) this.#stand(this.#viewOf(this.#look, this.#aspect(), this.#bone, this.#clear));
  }

  /** What a small picture beside the main one shows; null: nothing that the main one lacks. */
  get besides(): LookedAt | null {
    if (this.#bone.length === 0 || this.#tool.length === 0) return null;
    if (this.#look?.at === 'tip') return 'all';
    const [low, high] = this.#boneBox;
    const away = Math.hypot(...this.#tip.map((x, k) => Math.max(low[k] - x, 0, x - high[k])));
    return away < CLOSE * longest(this.#toolBox) ? 'tip' : null;
  }

  /** Looks at that during a drawing, and then as before. @param aspect of the small picture. */
  aside(at: LookedAt, aspect: number, draw: () => void): void {
    const camera = this.#renderer.getActiveCamera();
    const [position, focus, up] = [camera.getPosition(), camera.getFocalPoint(), camera.getViewUp()];
    const look = at === 'tip' ? closeUp(this.#pose) : WHOLE;
    this.#stand(this.#viewOf({ kind: 'look', at, ...look }, aspect, this.#coarse, WHOLE_PICTURE));
    this.#setUniforms();
    draw();
    camera.setPosition(...position);
    camera.setFocalPoint(...focus);
    camera.setViewUp(...up);
    this.#setUniforms();
  }

  #viewOf({ at, direction, up }: Look, aspect: number, boneShown: Float32Array, clear: Clear): Stand | null {
    const along = unit(direction);
    // The tool fits a narrow picture as it fits a wide one.
    if (at === 'tip') return { at: this.#tip, along, up, from: (NEAR * longest(this.#toolBox)) / Math.min(1, aspect) };
    const tool = this.#tool;
    const points = new Float64Array(boneShown.length + tool.length);
    points.set(boneShown);
    for (let i = 0; i < tool.length; i += 3)
      points.set(moved(this.#pose, [tool[i], tool[i + 1], tool[i + 2]]), boneShown.length + i);
    const frame = framed(points, direction, up, this.#camera().angle, aspect, clear);
    return frame === null ? null : { along, up, ...frame };
  }

  /** The middle of the tool's lower end. */
  get #tip(): Triple {
    const [low, high] = this.#toolBox;
    return moved(this.#pose, [(low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2]);
  }

  get #toolCorners(): readonly Triple[] {
    return Array.from({ length: 8 }, (_, i) =>
      moved(this.#pose, [0, 1, 2].map((k) => this.#toolBox[(i >> k) & 1][k]) as never),
    );
  }

  /** Keeps what is looked at in the picture, with the least motion of the camera. */
  #follow(): void {
    if (this.#look === null || this.#tool.length === 0) return;
    const { position, right, up, direction, angle } = this.#camera();
    const upward = Math.tan((angle * Math.PI) / 360);
    const across = upward * this.#aspect();
    const seen = (point: Triple) => {
      const from = point.map((x, k) => x - position[k]);
      const part = (axis: Triple) => from[0] * axis[0] + from[1] * axis[1] + from[2] * axis[2];
      return [part(right), part(up), part(direction)] as const;
    };
    const shift = (x: number, y: number, z: number): void => {
      const camera = this.#renderer.getActiveCamera();
      const by = (of: Triple): Triple => of.map((c, k) => c + x * right[k] + y * up[k] + z * direction[k]) as never;
      camera.setFocalPoint(...(z === 0 ? by(camera.getFocalPoint() as never) : (camera.getFocalPoint() as never)));
      camera.setPosition(...by(position));
    };
    if (this.#look.at === 'tip') {
      const [x, y, z] = seen(this.#tip);
      const over = (value: number, most: number) => value - Math.min(most, Math.max(-most, value));
      const [dx, dy] = [over(x, FOLLOWED * across * z), over(y, FOLLOWED * upward * z)];
      const dz = z - (NEAR * longest(this.#toolBox)) / Math.min(1, this.#aspect());
      if (dx !== 0 || dy !== 0) shift(dx, dy, 0);
      if (Math.abs(dz) > (NEAR / 2) * longest(this.#toolBox)) this.reframe();
      return;
    }
    const { middle, half } = this.#clear;
    const edge = (value: number, k: 0 | 1) => KEPT * half[k] + (value < 0 ? -middle[k] : middle[k]);
    const back = Math.max(
      ...this.#toolCorners.map((corner) => {
        const [x, y, z] = seen(corner);
        return Math.max(Math.abs(x) / (edge(x, 0) * across), Math.abs(y) / (edge(y, 1) * upward)) - z;
      }),
    );
    if (back > 0) shift(0, 0, -back);
  }

  /** Zooms in by the factor, and moves with the fingers, in shares of the picture's height, y downward. */
  pinch(spread: number, x: number, y: number): void {
    const camera = this.#renderer.getActiveCamera();
    const { position, right, up, direction, angle } = this.#camera();
    const at = camera.getFocalPoint();
    const away = Math.hypot(...position.map((value, k) => at[k] - value));
    const height = 2 * away * Math.tan((angle * Math.PI) / 360);
    const shift = (k: number) => height * (y * up[k] - x * right[k]);
    this.letGo();
    const to: Triple = [at[0] + shift(0), at[1] + shift(1), at[2] + shift(2)];
    this.#stand({ at: to, along: direction, up, from: away / spread });
  }

  /** Sets a depth range that contains both bodies wherever they are, and the tool's place for the bone's shader. */
  beforeFrame(): void {
    this.#follow();
    this.#setUniforms();
  }

  #setUniforms(): void {
    const bounds = [Infinity, -Infinity, Infinity, -Infinity, Infinity, -Infinity];
    const add = (point: Triple): void => {
      for (const [k, x] of point.entries()) {
        bounds[2 * k] = Math.min(bounds[2 * k], x);
        bounds[2 * k + 1] = Math.max(bounds[2 * k + 1], x);
      }
    };
    for (const corner of this.#boneBox) add(corner);
    for (const corner of this.#toolCorners) add(corner);
    this.#renderer.resetCameraClippingRange(bounds as never);
    const { position, right, up, direction } = this.#camera();
    const m = this.#pose;
    const { toolFromView: out, boneFromView } = this.shade;
    boneFromView.set([...right, 0, ...up, 0, ...direction.map((x) => -x), 0, ...position, 1]);
    for (let row = 0; row < 3; row++) {
      const inTool = (v: Triple) => m[4 * row] * v[0] + m[4 * row + 1] * v[1] + m[4 * row + 2] * v[2];
      out[row] = inTool(right);
      out[4 + row] = inTool(up);
      out[8 + row] = -inTool(direction);
      out[12 + row] = inTool([position[0] - m[12], position[1] - m[13], position[2] - m[14]]);
    }
    out[15] = 1;
  }

  #camera(): { position: Triple; direction: Triple; right: Triple; up: Triple; angle: number } {
    const camera = this.#renderer.getActiveCamera();
    const direction = unit(camera.getDirectionOfProjection() as never);
    const right = unit(cross(direction, camera.getViewUp() as never));
    const position = camera.getPosition() as never;
    return { position, direction, right, up: cross(right, direction), angle: camera.getViewAngle() };
  }

  #stand(view: Stand | null): void {
    if (view === null) return;
    const { at, along, up, from } = view;
    const camera = this.#renderer.getActiveCamera();
    camera.setFocalPoint(...at);
    camera.setPosition(at[0] - from * along[0], at[1] - from * along[1], at[2] - from * along[2]);
    camera.setViewUp(...up);
  }
}

function moved(m: Float64Array, [x, y, z]: Triple): Triple {
  const along = (k: number) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k];
  return [along(0), along(1), along(2)];
}

function thinned(points: Float32Array, most: number): Float32Array {
  const step = Math.ceil(points.length / 3 / most);
  return step <= 1 ? points : points.filter((_, i) => Math.floor(i / 3) % step === 0);
}

function boxOf(points: Float32Array): Box {
  if (points.length === 0) return NOTHING;
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    low[i % 3] = Math.min(low[i % 3], points[i]);
    high[i % 3] = Math.max(high[i % 3], points[i]);
  }
  return [low, high];
}

function longest([low, high]: Box): number {
  return Math.max(...low.map((x, k) => high[k] - x));
}
