// An implicit function and a box → the closed, oriented triangle surface of its zero set, by marching tetrahedra on a
// BCC lattice.
//
// The lattice is the corners and centres of cubes of edge `step`. Each of its tetrahedra joins the centres of two
// neighbouring cubes with an edge of the square between these (F. Labelle, J. Shewchuk, "Isosurface stuffing", 2007,
// section 3). The tetrahedra are congruent and meet face to face. The piece of surface in a tetrahedron depends only on
// the signs at its corners, and the pieces of neighbours share the vertices on common edges, so the surface is a closed
// 2-manifold whatever the function is. A point with f = 0 counts as outside.
//
//     r3 ─────── r2     C and N are the centres of two neighbouring cubes, and r0 … r3 is the square between these,
//      │  C → N  │      here seen from N. Each side of the square makes a tetrahedron with C and N: (C, N, r0, r1),
//     r0 ─────── r1     (C, N, r1, r2), (C, N, r2, r3) and (C, N, r3, r0). The four fill an octahedron.

import { checkOptionNames, checkText, OptionError, type OptionNames, refuse } from '../lib/core/index.ts';
import { createMesh, type TriangleMesh } from '../lib/mesh/index.ts';
import { checkPositive, checkTriple } from './check-option.ts';
import { VertexTable } from './vertex-table.ts';

// These are bound once, because in a sandbox such as jest's looking up the global Math costs more than the call.
const { abs, ceil, clz32, sqrt } = Math;

export interface IsosurfaceOptions {
  /** Negative inside, positive outside, mm. */
  readonly f: (x: number, y: number, z: number) => number;
  /** The zero set lies in this box, mm; the lattice extends two steps beyond it. */
  readonly min: readonly number[];
  readonly max: readonly number[];
  /**
   * Edge of a lattice cube, mm. A triangle lies in a tetrahedron, no edge of which is longer than a step, so its own
   * edges are not either.
   */
  readonly step: number;
  /**
   * |f(p) − f(q)| ≤ lipschitz · |p − q|. Blocks of the lattice in which f cannot be 0, by its value at their centre,
   * are skipped.
   */
  readonly lipschitz: number;
  readonly name?: string;
}

const ISOSURFACE_OPTIONS: OptionNames<IsosurfaceOptions> = {
  f: true,
  min: true,
  max: true,
  step: true,
  lipschitz: true,
  name: true,
};

/** Cubes along a block's edge. */
const block = 4;
/** Points along a block's edge. The last layer belongs to the next block too. */
const side = block + 1;
/**
 * The four corners of the square between two centres as (u, v) offsets, counter-clockwise seen from the second centre.
 */
const ringU = [0, 1, 1, 0];
const ringV = [0, 0, 1, 1];
/** For one vertex inside: its three edges, in an order that turns the normal away from it. */
const single = [
  [0, 1, 0, 2, 0, 3],
  [1, 0, 1, 3, 1, 2],
  [2, 0, 2, 1, 2, 3],
  [3, 0, 3, 2, 3, 1],
];
/**
 * For vertices a, b inside and c, d outside, where (a, b, c, d) is an even permutation. The quadrilateral is ac, ad,
 * bd, bc.
 */
const pair: Record<number, readonly number[]> = {
  3: [0, 1, 2, 3],
  5: [0, 2, 3, 1],
  9: [0, 3, 1, 2],
  6: [1, 2, 0, 3],
  10: [1, 3, 2, 0],
  12: [2, 3, 0, 1],
};

/**
 * Triangulates the zero set of f. Every vertex lies on a lattice edge, with |f| at most a tiny share of `step`. Where
 * the surface passes close to a lattice point, vertices can be very close or coincide; collapseEdges removes the
 * slivers between them.
 * @throws OptionError BAD_BOX, BAD_LIPSCHITZ, WRONG_TYPE, UNKNOWN_OPTION, BAD_STEP (not positive and finite, or a
 * lattice of more than 2^32 edges), SURFACE_AT_BORDER (f < 0 outside the box).
 */
