// Two bodies, one of them moving → the first pair of faces that may touch, and the time until which all are apart.
//
//     waiting   │ pair of nodes │ pair of nodes │ pair of faces │ …       ordered by time
//     apart     │ until 0.12    │ until 0.31    │ until 0.33    │
//
// The search takes the pair that may touch first. For two faces, their distance at that time gives a direction along
// which they stay apart for longer: they wait again until then, unless they are as near as rounding resolves. Otherwise
// the search splits the larger of the two nodes; each child waits until its own time, or is dropped if that time is
// after the end of the motion.
//
// Invariant: every pair of faces that may touch in [0, 1] is in a waiting pair, and does not touch before that pair's
// time. So all are apart before the time of the pair taken. Conservative advancement with a bound of its own for each
// pair of nodes: M. Tang, Y. J. Kim, D. Manocha, "C2A: controlled conservative advancement for continuous collision
// detection of polygonal models", ICRA 2009; the pair that may touch first at the front: B. Mirtich, "Impulse-based
// dynamic simulation of rigid body systems", 1996.

import { posedBox, poseVertex } from '#core';
import { BRANCHING, type Surface } from '#records';
import { PAIR_SQUARED, SECOND, TRIANGLE_DISTANCE_SIZE, TriangleDistance, TrianglePair } from '#triangles';
import { timeToTouch } from './first-touch.ts';
import { GapDirection } from './gap-direction.ts';
import type { Stroke } from './stroke.ts';
import { WaitingPairs } from './waiting-pairs.ts';

/** A node's code is its index + (its level + 1) times this; a face's code is its index in the tree's order. */
const LEVEL = 2 ** 32;
/** The most pairs that one search may take. */
const MOST_TAKEN = 4_000_000;

export type StrokeEnd = 'apart' | 'near' | 'unfinished';

export class StrokeSearch {
  /** All faces are apart before this time, except for the slack. */
  time = 0;
  /** After 'near': the pair of faces that is no farther apart than rounding resolves. */
  boneFace = -1;
  toolFace = -1;
  /** From the bone's face to the tool's, unit, when they were last measured apart. */
  readonly normal = new Float64Array(3);

  readonly #bone: Surface;
  readonly #tool: Surface;
  readonly #waiting = new WaitingPairs();
  readonly #pair = new TrianglePair();
  readonly #distance = new TriangleDistance();
  readonly #measured = new Float64Array(TRIANGLE_DISTANCE_SIZE);
  readonly #direction = new GapDirection();
  readonly #posed = new Float64Array(9);
  readonly #boneBox = new Float64Array(6);
  readonly #toolBox = new Float64Array(6);
  readonly #frame = { forward: new Float64Array(12) };
  readonly #velocity = new Float64Array(3);

  /** Uses the tool's own coordinates and tree, not its pose. */
  constructor(bone: Surface, tool: Surface) {
    this.#bone = bone;
    this.#tool = tool;
  }

