// Another engine's answers: the rows of a results file, and the module that runs an engine in JavaScript. Plain
// objects, mm and seconds, bone frame.
//
// Engines answer different questions and mean different things by the same word. So every part but `pose` may be
// omitted: absent parts are not judged, and the page says so.

import type { TriangleMesh } from '#mesh';

/**
 * separated: no common point. intersecting: the surfaces share a point. enclosed: they do not, but one body lies inside
 * the other. contact: one of the last two; the engine does not say which.
 */
export type EngineVerdict = 'separated' | 'contact' | 'intersecting' | 'enclosed';

export interface EngineContact {
  /** xyz, mm, bone frame. */
  readonly point: readonly number[];
  /** Unit, from the bone to the tool: moving the tool along it separates the bodies. */
  readonly normal?: readonly number[];
  /** mm, ≥ 0: how deep the bodies overlap here, by the engine's own definition. */
  readonly depth?: number;
  readonly boneFace?: number;
  readonly toolFace?: number;
}

/** The engine's answer at one pose. A second answer to the same 16 numbers is a repetition, and must be equal. */
export interface EngineAnswer {
  /** The number of the pose in the file of poses, from 0. */
  readonly pose: number;
  readonly verdict?: EngineVerdict;
  /** The smallest distance between the surfaces, mm, ≥ 0; 0 if they share a point. */
  readonly distance?: number;
  /** How deep the tool lies in the bone, mm, ≥ 0, by the engine's own definition. Default: its deepest contact's. */
  readonly depth?: number;
  readonly contacts?: readonly EngineContact[];
  /** Pairs of faces that share a point: bone, tool, bone, tool, … */
  readonly pairs?: readonly number[];
  /** How long the engine took for this answer. */
  readonly milliseconds?: number;
}

/** The engine's answer for a rigid stroke, t from 0 to 1. */
export interface EngineStroke {
  readonly stroke: number;
  /** initial: in contact at t = 0. contact: first touches at `time`. free: no contact. */
  readonly status: 'free' | 'initial' | 'contact';
  readonly time?: number;
  readonly milliseconds?: number;
}

/** Who answered. Only `name` is required. */
export interface EngineName {
  readonly name: string;
  readonly version?: string;
  /** Processor, memory, operating system, as shown beside times. */
  readonly machine?: string;
}

/** A results file, read. */
export interface EngineResults {
  readonly engine: EngineName;
  /** Ascending by pose; answers of one pose in the order of the file. */
  readonly answers: readonly EngineAnswer[];
  readonly strokes: readonly EngineStroke[];
  /** Sentences about oddities that do not prevent judging, such as answers out of order. */
  readonly notices: readonly string[];
}

/** An engine made ready for one bone and one tool. */
export interface Engine {
  /** @param pose 16 numbers, column-major, tool → bone. */
  answer(pose: Float64Array): Omit<EngineAnswer, 'pose'> | Promise<Omit<EngineAnswer, 'pose'>>;
  /** Omitted by engines without motion. Poses as above; linear if both have the same rotation, else a screw. */
  stroke?(from: Float64Array, to: Float64Array): Omit<EngineStroke, 'stroke'> | Promise<Omit<EngineStroke, 'stroke'>>;
  dispose?(): void;
}

/** The exports of a module that runs an engine: `export const engine` and `export function createEngine`. */
export interface EngineModule {
  readonly engine: EngineName;
  createEngine(bodies: { readonly bone: TriangleMesh; readonly tool: TriangleMesh }): Engine | Promise<Engine>;
}
