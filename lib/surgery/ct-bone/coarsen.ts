// A surface → the same shape with about the requested number of faces, by meshoptimizer, its topology checked by kerf.
//
// meshoptimizer (zeux, MIT) collapses the edges with the least quadric error and moves vertices to where the error is
// least. It promises neither a manifold result nor one without self-intersections.
//
// In a closed, oriented surface, every edge is traversed as often one way as the other. Merging vertices and dropping
// the faces that lose a corner preserves this, so the surface stays closed and oriented. But if the ends of an edge
// have neighbours in common besides the third corners of its two faces, merging them pinches the surface, which is then
// not manifold. The vertices around such places are locked, and the surface is coarsened again from the start.

import { DeviceError, MeshError } from '#core';
import { createMesh, inspectMesh, keptFaces, nonManifoldVertices, type TriangleMesh } from '#mesh';

/**
 * The most rounds of locking. A skull of 130,000 faces takes two to four rounds to a sixth of its faces. One of genus
 * 180 has no manifold surface with a tenth of its faces.
 */
const ROUNDS = 8;
/** The most that locking may cost: multiples of the error and of the faces of the first result. */
const ERROR_GROWTH = 2;
const FACE_GROWTH = 1.05;

/**
 * @returns the mesh itself if it has no more faces than requested. Otherwise a surface with new vertices and about the
 * requested number of faces, or more if the shape allows no fewer. It is manifold if that costs at most twice the error
 * and a twentieth more faces.
 * @throws MeshError COARSENING_FAILED if a closed and oriented surface is no longer so; DeviceError NO_WEBASSEMBLY.
 */
export async function coarsen(mesh: TriangleMesh, faces: number): Promise<TriangleMesh> {
  if (mesh.faces.length / 3 <= faces) return mesh;
  const { MeshoptSimplifier: simplifier } = await import('meshoptimizer/simplifier');
  if (!simplifier.supported)
    throw new DeviceError('NO_WEBASSEMBLY', 'Coarsening needs WebAssembly, which this engine lacks; leave faces out.');
  await simplifier.ready;
  // Coordinates are taken relative to the middle, so that f32 keeps them to 2^-25 of the size.
  const { bounds, closed, oriented } = inspectMesh(mesh);
  const centre = bounds.min.map((low, axis) => low + (bounds.max[axis] - low) / 2);
  const start = Float32Array.from(mesh.positions, (x, i) => x - centre[i % 3]);
  const locked = new Uint8Array(start.length / 3);
  let first: TriangleMesh | null = null;
  // The greatest error, as a fraction of the extent. 1 sets no limit.
  let limit = 1;
  for (let round = 0; round < ROUNDS; round++) {
    const indices = mesh.faces.slice();
    const points = start.slice();
    const attributes = new Float32Array(0);
    const [count, error] = simplifier.simplifyWithUpdate(
      indices,
      points,
      3,
      attributes,
      0,
      [],
      locked,
      3 * faces,
      limit,
      ['PreserveFolds'],
    );
    const merged = indices.subarray(0, count);
    const kept = keptFaces(points, merged, () => true);
    const made = createMesh(
      Float64Array.from(kept.positions, (x, i) => x + centre[i % 3]),
      kept.faces,
      { name: mesh.name, frame: mesh.frame },
    );
    const pinches = nonManifoldVertices(merged, locked.length);
    first ??= made;
    if (made.faces.length > FACE_GROWTH * first.faces.length) break;
    if (pinches.length === 0) return checked(made, closed && oriented);
    limit = Math.min(limit, ERROR_GROWTH * error);
    lockAround(pinches, mesh.faces, locked);
  }
  return checked(first as TriangleMesh, closed && oriented);
}

/** Locks vertices and their neighbours. */
function lockAround(vertices: readonly number[], faces: Uint32Array, locked: Uint8Array): void {
  const isIn = new Set(vertices);
  for (let i = 0; i < faces.length; i += 3)
    if (isIn.has(faces[i]) || isIn.has(faces[i + 1]) || isIn.has(faces[i + 2]))
      locked[faces[i]] = locked[faces[i + 1]] = locked[faces[i + 2]] = 1;
}

function checked(mesh: TriangleMesh, isSolid: boolean): TriangleMesh {
  const { closed, oriented, boundaryEdges } = inspectMesh(mesh);
  if (isSolid && !(closed && oriented))
    throw new MeshError(
      'COARSENING_FAILED',
      `Mesh "${mesh.name}" came back ${closed ? 'turned against itself' : `with ${boundaryEdges} boundary edges`} ` +
        `from coarsening to ${mesh.faces.length / 3} faces, expected a closed, oriented surface; ask for more faces.`,
    );
  return mesh;
}
