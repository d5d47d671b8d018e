// A contact case → the detector's report and the two bodies as its judges see them.

import {
  type ContactReport,
  createDetector,
  createMesh,
  type DetectorOptions,
  inspectMesh,
  type TriangleMesh,
} from '#kerf';
import { type ExactNumber, posedPositions } from '#reference';
import type { ContactCase } from './contact-cases.ts';
import { exactLeaf } from './leaf-recovery.ts';
import { PlainSolid, plainSlack } from './plain-solid.ts';

export interface Question {
  readonly given: ContactCase;
  readonly report: ContactReport;
  /** Bone frame, stored coordinates as the contract defines them: 0 the bone, 1 the tool. */
  readonly meshes: readonly [TriangleMesh, TriangleMesh];
  readonly solids: readonly [PlainSolid, PlainSolid];
  /** Error bound of a judgement in f64, mm. */
  readonly slack: number;
}

type Asked = Pick<Question, 'given' | 'report' | 'meshes'>;

export async function ask(given: ContactCase, options: Partial<DetectorOptions> = {}): Promise<Question> {
  const { bone, tool, pose, delta, h } = given;
  const detector = await createDetector({ bone, tool, contactDistance: delta, resolution: h, ...options });
  const report = detector.detectSync(pose);
  detector.dispose();
  const posed = createMesh(posedPositions(tool.positions, pose), tool.faces, { name: tool.name });
  const solids = [new PlainSolid(bone, hasInside(bone)), new PlainSolid(posed, hasInside(posed))] as const;
  const slack = plainSlack(Math.max(solids[0].magnitude, solids[1].magnitude));
  return { given, report, meshes: [bone, posed], solids, slack };
}

export function hasInside(mesh: TriangleMesh): boolean {
  const { closed, oriented } = inspectMesh(mesh);
  return closed && oriented;
}

/** Nine coordinates of a face. */
export function faceCorners(
  { positions, faces }: Pick<TriangleMesh, 'positions' | 'faces'>,
  face: number,
): Float64Array {
  return Float64Array.from({ length: 9 }, (_, i) => positions[3 * faces[3 * face + Math.floor(i / 3)] + (i % 3)]);
}

/** The exact sub-triangle of a row. */
export function exactLeafOf({ given, report, meshes }: Asked, row: number): ExactNumber[] {
  const { body, face, level, path } = report.contacts;
  const [own, corners] = [ownOf(given, body[row], face[row]), faceCorners(meshes[body[row]], face[row])];
  return exactLeaf(corners, own, given.h, level[row], path[row]);
}

/** A face in its own frame, in which it is divided. */
export const ownOf = ({ bone, tool }: Pick<ContactCase, 'bone' | 'tool'>, body: number, face: number): Float64Array =>
  faceCorners(body === 0 ? bone : tool, face);

/** At most `count` of the numbers 0 … length − 1, ascending, drawn from a seeded stream. */
export function someOf(length: number, count: number, random: () => number): number[] {
  if (length <= count) return Array.from({ length }, (_, i) => i);
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(Math.floor(random() * length));
  return [...chosen].sort((a, b) => a - b);
}

/**
 * Barycentric weights of the lattice with n steps per edge: (n + 1)(n + 2)/2 points of a triangle, its corners among
 * them.
 */
export function latticeWeights(n: number): (readonly [number, number, number])[] {
  const weights: (readonly [number, number, number])[] = [];
  for (let i = 0; i <= n; i++) for (let j = 0; i + j <= n; j++) weights.push([(n - i - j) / n, i / n, j / n]);
  return weights;
}

/** The point of a triangle (nine numbers from `at` on) with these weights. */
export function weighted(
  corners: ArrayLike<number>,
  at: number,
  [u, v, w]: readonly number[],
): [number, number, number] {
  const coordinate = (k: number) => u * corners[at + k] + v * corners[at + 3 + k] + w * corners[at + 6 + k];
  return [coordinate(0), coordinate(1), coordinate(2)];
}

/** How a sub-triangle lies relative to the other solid, by samples. */
export type Placing = 'deep' | 'near' | 'crossing';
export function placingOf(distances: readonly number[]): Placing {
  if (distances.every((d) => d < 0)) return 'deep';
  return distances.every((d) => d > 0) ? 'near' : 'crossing';
}

/** Counts by name, and each name's share of the total. */
export class Shares {
  total = 0;
  readonly #counts = new Map<string, number>();

  count(name: string): void {
    this.total++;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  of(name: string): number {
    return (this.#counts.get(name) ?? 0) / this.total;
  }
}