  /** @param clearance mm: faces this near count as touching. */
  run(stroke: Stroke, clearance: number): StrokeEnd {
    const waiting = this.#waiting;
    waiting.length = 0;
    this.boneFace = this.toolFace = -1;
    const room = clearance + stroke.slack;
    const root = ({ bvh }: Surface) => LEVEL * bvh.levels.length;
    waiting.push(0, root(this.#bone), root(this.#tool));
    for (let taken = 0; taken < MOST_TAKEN; taken++) {
      if (waiting.length === 0) {
        this.time = 1;
        return 'apart';
      }
      waiting.take();
      const { time, bone, tool } = waiting;
      this.time = time;
      this.#moveTo(stroke, time);
      if (bone >= LEVEL || tool >= LEVEL) this.#split(stroke, time, bone, tool, room);
      else if (this.#isNear(stroke, time, bone, tool, room)) return 'near';
    }
    return 'unfinished';
  }

  #moveTo(stroke: Stroke, time: number): void {
    stroke.moveTo(time);
    const { matrix } = stroke.pose;
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 4; column++) this.#frame.forward[4 * row + column] = matrix[4 * column + row];
  }

  #split(stroke: Stroke, time: number, bone: number, tool: number, room: number): void {
    this.#takeBoneBox(bone);
    this.#takeToolBox(stroke, tool);
    const isBone = tool < LEVEL || (bone >= LEVEL && extent(this.#boneBox) >= extent(this.#toolBox));
    const { bvh, retired } = isBone ? this.#bone : this.#tool;
    const node = isBone ? bone : tool;
    const level = Math.floor(node / LEVEL);
    const first = BRANCHING * (node - level * LEVEL);
    const end = Math.min(level > 1 ? bvh.sizes[level - 2] : bvh.count, first + BRANCHING);
    for (let child = first; child < end; child++) {
      if (level === 1 && retired !== null && retired[bvh.order[child]] === 1) continue;
      const code = (level - 1) * LEVEL + child;
      if (isBone) this.#takeBoneBox(code);
      else this.#takeToolBox(stroke, code);
      const later = time + this.#timeToTouch(stroke, room);
      if (later <= 1) this.#waiting.push(later, isBone ? code : bone, isBone ? tool : code);
    }
  }

  #takeBoneBox(code: number): void {
    const box = this.#boneBox;
    const { bvh, positions, faces } = this.#bone;
    if (code < LEVEL) {
      boxOf(positions, faces, bvh.order[code], box);
      return;
    }
    const level = Math.floor(code / LEVEL) - 1;
    const at = 6 * (code % LEVEL);
    for (let k = 0; k < 6; k++) box[k] = bvh.levels[level][at + k];
  }

  /** The box of the tool's node, or face, at the stroke's present pose. */
  #takeToolBox(stroke: Stroke, code: number): void {
    const { bvh } = this.#tool;
    if (code < LEVEL) {
      this.#poseFace(stroke, bvh.order[code]);
      boxOf(this.#posed, OWN_FACE, 0, this.#toolBox);
      return;
    }
    const level = Math.floor(code / LEVEL) - 1;
    posedBox(bvh.levels[level], 6 * (code % LEVEL), this.#frame, AS_IT_IS, this.#toolBox, 0);
  }

  #poseFace(stroke: Stroke, face: number): void {
    const { faces } = this.#tool;
    const local = this.#tool.ownPositions();
    for (let k = 0; k < 3; k++) poseVertex(stroke.pose.matrix, local, 3 * faces[3 * face + k], this.#posed, 3 * k);
  }

  /**
   * How long the two current boxes certainly stay apart: along the line between their nearest points, or along an axis,
   * whichever is longer.
   */
  #timeToTouch(stroke: Stroke, room: number): number {
    const bone = this.#boneBox;
    const tool = this.#toolBox;
    const nx = gapOf(bone, tool, 0);
    const ny = gapOf(bone, tool, 1);
    const nz = gapOf(bone, tool, 2);
    const gap = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(gap > room)) return 0;
    const ex = 0.5 * (tool[3] - tool[0]);
    const ey = 0.5 * (tool[4] - tool[1]);
    const ez = 0.5 * (tool[5] - tool[2]);
    const v = this.#velocity;
    this.#velocityAt(stroke, tool[0] + ex, tool[1] + ey, tool[2] + ez);
    const { angle, axis } = stroke;
    const fastest =
      angle === 0 ? 0 : angle * (this.#speedAcross(stroke) + angle * Math.sqrt(ex * ex + ey * ey + ez * ez));
    // Across the box, a point's velocity differs from the middle's by θ·a × (x − middle).
    const ax = Math.abs(axis[0]) * angle;
    const ay = Math.abs(axis[1]) * angle;
    const az = Math.abs(axis[2]) * angle;
    const closing = -(nx * v[0] + ny * v[1] + nz * v[2]) / gap;
    const spread =
      (angle *
        (Math.abs(ny * axis[2] - nz * axis[1]) * ex +
          Math.abs(nz * axis[0] - nx * axis[2]) * ey +
          Math.abs(nx * axis[1] - ny * axis[0]) * ez)) /
      gap;
    return Math.max(
      timeToTouch(gap - room, closing + spread, fastest),
      alongAxis(nx, v[0], az * ey + ay * ez, fastest, room),
      alongAxis(ny, v[1], az * ex + ax * ez, fastest, room),
      alongAxis(nz, v[2], ay * ex + ax * ey, fastest, room),
    );
  }

  /** Velocity of a point of the tool at the stroke's present pose. */
  #velocityAt({ angle, axis, pose, velocity }: Stroke, x: number, y: number, z: number): void {
    const { matrix } = pose;
    const dx = x - matrix[12];
    const dy = y - matrix[13];
    const dz = z - matrix[14];
    const v = this.#velocity;
    v[0] = velocity[0] + angle * (axis[1] * dz - axis[2] * dy);
    v[1] = velocity[1] + angle * (axis[2] * dx - axis[0] * dz);
    v[2] = velocity[2] + angle * (axis[0] * dy - axis[1] * dx);
  }

