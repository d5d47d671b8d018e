// Bone, tool and the times of a path ↔ shard.inputs: bit for bit what the page, the JSON and the CSV are made of.

import type { Positions, TriangleMesh } from '../../mesh/index.ts';
import { type PackedSchema, packArrays, unpackArrays } from '../../records/index.ts';

const VERSION = 1;
/** Positions are kept as they are: a body has them in f32 or in f64, and none in the other. */
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
  },
} as const satisfies PackedSchema;

export interface KeptBodies {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  /** s, one for each pose of the whole run, if the path has them. */
  readonly times: Float64Array | null;
}

export function packBodies({ bone, tool, times }: KeptBodies): Uint8Array {
  const [boneSingle, boneDouble] = byPrecision(bone.positions);
  const [toolSingle, toolDouble] = byPrecision(tool.positions);
  return packArrays(SCHEMA, VERSION, {
    numbers: { timed: times === null ? 0 : 1 },
    arrays: {
      ...{ boneSingle, boneDouble, boneFaces: bone.faces },
      ...{ toolSingle, toolDouble, toolFaces: tool.faces },
      times: times ?? new Float64Array(),
    },
  });
}

/**
 * @param source what errors call the bytes.
 * @param names of the bodies.
 * @throws FormatError as unpackArrays.
 */
export function unpackBodies(
  bytes: Uint8Array,
  source: string,
  names: { readonly bone: string; readonly tool: string },
): KeptBodies {
  const { numbers, arrays } = unpackArrays(bytes, SCHEMA, VERSION, source);
  const { boneSingle, boneDouble, boneFaces, toolSingle, toolDouble, toolFaces, times } = arrays;
  return {
    bone: { positions: given(boneSingle, boneDouble), faces: boneFaces, name: names.bone },
    tool: { positions: given(toolSingle, toolDouble), faces: toolFaces, name: names.tool },
    times: numbers.timed === 1 ? times : null,
  };
}

function byPrecision(positions: Positions): [Float32Array, Float64Array] {
  return positions instanceof Float32Array
    ? [positions, new Float64Array()]
    : [new Float32Array(), Float64Array.from(positions)];
}

function given(single: Float32Array, double: Float64Array): Positions {
  return single.length > 0 ? single : double;
}