export function isosurface(options: IsosurfaceOptions): TriangleMesh {
  checkOptionNames(options, ISOSURFACE_OPTIONS, 'isosurface');
  const { f, min, max, step, lipschitz, name = 'isosurface' } = options;
  checkText(name, 'Isosurface: name', 'pass a text, or leave it out');
  if (typeof f !== 'function') refuse(f, 'Isosurface: f', 'a function', 'pass one of x, y, z, negative inside');
  checkTriple('BAD_BOX', 'Isosurface: min', min);
  checkTriple('BAD_BOX', 'Isosurface: max', max);
  checkPositive('BAD_STEP', 'Isosurface: step', step);
  checkPositive('BAD_LIPSCHITZ', 'Isosurface: lipschitz', lipschitz);
  const counts = [0, 1, 2].map((axis) => ceil((max[axis] - min[axis]) / step / block + 1) * block);
  const stride = [1, counts[0] + 1, (counts[0] + 1) * (counts[1] + 1)];
  const latticeEdges = stride[2] * (counts[2] + 1) * 14;
  if (!(step > 0) || !Number.isFinite(latticeEdges) || latticeEdges >= 2 ** 32)
    throw new OptionError(
      'BAD_STEP',
      `Isosurface "${name}": step ${step} mm gives ${latticeEdges} lattice edges, expected step > 0 and fewer than 2^32 edges; choose another step.`,
    );
  const origin = [0, 1, 2].map((axis) => (min[axis] + max[axis] - counts[axis] * step) / 2);

  const vertices = new VertexTable();
  let faces = new Uint32Array(1 << 16);
  let faceEnd = 0;
  const values = [new Float64Array(side ** 3), new Float64Array(side ** 3)];
  // The six points of the octahedron between two centres: the centre, the next centre, and the ring.
  const kind = [1, 1, 0, 0, 0, 0];
  const px = new Int32Array(6);
  const py = new Int32Array(6);
  const pz = new Int32Array(6);
  const value = new Float64Array(6);
  const corner = [0, 0, 0, 0];

  function coordinate(index: number, axis: number, k: number): number {
    return origin[axis] + (index + k / 2) * step;
  }

  /** The vertex on the edge from point p (inside) to point q (outside) of the octahedron. */
  function edgeVertex(p: number, q: number): number {
    let low = p;
    let type: number;
    if (kind[p] === kind[q]) {
      const dx = px[q] - px[p];
      const dy = py[q] - py[p];
      const dz = pz[q] - pz[p];
      if (dx + dy + dz < 0) low = q;
      type = (dx !== 0 ? 0 : dy !== 0 ? 1 : 2) + 3 * kind[p];
    } else {
      low = kind[p] === 1 ? p : q;
      const other = low === p ? q : p;
      type = 6 + (px[other] - px[low]) + 2 * (py[other] - py[low]) + 4 * (pz[other] - pz[low]);
    }
    const key = (px[low] + py[low] * stride[1] + pz[low] * stride[2]) * 14 + type;
    const slot = vertices.find(key);
    if (slot >= 0) return slot;
    return addRoot(key, p, q);
  }

  /** Adds the zero of f on the edge, by regula falsi with Illinois weights and a bisection now and then. */
  function addRoot(key: number, p: number, q: number): number {
    const ax = coordinate(px[p], 0, kind[p]);
    const ay = coordinate(py[p], 1, kind[p]);
    const az = coordinate(pz[p], 2, kind[p]);
    const dx = coordinate(px[q], 0, kind[q]) - ax;
    const dy = coordinate(py[q], 1, kind[q]) - ay;
    const dz = coordinate(pz[q], 2, kind[q]) - az;
    let low = 0;
    let high = 1;
    let fLow = value[p];
    let fHigh = value[q];
    let lastSide = 0;
    let t = 1;
    // 2^-36 of a step is far below any tolerance of the meshes' users, and above the rounding of f.
    const enough = step * 2 ** -36;
    for (let i = 0; i < 60 && fHigh > 0; i++) {
      t = i % 12 === 11 ? (low + high) / 2 : (low * fHigh - high * fLow) / (fHigh - fLow);
      const ft = f(ax + t * dx, ay + t * dy, az + t * dz);
      if (abs(ft) <= enough) break;
      if (ft < 0) {
        low = t;
        fLow = ft;
        if (lastSide < 0) fHigh /= 2;
        lastSide = -1;
      } else {
        high = t;
        fHigh = ft;
        if (lastSide > 0) fLow /= 2;
        lastSide = 1;
      }
    }
    return vertices.add(key, ax + t * dx, ay + t * dy, az + t * dz);
  }

  function addFace(a: number, b: number, c: number): void {
    if (faceEnd + 3 > faces.length) {
      const grown = new Uint32Array(faces.length * 2);
      grown.set(faces);
      faces = grown;
    }
    faces[faceEnd++] = a;
    faces[faceEnd++] = b;
    faces[faceEnd++] = c;
  }

  function marchTetrahedron(): void {
    let inside = 0;
    for (let i = 0; i < 4; i++) if (value[corner[i]] < 0) inside |= 1 << i;
    if (inside === 0 || inside === 15) return;
    const quad = pair[inside];
    if (quad) {
      const [a, b, c, d] = quad;
      const ac = edgeVertex(corner[a], corner[c]);
      const ad = edgeVertex(corner[a], corner[d]);
      const bd = edgeVertex(corner[b], corner[d]);
      const bc = edgeVertex(corner[b], corner[c]);
      if (vertices.squaredDistance(ac, bd) <= vertices.squaredDistance(ad, bc)) {
        addFace(ac, ad, bd);
        addFace(ac, bd, bc);
      } else {
        addFace(ac, ad, bc);
        addFace(ad, bd, bc);
      }
      return;
    }
    const one = inside === 1 || inside === 2 || inside === 4 || inside === 8;
    const lone = 31 - clz32(one ? inside : 15 - inside);
    const e = single[lone];
    const v0 = one ? edgeVertex(corner[e[0]], corner[e[1]]) : edgeVertex(corner[e[1]], corner[e[0]]);
    const v1 = one ? edgeVertex(corner[e[2]], corner[e[3]]) : edgeVertex(corner[e[3]], corner[e[2]]);
    const v2 = one ? edgeVertex(corner[e[4]], corner[e[5]]) : edgeVertex(corner[e[5]], corner[e[4]]);
    if (one) addFace(v0, v1, v2);
    else addFace(v0, v2, v1);
  }

  /** The 4 tetrahedra between cell (i, j, k) of the block at (bx, by, bz) and its next neighbour along the axis. */
  function marchOctahedron(bx: number, by: number, bz: number, i: number, j: number, k: number, axis: number): void {
    const local = i + j * side + k * side * side;
    const step1 = axis === 0 ? 1 : axis === 1 ? side : side * side;
    value[0] = values[1][local];
    value[1] = values[1][local + step1];
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    const stepU = u === 0 ? 1 : u === 1 ? side : side * side;
    const stepV = v === 0 ? 1 : v === 1 ? side : side * side;
    let negative = (value[0] < 0 ? 1 : 0) + (value[1] < 0 ? 1 : 0);
    for (let m = 0; m < 4; m++) {
      value[m + 2] = values[0][local + step1 + ringU[m] * stepU + ringV[m] * stepV];
      if (value[m + 2] < 0) negative++;
    }
    if (negative === 0 || negative === 6) return;
    for (let m = 0; m < 6; m++) {
      const du = m < 2 ? 0 : ringU[m - 2];
      const dv = m < 2 ? 0 : ringV[m - 2];
      const da = m === 0 ? 0 : 1;
      px[m] = bx + i + (axis === 0 ? da : u === 0 ? du : dv);
      py[m] = by + j + (axis === 1 ? da : u === 1 ? du : dv);
      pz[m] = bz + k + (axis === 2 ? da : u === 2 ? du : dv);
    }
    for (let m = 0; m < 4; m++) {
      corner[0] = 0;
      corner[1] = 1;
      corner[2] = 2 + m;
      corner[3] = 2 + ((m + 1) % 4);
      marchTetrahedron();
    }
  }

  const extent = (sqrt(3) / 2) * (block + 0.5) * step * lipschitz;
  for (let bz = 0; bz < counts[2]; bz += block)
    for (let by = 0; by < counts[1]; by += block)
      for (let bx = 0; bx < counts[0]; bx += block) {
        const half = (block + 0.5) / 2;
        const centre = f(
          origin[0] + (bx + half) * step,
          origin[1] + (by + half) * step,
          origin[2] + (bz + half) * step,
        );
        if (abs(centre) > extent) continue;
        const atBorder =
          bx === 0 ||
          by === 0 ||
          bz === 0 ||
          bx + block === counts[0] ||
          by + block === counts[1] ||
          bz + block === counts[2];
        for (let p = 0, k = 0; k < side; k++)
          for (let j = 0; j < side; j++)
            for (let i = 0; i < side; i++, p++)
              for (let c = 0; c < 2; c++) {
                const at = f(coordinate(bx + i, 0, c), coordinate(by + j, 1, c), coordinate(bz + k, 2, c));
                values[c][p] = at;
                if (atBorder && at < 0 && isBorder(bx + i, by + j, bz + k))
                  throw new OptionError(
                    'SURFACE_AT_BORDER',
                    `Isosurface "${name}": f = ${at} at the border of its box, expected a positive value; enlarge min and max.`,
                  );
              }
        for (let k = 0; k < block; k++)
          for (let j = 0; j < block; j++)
            for (let i = 0; i < block; i++) {
              marchOctahedron(bx, by, bz, i, j, k, 0);
              marchOctahedron(bx, by, bz, i, j, k, 1);
              marchOctahedron(bx, by, bz, i, j, k, 2);
            }
      }

  function isBorder(i: number, j: number, k: number): boolean {
    return i <= 0 || j <= 0 || k <= 0 || i >= counts[0] - 1 || j >= counts[1] - 1 || k >= counts[2] - 1;
  }

  return createMesh(vertices.positions(), faces.slice(0, faceEnd), { name });
}