  /** The component of #velocity across the axis. */
  #speedAcross({ axis }: Stroke): number {
    const v = this.#velocity;
    const along = axis[0] * v[0] + axis[1] * v[1] + axis[2] * v[2];
    return Math.sqrt(Math.max(0, v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - along * along)) * (1 + 2 ** -20);
  }

  /** Whether two faces, apart until this time, are as near as rounding resolves. Others wait again. */
  #isNear(stroke: Stroke, time: number, bone: number, tool: number, room: number): boolean {
    const { positions, faces, bvh } = this.#bone;
    this.boneFace = bvh.order[bone];
    this.toolFace = this.#tool.bvh.order[tool];
    this.#poseFace(stroke, this.toolFace);
    this.#pair.loadFirstFace(positions, faces, this.boneFace).loadSecond(this.#posed, 0, 3, 6);
    const m = this.#measured;
    this.#distance.measure(this.#pair, true, m);
    const distance = Math.sqrt(m[PAIR_SQUARED]);
    const isFar = distance > room + stroke.slack;
    const gap = this.#direction.find(this.#pair.corners, m, isFar ? distance : Infinity, this.normal) - room;
    if (!(isFar && gap > stroke.slack)) return true;
    const c = this.#pair.corners;
    const n = this.normal;
    const v = this.#velocity;
    const nearest = this.#direction.nearest;
    let least = Infinity;
    for (let i = SECOND; i < SECOND + 9; i += 3) {
      this.#velocityAt(stroke, c[i], c[i + 1], c[i + 2]);
      const closing = -(n[0] * v[0] + n[1] * v[1] + n[2] * v[2]);
      const farther = n[0] * c[i] + n[1] * c[i + 1] + n[2] * c[i + 2] - nearest;
      least = Math.min(least, timeToTouch(gap + farther, closing, stroke.angle * this.#speedAcross(stroke)));
    }
    const later = time + least;
    if (later <= time) return true;
    if (later <= 1) this.#waiting.push(later, bone, tool);
    return false;
  }
}

const OWN_FACE = Uint32Array.of(0, 1, 2);
/** mm: adds no margin, so boxes are as wide as their contents. */
const AS_IT_IS = new Float64Array(1);

function boxOf(positions: Float64Array, faces: Uint32Array, face: number, out: Float64Array): void {
  const a = 3 * faces[3 * face];
  const b = 3 * faces[3 * face + 1];
  const c = 3 * faces[3 * face + 2];
  for (let k = 0; k < 3; k++) {
    out[k] = Math.min(positions[a + k], positions[b + k], positions[c + k]);
    out[3 + k] = Math.max(positions[a + k], positions[b + k], positions[c + k]);
  }
}

/** From the bone's box to the tool's along an axis; 0 if they overlap. */
function gapOf(bone: Float64Array, tool: Float64Array, k: number): number {
  return tool[k] > bone[3 + k] ? tool[k] - bone[3 + k] : tool[3 + k] < bone[k] ? tool[3 + k] - bone[k] : 0;
}

/** As #timeToTouch, along one axis. @param gap as gapOf. @param spread how much a point's speed along it may differ. */
function alongAxis(gap: number, speed: number, spread: number, acceleration: number, room: number): number {
  if (gap > room) return timeToTouch(gap - room, spread - speed, acceleration);
  return -gap > room ? timeToTouch(-gap - room, spread + speed, acceleration) : 0;
}

const extent = (box: Float64Array) => Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
