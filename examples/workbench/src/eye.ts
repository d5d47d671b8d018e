// Where the bodies are and what to look at → the camera, its depth range, and the tool's shade in the eye's frame.

import type vtkRenderer from '@kitware/vtk.js/Rendering/Core/Renderer.js';
import { cross, framed, unit } from './framing.ts';
import type { ToolShade } from './materials.ts';
import type { PictureRequest, Triple } from './picture-wire.ts';

type Look = PictureRequest & { readonly kind: 'look' };
/** Low and high corner, mm. */
type Box = readonly [Triple, Triple];

/** The most points of a body that are framed: the rest lie between them. */
const FRAMED = 20_000;
/** In units of the tool's longest edge: how far its shade reaches, and the distance from which its tip is viewed. */
const REACH = 0.08;
const NEAR = 0.75;
const NOTHING: Box = [
  [0, 0, 0],
  [0, 0, 0],
];

export class Eye {
  readonly shade: ToolShade = {
    ...{ toolFromView: new Float32Array(16), boneFromView: new Float32Array(16) },
    ...{ middle: [0, 0, 0], half: [0, 0, 0], reach: 1 },
  };
  readonly #renderer: vtkRenderer;
  readonly #aspect: () => number;
  #bone: Float32Array = new Float32Array();
  #tool: Float32Array = new Float32Array();
  #boneBox = NOTHING;
  #toolBox = NOTHING;
  #pose: Float64Array = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  /** The view to keep until somebody turns the camera. */
  #look: Look | null = null;

  /** @param aspect the picture's width over its height. */
  constructor(renderer: vtkRenderer, aspect: () => number) {
    this.#renderer = renderer;
    this.#aspect = aspect;
  }

  /** Takes other bodies: three numbers a point, each in its own frame. */
  sees(bone: Float32Array, tool: Float32Array): void {
    this.#bone = thinned(bone);
    this.#tool = thinned(tool);
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

  place(pose: Float64Array): void {
    this.#pose = pose;
  }

  look(look: Look): void {
    this.#look = look;
    this.reframe();
  }

  /** From now on the camera stays as the user leaves it. */
  letGo(): void {
    this.#look = null;
  }

  /** Makes the same view for a picture of another shape, or for other bodies. */
  reframe(): void {
    if (this.#look === null) return;
    const { at, direction, up } = this.#look;
    if (at === 'tip') {
      const [low, high] = this.#toolBox;
      const tip = moved(this.#pose, [(low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2]);
      // The tool fits a narrow picture as it fits a wide one.
      const from = (NEAR * longest(this.#toolBox)) / Math.min(1, this.#aspect());
      this.#stand(tip, unit(direction), up, from);
      return;
    }
    const bone = at === 'tool' ? new Float32Array() : this.#bone;
    const tool = at === 'bone' ? new Float32Array() : this.#tool;
    const points = new Float64Array(bone.length + tool.length);
    points.set(bone);
    for (let i = 0; i < tool.length; i += 3)
      points.set(moved(this.#pose, [tool[i], tool[i + 1], tool[i + 2]]), bone.length + i);
    const { angle } = this.#camera();
    const frame = framed(points, direction, up, angle, this.#aspect());
    if (frame !== null) this.#stand(frame.at, unit(direction), up, frame.from);
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
    this.#stand([at[0] + shift(0), at[1] + shift(1), at[2] + shift(2)], direction, up, away / spread);
  }

  /** Sets a depth range that contains both bodies wherever they are, and the tool's place for the bone's shader. */
  beforeFrame(): void {
    const bounds = [Infinity, -Infinity, Infinity, -Infinity, Infinity, -Infinity];
    const add = (point: Triple): void => {
      for (const [k, x] of point.entries()) {
        bounds[2 * k] = Math.min(bounds[2 * k], x);
        bounds[2 * k + 1] = Math.max(bounds[2 * k + 1], x);
      }
    };
    for (const corner of this.#boneBox) add(corner);
    for (let i = 0; i < 8; i++) add(moved(this.#pose, [0, 1, 2].map((k) => this.#toolBox[(i >> k) & 1][k]) as never));
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

  #stand(at: Triple, direction: Triple, up: Triple, from: number): void {
    const camera = this.#renderer.getActiveCamera();
    camera.setFocalPoint(...at);
    camera.setPosition(at[0] - from * direction[0], at[1] - from * direction[1], at[2] - from * direction[2]);
    camera.setViewUp(...up);
  }
}

function moved(m: Float64Array, [x, y, z]: Triple): Triple {
  const along = (k: number) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k];
  return [along(0), along(1), along(2)];
}

function thinned(points: Float32Array): Float32Array {
  const step = Math.ceil(points.length / 3 / FRAMED);
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
