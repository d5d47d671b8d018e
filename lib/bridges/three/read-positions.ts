// The position attribute of a geometry → xyz per vertex, in place if it is stored so.

import type { BufferAttribute, BufferGeometry, InterleavedBufferAttribute } from 'three';
import { described, MeshError, typedArrayName } from '#core';
import type { Positions } from '#mesh';

type Attribute = BufferAttribute | InterleavedBufferAttribute;
/** Flags that distinguish attributes; copies of three in one program have classes of their own. */
interface Kind {
  readonly isInterleavedBufferAttribute?: boolean;
  readonly isFloat16BufferAttribute?: boolean;
  readonly isGLBufferAttribute?: boolean;
}

/**
 * xyz per vertex, in the geometry's own frame and unit.
 * - A Float32Array or Float64Array of a plain attribute is returned itself: what is written to it changes the mesh too.
 * - Interleaved Float32Arrays and half floats are copied to a Float32Array, which holds each of their values.
 * - Anything else (integers, normalized or not; interleaved doubles) is copied to a Float64Array, as getX returns it.
 * @param name what errors call the geometry.
 * @throws MeshError NO_POSITIONS if there are none that this thread can read, BAD_ITEM_SIZE unless each has 3 numbers.
 */
export function readPositions(geometry: BufferGeometry, name: string): Positions {
  const attribute = geometry.attributes?.position as (Attribute & Kind) | undefined;
  if (typeof attribute !== 'object' || attribute === null)
    throw new MeshError('NO_POSITIONS', `Geometry "${name}" has no attribute "position", expected x, y, z a vertex.`);
  const type = typedArrayName(attribute.array);
  if (attribute.isGLBufferAttribute === true || type === '')
    throw new MeshError(
      'NO_POSITIONS',
      `Geometry "${name}": the array of its positions is ${described(attribute.array)}, expected a typed array; keep one.`,
    );
  if (attribute.itemSize !== 3)
    throw new MeshError(
      'BAD_ITEM_SIZE',
      `Geometry "${name}" has ${described(attribute.itemSize)} numbers for each position, expected 3; pass x, y and z.`,
    );
  const isPlain = attribute.isInterleavedBufferAttribute !== true && attribute.isFloat16BufferAttribute !== true;
  const { array, count } = attribute;
  if (isPlain && (array instanceof Float32Array || array instanceof Float64Array))
    return array.length === 3 * count ? array : array.subarray(0, 3 * Math.floor(count));
  const isSingle = attribute.isFloat16BufferAttribute === true || type === 'Float32Array';
  const positions = isSingle ? new Float32Array(3 * count) : new Float64Array(3 * count);
  // Not getComponent, which returns a half float's bits.
  for (let v = 0; v < count; v++) positions.set([attribute.getX(v), attribute.getY(v), attribute.getZ(v)], 3 * v);
  return positions;
}
