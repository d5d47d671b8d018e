// Two maps and a pose → how their bodies lie to each other, if the tables prove it, or the faces that may meet.
//
//   1  balls and boxes     one body's ball about its centre misses the other's box          → apart
//   2  vertices            one of either is certainly inside the other, and one is not       → overlap
//   3  faces               those whose ranges meet an interval of the other map are left; if a body has none left,
//                          the surfaces share no point
//   4  shells              then one vertex a shell says on which side all of the shell is    → apart, inside, around
//
// Two surfaces that share no point bound solids that share none if no shell of either is inside the other: on a way
// from a common point to infinity the first crossing of a surface would be inside the other solid. And if all shells of
// one are inside the other, while none of the other's is inside it, the whole solid is within: on a way out of the
// other's solid, or into a cavity of it, the first crossing of the other's surface would be inside the one.

import { type RigidPose, toolFrame } from '#core';
import type { MapSurface } from './map-surface.ts';
import { type MapTable, OntoMap } from './onto-map.ts';
import { PosedSurface } from './posed-surface.ts';
import { poseStretch, reachSlack } from './slack.ts';

/** How the bodies of two maps lie to each other under a pose. All but `unknown` is certain. */
export interface RadialMapTest {
  /**
   * apart: the solids share no point. overlap: a vertex of one is inside the other. inside: the whole of the other body
   * is inside this one, and the surfaces share no point; around: the reverse. unknown: `left` says what to test.
   */
  readonly relation: 'apart' | 'overlap' | 'inside' | 'around' | 'unknown';
  /** A vertex that is inside the other body, of this map's mesh or of the other's; null if none was found. */
  readonly witness: { readonly of: 'this' | 'other'; readonly vertex: number } | null;
  /**
   * If `relation` is unknown, the faces handed on, ascending: any point that the surfaces share lies in one of `own`,
   * of this map's mesh, and one of `other`. If either is empty they share none, and it is unknown which is inside
   * which. Otherwise both are empty.
   */
  readonly left: { readonly own: Uint32Array; readonly other: Uint32Array };
  /** How often a vertex was looked up, a face tested, and a texel of a face or vertex visited, in both maps. */
  readonly tested: { readonly vertices: number; readonly faces: number; readonly texels: number };
}

/** A map as a test takes it. */
export interface TestedMap extends MapTable {
  readonly surface: MapSurface;
  /** mm: no part of the surface is farther from the centre. */
  readonly radius: number;
  readonly centre: Float64Array;
}

export function testMaps(own: TestedMap, other: TestedMap, pose: RigidPose): RadialMapTest {
  const { matrix } = pose;
  const translation = matrix.subarray(12, 15);
  const most = translation.reduce((so, x) => Math.max(so, Math.abs(x)), 0);
  const magnitude = Math.max(own.surface.magnitude, other.surface.magnitude, most);
  const frame = toolFrame(pose, magnitude);
  const reach = reachSlack(magnitude);
  const posedOther = new PosedSurface(other.surface, frame, matrix, translation, reach);
  const movedOwn = new PosedSurface(own.surface, frame, null, translation, reach);
  const stretch = poseStretch(pose.orthonormalityError);
  const balls = [ballOn(other, posedOther, stretch), ballOn(own, movedOwn, stretch)];
  if (missesBox(balls[0], own.box) || missesBox(balls[1], other.box)) return found('apart', null, []);
  const otherOnOwn = new OntoMap(posedOther, own, farthestOf(balls[0], own.centre));
  const ownOnOther = new OntoMap(movedOwn, other, farthestOf(balls[1], other.centre));
  return compare(own.surface, other.surface, ownOnOther, otherOnOwn);
}

