// Names → small surfaces made by hand or by formula.

export interface Body {
  readonly positions: number[];
  readonly faces: number[];
}

/** Edges 3, 4, 5 from the corner at the origin: volume 10. */
export const tetrahedron: Body = {
  positions: [0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 5],
  faces: [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3],
};

/** Box from the origin with sides a, b, c: 12 faces, outward. */
export function box(a: number, b: number, c: number): Body {
  const positions: number[] = [];
  for (let i = 0; i < 8; i++) positions.push(i & 1 ? a : 0, i & 2 ? b : 0, i & 4 ? c : 0);
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return { positions, faces: quads.flatMap(([p, q, r, s]) => [p, q, r, p, r, s]) };
}

/**
 * Quads 0 … n - 1 between two rails, two faces each; `closing` joins the last to the first: straight, or with a twist.
 */
export function strip(n: number, closing: 'open' | 'ring' | 'moebius'): Body {
  const positions: number[] = [];
  const columns = closing === 'open' ? n + 1 : n;
  for (let i = 0; i < columns; i++) {
    const turn = (2 * Math.PI * i) / n;
    const half = closing === 'moebius' ? turn / 2 : 0;
    for (const side of [-1, 1]) {
      const radius = 5 + side * Math.cos(half);
      positions.push(radius * Math.cos(turn), radius * Math.sin(turn), side * Math.sin(half));
    }
  }
  const faces: number[] = [];
  for (let i = 0; i < n; i++) {
    const last = i === n - 1 && closing !== 'open';
    const [a, b] = [2 * i, 2 * i + 1];
    const [c, d] = !last ? [2 * i + 2, 2 * i + 3] : closing === 'ring' ? [0, 1] : [1, 0];
    faces.push(a, c, b, b, c, d);
  }
  return { positions, faces };
}

/** A torus grid of n × m quads, outward: closed, oriented, genus 1. */
export function torus(n: number, m: number, major: number, minor: number): Body {
  const positions: number[] = [];
  const faces: number[] = [];
  for (let i = 0; i < n; i++)
    for (let j = 0; j < m; j++) {
      const [u, v] = [(2 * Math.PI * i) / n, (2 * Math.PI * j) / m];
      const radius = major + minor * Math.cos(v);
      positions.push(radius * Math.cos(u), radius * Math.sin(u), minor * Math.sin(v));
      const [a, b] = [i * m + j, ((i + 1) % n) * m + j];
      const [c, d] = [i * m + ((j + 1) % m), ((i + 1) % n) * m + ((j + 1) % m)];
      faces.push(a, b, d, a, d, c);
    }
  return { positions, faces };
}

/** Regular octahedron split `levels` times, on the sphere: 8·4^levels faces, outward. */
export function sphere(levels: number, radius: number): Body {
  let corners: number[][][] = [];
  for (let octant = 0; octant < 8; octant++) {
    const [x, y, z] = [octant & 1 ? -1 : 1, octant & 2 ? -1 : 1, octant & 4 ? -1 : 1];
    const face = [
      [x, 0, 0],
      [0, y, 0],
      [0, 0, z],
    ];
    corners.push(x * y * z > 0 ? face : [face[0], face[2], face[1]]);
  }
  const middle = (p: number[], q: number[]): number[] => {
    const sum = p.map((value, axis) => value + q[axis]);
    const length = Math.hypot(...sum);
    return sum.map((value) => value / length);
  };
  for (let level = 0; level < levels; level++)
    corners = corners.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      return [
        [a, ab, ca],
        [ab, b, bc],
        [ca, bc, c],
        [ab, bc, ca],
      ];
    });
  const positions = corners.flat(2).map((value) => value * radius);
  return { positions, faces: Array.from({ length: positions.length / 3 }, (_, i) => i) };
}

export function join(...bodies: Body[]): Body {
  const positions: number[] = [];
  const faces: number[] = [];
  for (const body of bodies) {
    const offset = positions.length / 3;
    positions.push(...body.positions);
    faces.push(...body.faces.map((v) => v + offset));
  }
  return { positions, faces };
}

export function move(body: Body, shift: readonly number[], scale = 1): Body {
  return { positions: body.positions.map((value, i) => value * scale + shift[i % 3]), faces: body.faces };
}

/** Gives every face its own corners, as in an STL file. */
export function soup(body: Body): Body {
  return {
    positions: body.faces.flatMap((v) => body.positions.slice(3 * v, 3 * v + 3)),
    faces: body.faces.map((_, i) => i),
  };
}

/** Face f with its orientation reversed. */
export function flip(body: Body, ...flipped: number[]): Body {
  const faces = [...body.faces];
  for (const f of flipped) [faces[3 * f + 1], faces[3 * f + 2]] = [faces[3 * f + 2], faces[3 * f + 1]];
  return { positions: body.positions, faces };
}

export function without(body: Body, ...removed: number[]): Body {
  return { positions: body.positions, faces: body.faces.filter((_, i) => !removed.includes(Math.floor(i / 3))) };
}

export function shuffle(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** The same surface with vertices and faces in another order, and each face's corners rotated cyclically. */
export function permute(body: Body, random: () => number): Body {
  const vertexAt = shuffle(body.positions.length / 3, random);
  const newNumber: number[] = [];
  vertexAt.forEach((old, now) => {
    newNumber[old] = now;
  });
  const faces = shuffle(body.faces.length / 3, random).flatMap((f) => {
    const turn = Math.floor(random() * 3);
    return [0, 1, 2].map((k) => newNumber[body.faces[3 * f + ((k + turn) % 3)]]);
  });
  return { positions: vertexAt.flatMap((old) => body.positions.slice(3 * old, 3 * old + 3)), faces };
}
