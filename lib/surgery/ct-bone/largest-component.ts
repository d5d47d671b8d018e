// A surface of several components → the one with the largest area, and what is left out.

import { cornerOffset } from '#core';
import { faceComponents, keptFaces } from '#mesh';
import { triangleArea } from '#triangles';

/** Which components were found, and how much of the surface was left out; areas in mm². */
export interface ComponentFacts {
  /** Connected components of the surface; cavities have components of their own. */
  readonly found: number;
  readonly leftOut: number;
  readonly leftOutFaces: number;
  readonly leftOutArea: number;
  /** The largest of those left out; 0 if none is. */
  readonly largestLeftOutFaces: number;
  readonly largestLeftOutArea: number;
}

interface ComponentSurface {
  readonly positions: Float64Array;
  readonly faces: Uint32Array;
  readonly components: ComponentFacts;
}

/**
 * Of several components with the largest area, the one with the first face is kept.
 * @param keepsAll whether all components are kept.
 */
export function largestComponent(positions: Float64Array, faces: Uint32Array, keepsAll: boolean): ComponentSurface {
  const { count, of } = faceComponents(faces, positions.length / 3);
  const areas = new Float64Array(count);
  const sizes = new Uint32Array(count);
  const normal = new Float64Array(3);
  for (let face = 0; face < of.length; face++) {
    areas[of[face]] += triangleArea(
      positions,
      cornerOffset(faces, face, 0),
      cornerOffset(faces, face, 1),
      cornerOffset(faces, face, 2),
      normal,
    );
    sizes[of[face]]++;
  }
  const order = Array.from(areas.keys()).sort((a, b) => areas[b] - areas[a] || a - b);
  const left = keepsAll ? [] : order.slice(1);
  const [next] = left;
  const components = {
    found: count,
    leftOut: left.length,
    leftOutFaces: left.reduce((sum, component) => sum + sizes[component], 0),
    leftOutArea: left.reduce((sum, component) => sum + areas[component], 0),
    largestLeftOutFaces: next === undefined ? 0 : sizes[next],
    largestLeftOutArea: next === undefined ? 0 : areas[next],
  };
  if (left.length === 0) return { positions, faces, components };
  return { ...keptFaces(positions, faces, (face) => of[face] === order[0]), components };
}