/** Steps 2 to 4. */
function compare(own: MapSurface, other: MapSurface, ownOnOther: OntoMap, otherOnOwn: OntoMap): RadialMapTest {
  const runs = [ownOnOther, otherOnOwn];
  const vertexOfOther = otherOnOwn.vertexInside();
  const vertexOfOwn = ownOnOther.vertexInside();
  const witness =
    vertexOfOther >= 0
      ? ({ of: 'other', vertex: vertexOfOther } as const)
      : vertexOfOwn >= 0
        ? ({ of: 'this', vertex: vertexOfOwn } as const)
        : null;
  // With a vertex of either inside the other, neither is wholly inside.
  if (vertexOfOther >= 0 && (vertexOfOwn >= 0 || !otherOnOwn.areAllInside())) return found('overlap', witness, runs);
  if (vertexOfOwn >= 0 && !ownOnOther.areAllInside()) return found('overlap', witness, runs);
  const left = facesLeft(own, other, ownOnOther, otherOnOwn);
  const areApart = left.own.length === 0 || left.other.length === 0;
  const relation = areApart ? relationOf(ownOnOther, otherOnOwn) : 'unknown';
  if (relation !== 'unknown') return found(relation, witness, runs);
  return witness === null ? found('unknown', null, runs, left) : found('overlap', witness, runs);
}

/** The body with fewer faces is first: only near those that it leaves can faces of the other meet it. */
function facesLeft(own: MapSurface, other: MapSurface, ownOnOther: OntoMap, otherOnOwn: OntoMap) {
  if (own.faces.length < other.faces.length) {
    const first = ownOnOther.facesMet(other.box);
    return { own: first, other: otherOnOwn.facesMet(boxOf(own, first)) };
  }
  const first = otherOnOwn.facesMet(own.box);
  return { own: ownOnOther.facesMet(boxOf(other, first)), other: first };
}

/** @param ownOnOther, otherOnOwn surfaces that share no point. */
function relationOf(ownOnOther: OntoMap, otherOnOwn: OntoMap): RadialMapTest['relation'] {
  const own = ownOnOther.shellSides();
  const other = otherOnOwn.shellSides();
  if (own.areAllOutside && other.areAllOutside) return 'apart';
  if (own.areAllOutside && other.areAllInside) return 'inside';
  if (own.areAllInside && other.areAllOutside) return 'around';
  return 'unknown';
}

const NONE = { own: new Uint32Array(0), other: new Uint32Array(0) };

function found(
  relation: RadialMapTest['relation'],
  witness: RadialMapTest['witness'],
  runs: readonly OntoMap[],
  left: RadialMapTest['left'] = NONE,
): RadialMapTest {
  const tested = { vertices: 0, faces: 0, texels: 0 };
  for (const { vertices, faces, texels } of runs) {
    tested.vertices += vertices;
    tested.faces += faces;
    tested.texels += texels;
  }
  return { relation, witness, left, tested };
}

/** Centre x, y, z and radius, mm, in the other map's frame, of a ball that holds the surface there. */
function ballOn({ centre, radius }: TestedMap, posed: PosedSurface, stretch: number): Float64Array {
  const ball = new Float64Array(4);
  posed.pointInto(centre, 0, ball, 0);
  ball[3] = radius * stretch + posed.reach;
  return ball;
}

function missesBox(ball: Float64Array, box: Float64Array): boolean {
  let square = 0;
  for (let k = 0; k < 3; k++) square += Math.max(0, box[k] - ball[k], ball[k] - box[3 + k]) ** 2;
  return Math.sqrt(square) > ball[3];
}

/** mm: no coordinate of a point of the ball, relative to the centre, is larger. */
function farthestOf(ball: Float64Array, centre: Float64Array): number {
  return ball[3] + Math.max(...centre.map((x, k) => Math.abs(x - ball[k])));
}

/** The box of some faces; one that nothing meets if there are none. */
function boxOf({ positions, faces }: MapSurface, some: Uint32Array): Float64Array {
  const [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const box = Float64Array.of(least, least, least, most, most, most);
  for (const face of some)
    for (let i = 3 * face; i < 3 * face + 3; i++)
      for (let k = 0; k < 3; k++) {
        const x = positions[3 * faces[i] + k];
        box[k] = Math.min(box[k], x);
        box[3 + k] = Math.max(box[3 + k], x);
      }
  return box;
}
