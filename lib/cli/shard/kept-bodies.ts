// Bone, tool and poses ↔ shard.inputs: bit for bit the inputs of the finished files besides the rows.

import type { Positions, TriangleMesh } from '#mesh';
import { type PackedSchema, packArrays, unpackArrays } from '#records';
import type { ValidatedBody } from '../validation-report/validation-header.ts';

const VERSION = 1;
/** Positions are kept unchanged: a body fills either its f32 or its f64 array and leaves the other empty. */
const SCHEMA = {
  words: { noun: 'Shard file', again: 'run that shard again', writer: 'a command with --shard' },
  numbers: ['timed'],
  arrays: {
    boneSingle: 'f32',
    boneDouble: 'f64',
    boneFaces: 'u32',
    toolSingle: 'f32',
    toolDouble: 'f64',
    toolFaces: 'u32',
    times: 'f64',
    matrices: 'f64',
  },
} as const satisfies PackedSchema;

export interface KeptBodies {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  /** s, one for each pose of the whole run, if the path has times and a finished file contains them. */
  readonly times: Float64Array | null;
  /** 16 numbers per pose of the whole run if the finished files need more than the rows hold; else empty. */
  readonly matrices: Float64Array;
}

export function packBodies({ bone, tool, times, matrices }: KeptBodies): Uint8Array {
  const [boneSingle, boneDouble] = byPrecision(bone.positions);
  const [toolSingle, toolDouble] = byPrecision(tool.positions);
  return packArrays(SCHEMA, VERSION, {
    numbers: { timed: times === null ? 0 : 1 },
    arrays: {
      ...{ boneSingle, boneDouble, boneFaces: bone.faces },
      ...{ toolSingle, toolDouble, toolFaces: tool.faces },
      ...{ times: times ?? new Float64Array(), matrices },
    },
  });
}

/**
 * @param source the name of the bytes in errors.
 * @param sources where the bodies came from, as recorded in the run's header.
 * @throws FormatError as unpackArrays.
 */
export function unpackBodies(
  bytes: Uint8Array,
  source: string,
  sources: { readonly bone: ValidatedBody; readonly tool: ValidatedBody },
): KeptBodies {
  const { numbers, arrays } = unpackArrays(bytes, SCHEMA, VERSION, source);
  const { boneSingle, boneDouble, boneFaces, toolSingle, toolDouble, toolFaces, times, matrices } = arrays;
  return {
    bone: named(given(boneSingle, boneDouble), boneFaces, sources.bone),
    tool: named(given(toolSingle, toolDouble), toolFaces, sources.tool),
    times: numbers.timed === 1 ? times : null,
    matrices,
  };
}

function named(positions: Positions, faces: Uint32Array, { file, frame }: ValidatedBody): TriangleMesh {
  return { positions, faces, name: file, ...(frame === undefined ? {} : { frame }) };
}

function byPrecision(positions: Positions): [Float32Array, Float64Array] {
  return positions instanceof Float32Array
    ? [positions, new Float64Array()]
    : [new Float32Array(), Float64Array.from(positions)];
}

function given(single: Float32Array, double: Float64Array): Positions {
  return single.length > 0 ? single : double;
}
