// A mesh → what a spec asserts of a closed surface, counted by definition. It shares no code with what it judges.

export interface SurfaceFacts {
  readonly faceCount: number;
  /** Every directed edge occurs once, and its reverse occurs once. */
  readonly closedAndOriented: boolean;
  /** The faces round every vertex form one fan, and every vertex is used. */
  readonly manifoldVertices: boolean;
  /** Faces with the same three vertices as another one. */
  readonly duplicateFaces: number;
  readonly zeroAreaFaces: number;
  /** Vertices − edges + faces. */
  readonly euler: number;
  readonly components: number;
  /** mm³, positive if faces are counter-clockwise from outside. */
  readonly volume: number;
  /** The least 4√3 · area ÷ sum of squared edges over the faces. */
  readonly leastQuality: number;
}

export function surfaceFacts(mesh: { positions: ArrayLike<number>; faces: ArrayLike<number> }): SurfaceFacts {
  const { positions, faces } = mesh;
  const vertexCount = positions.length / 3;
  const faceCount = faces.length / 3;
  const forward = new Float64Array(faces.length);
  const backward = new Float64Array(faces.length);
  const degree = new Int32Array(vertexCount);
  const parent = Int32Array.from({ length: vertexCount }, (_, vertex) => vertex);
  const opposite = new Map<number, number>();
  const triples = new Set<string>();
  let zeroAreaFaces = 0;
  let volume = 0;
  let leastQuality = Infinity;
  for (let face = 0; face < faceCount; face++) {
    const corners = [faces[3 * face], faces[3 * face + 1], faces[3 * face + 2]];
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [corners[k], corners[(k + 1) % 3], corners[(k + 2) % 3]];
      forward[3 * face + k] = a * vertexCount + b;
      backward[3 * face + k] = b * vertexCount + a;
      opposite.set(a * vertexCount + b, c);
      degree[a]++;
      parent[find(parent, a)] = find(parent, b);
    }
    triples.add([...corners].sort((p, q) => p - q).join());
    const [p, q, r] = corners.map((v) => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]]);
    const normal = cross(subtract(q, p), subtract(r, p));
    const doubleArea = Math.sqrt(dot(normal, normal));
    if (!(doubleArea > 0)) zeroAreaFaces++;
    volume += dot(p, cross(q, r)) / 6;
    const edges = [subtract(q, p), subtract(r, q), subtract(p, r)].reduce((sum, e) => sum + dot(e, e), 0);
    leastQuality = Math.min(leastQuality, (2 * Math.sqrt(3) * doubleArea) / edges);
  }
  forward.sort();
  backward.sort();
  const closedAndOriented = forward.every((key, i) => key === backward[i] && (i === 0 || key !== forward[i - 1]));
  const roots = new Set<number>();
  for (let vertex = 0; vertex < vertexCount; vertex++) roots.add(find(parent, vertex));
  return {
    faceCount,
    closedAndOriented,
    manifoldVertices: closedAndOriented && fansAreWhole(faces, vertexCount, degree, opposite),
    duplicateFaces: faceCount - triples.size,
    zeroAreaFaces,
    euler: vertexCount - faces.length / 2 + faceCount,
    components: roots.size,
    volume,
    leastQuality,
  };
}

/** Whether a walk round each vertex from face to face comes back after all of its faces. */
function fansAreWhole(
  faces: ArrayLike<number>,
  vertexCount: number,
  degree: Int32Array,
  opposite: Map<number, number>,
): boolean {
  const start = new Int32Array(vertexCount).fill(-1);
  for (let i = 0; i < faces.length; i++) start[faces[i]] = faces[i % 3 === 2 ? i - 2 : i + 1];
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    if (start[vertex] < 0) return false;
    let walked = 0;
    let neighbour = start[vertex];
    do {
      const following = opposite.get(vertex * vertexCount + neighbour);
      if (following === undefined) return false;
      neighbour = following;
      walked++;
    } while (neighbour !== start[vertex]);
    if (walked !== degree[vertex]) return false;
  }
  return true;
}

function find(parent: Int32Array, vertex: number): number {
  let root = vertex;
  while (parent[root] !== root) {
    parent[root] = parent[parent[root]];
    root = parent[root];
  }
  return root;
}

function subtract(a: readonly number[], b: readonly number[]): number[] {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
