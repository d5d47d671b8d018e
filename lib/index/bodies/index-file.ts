// A bone's index ↔ the bytes of a file, which is refused unless it is intact and made for this mesh.

import { BVH_COLUMNS, bvhColumns, bvhFrom } from '#bvh';
import { checkedBytes, FormatError, type NameOption, nameIn } from '#core';
import { checkedMesh, type TopologyFacts, type TriangleMesh, topologyFault } from '#mesh';
import { damagedIndex, type PackedContents, packArrays, unpackArrays } from '#records';
import { SCANLINE_COLUMNS, scanlineColumns, scanlinesFrom } from '#scanlines';
import { BoneIndex } from './bone-index.ts';
import { checkHasArrays, checkIndex } from './check-body.ts';
import { checkFingerprint, FINGERPRINT_NUMBERS, fingerprintOf } from './mesh-fingerprint.ts';

/** Incremented whenever the same mesh gives other bytes, or the same bytes mean something else. */
const VERSION = 4;
const SCHEMA = {
  numbers: [...FINGERPRINT_NUMBERS, ...SCANLINE_COLUMNS.numbers, 'boundaryEdges', 'unbalancedEdges'],
  arrays: {
    ...SCANLINE_COLUMNS.arrays,
    ...BVH_COLUMNS.arrays,
    welded: 'u32',
    componentVertex: 'u32',
    componentLow: 'f64',
    componentHigh: 'f64',
  },
} as const;

/**
 * The file holds the mesh's checksums, not the mesh. The same index gives the same bytes on machines of one byte order.
 * @throws OptionError BAD_INDEX.
 */
export function saveIndex(index: BoneIndex): Uint8Array<ArrayBuffer> {
  checkIndex(index);
  const { fingerprint, scanlines, bvh, topology } = index.parts;
  const spans = scanlineColumns(scanlines);
  const { welded, components, boundaryEdges, unbalancedEdges } = topology;
  return packArrays(SCHEMA, VERSION, {
    numbers: { ...fingerprint, ...spans.numbers, boundaryEdges, unbalancedEdges },
    arrays: {
      ...spans.arrays,
      ...bvhColumns(bvh).arrays,
      welded,
      componentVertex: components.vertices,
      componentLow: components.min,
      componentHigh: components.max,
    },
  });
}

/**
 * Reads what `saveIndex` wrote, for the mesh that the index was made for. Bytes and mesh are copied.
 * @param options name: the name of the bytes in errors.
 * @throws FormatError: UNKNOWN_FORMAT (something else), UNKNOWN_VERSION, BYTE_ORDER, TRUNCATED, DAMAGED_INDEX,
 * STALE_INDEX (made for another mesh), WRONG_TYPE;
 * OptionError MISSING_MESH, WRONG_TYPE, UNKNOWN_OPTION; MeshError as createMesh.
 */
export function loadIndex(bytes: ArrayBuffer | Uint8Array, mesh: TriangleMesh, options: NameOption = {}): BoneIndex {
  const name = nameIn(options, 'loadIndex') ?? 'index';
  const view = checkedBytes(bytes, 'bytes', 'pass what saveIndex gave', FormatError);
  checkHasArrays(mesh, 'mesh');
  checkedMesh(mesh, 'mesh');
  const contents = unpackArrays(view, SCHEMA, VERSION, name);
  const positions = Float64Array.from(mesh.positions);
  const faces = new Uint32Array(mesh.faces);
  const fingerprint = fingerprintOf(positions, faces);
  checkFingerprint(contents.numbers, fingerprint, name, mesh.name);
  const sound = <T>(made: T | string): T => {
    if (typeof made === 'string') throw damagedIndex(name, made);
    return made;
  };
  const scanlines = sound(scanlinesFrom(contents, fingerprint.faceCount));
  const bvh = sound(bvhFrom(contents, fingerprint.faceCount));
  const topology = factsFrom(contents);
  sound(topologyFault(topology, fingerprint.vertexCount, fingerprint.faceCount));
  return new BoneIndex(mesh.name, { positions, faces, fingerprint, scanlines, bvh, topology });
}

function factsFrom({ numbers, arrays }: PackedContents<typeof SCHEMA>): TopologyFacts {
  const { boundaryEdges, unbalancedEdges } = numbers;
  const { welded, componentVertex: vertices, componentLow: min, componentHigh: max } = arrays;
  return { welded, boundaryEdges, unbalancedEdges, components: { vertices, min, max } };
}
