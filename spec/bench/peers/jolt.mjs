// Jolt: the bone's MeshShape; it supports no query against another mesh.

import load from 'jolt-physics/wasm-compat';
import { Refusal } from './refusal.mjs';

let Jolt = await load();

/**
 * Reported by its debug build for such a query, and shown by its release build, which then finds nothing, at every
 * cutting pose.
 */
const UNSUPPORTED =
  'two MeshShapes are an “unsupported shape pair” of its CollisionDispatch, and its JavaScript API offers no shape for a single triangle (github.com/jrouwe/JoltPhysics/discussions/1001)';

export const jolt = {
  name: 'Jolt',
  share: { build: 2 },
  cannot: {
    pairs: UNSUPPORTED,
    intersects: UNSUPPORTED,
    distance: UNSUPPORTED,
    report: UNSUPPORTED,
    memory: "it lives in WebAssembly's memory, which grows in steps and never shrinks",
  },
  /** @returns the timed part: the bone's shape from the lists of vertices and faces, which are filled beforehand. */
  prepare({ positions, faces }) {
    const vertices = new Jolt.VertexList();
    const triangles = new Jolt.IndexedTriangleList();
    const materials = new Jolt.PhysicsMaterialList();
    vertices.resize(positions.length / 3);
    triangles.resize(faces.length / 3);
    for (let i = 0; i < positions.length / 3; i++) {
      const vertex = vertices.at(i);
      [vertex.x, vertex.y, vertex.z] = positions.subarray(3 * i, 3 * i + 3);
    }
    for (let i = 0; i < faces.length / 3; i++) {
      const triangle = triangles.at(i);
      for (let k = 0; k < 3; k++) triangle.set_mIdx(k, faces[3 * i + k]);
    }
    return async () => {
      const settings = new Jolt.MeshShapeSettings(vertices, triangles, materials);
      const result = await created(settings);
      if (result.HasError()) throw new Refusal(`it takes no such mesh (${result.GetError().c_str()})`);
      const shape = result.Get();
      shape.AddRef();
      return {
        free() {
          shape.Release();
          for (const given of [settings, vertices, triangles, materials]) Jolt.destroy(given);
        },
      };
    };
  },
};

/**
 * @throws Refusal if WebAssembly's memory runs out, which leaves the module unusable: it is reloaded for the next mesh.
 */
async function created(settings) {
  try {
    return settings.Create();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError && error.message.includes('OOM'))) throw error;
    Jolt = await load();
    throw new Refusal('it runs out of WebAssembly’s memory while it builds');
  }
}
