// Bodies of known signed distance, mesh densities and values of h → the widths and errors of kerf's answers at each,
// and the fitted orders.

import { createDetector } from '#detector';
import type { TriangleMesh } from '#mesh';
import type { ContactReport, ContactTable } from '#records';
import { type LeastDistance, leastDistance } from './least-distance.ts';
import type { MeanMax, RefinementStudy, StudyBody, StudyOptions, StudyRow } from './refinement.ts';
import { fitRefinement } from './refinement-fits.ts';

/** mm: the true minima are bounded to this width. */
const TRUTH_WIDTH = 1e-7;

/** @param onProgress after each row; awaited, so that it may yield to other work. */
export async function runRefinementStudy(
  bodies: readonly StudyBody[],
  options: StudyOptions,
  onProgress?: (done: number, total: number) => void | Promise<void>,
): Promise<RefinementStudy> {
  const { resolutions, contactDistance } = options;
  const total = bodies.reduce((sum, body) => sum + body.faces.length * resolutions.length, 0);
  const rows: StudyRow[] = [];
  for (const body of bodies) {
    const truth = new TrueMinima(body);
    for (const faces of body.faces) {
      const bone = body.mesh(faces);
      const edge = meanEdge(bone);
      for (const resolution of resolutions) {
        const detector = await createDetector({
          bone,
          tool: body.tool,
          contactDistance,
          resolution,
          sides: 'tool',
          backend: 'cpu',
        });
        const reports = body.poses.map((pose) => detector.detectSync(pose));
        detector.dispose();
        rows.push({
          body: body.name,
          faces: bone.faces.length / 3,
          edge,
          resolution,
          ...measure(reports, body, truth),
        });
        await onProgress?.(rows.length, total);
      }
    }
  }
  const named = bodies.map(({ name, expression }) => ({ name, expression }));
  return { bodies: named, rows, fits: fitRefinement(rows) };
}

/** Cached minima of the body's signed distance over sub-triangles: all mesh densities need the same ones. */
class TrueMinima {
  readonly #body: StudyBody;
  readonly #known = new Map<string, LeastDistance>();
  constructor(body: StudyBody) {
    this.#body = body;
  }

  of({ face, level, path, corners }: ContactTable, row: number, pose: number): LeastDistance {
    const key = `${pose} ${face[row]} ${level[row]} ${path[row]}`;
    let known = this.#known.get(key);
    if (known === undefined) {
      known = leastDistance(this.#body.signedDistance, corners, 9 * row, TRUTH_WIDTH);
      this.#known.set(key, known);
    }
    return known;
  }
}

function measure(
  reports: readonly ContactReport[],
  body: StudyBody,
  truth: TrueMinima,
): Omit<StudyRow, 'body' | 'faces' | 'edge' | 'resolution'> {
  const [width, error, meshError, samplingError] = [new Figures(), new Figures(), new Figures(), new Figures()];
  const milliseconds = new Figures();
  let truthWidth = TRUTH_WIDTH;
  reports.forEach(({ contacts, stats }, pose) => {
    milliseconds.add(stats.milliseconds.total);
    for (let row = 0; row < contacts.length; row++) {
      const distance = contacts.distance[row];
      const [x, y, z] = contacts.point.subarray(3 * row, 3 * row + 3);
      const atPoint = body.signedDistance(x, y, z);
      const { low, high } = truth.of(contacts, row, pose);
      truthWidth = Math.max(truthWidth, high - low);
      width.add(contacts.high[row] - contacts.low[row]);
      error.add(Math.abs(distance - high));
      meshError.add(Math.abs(distance - atPoint));
      // kerf's point is in the sub-triangle, so its distance is at least the minimum, but for the minimum's
      // uncertainty.
      if (contacts.low[row] < 0) samplingError.add(Math.max(0, atPoint - high));
    }
  });
  return {
    contacts: width.count,
    width: width.meanMax(),
    error: error.meanMax(),
    meshError: meshError.meanMax(),
    samplingError: samplingError.meanMax(),
    truthWidth,
    milliseconds: milliseconds.meanMax().mean,
  };
}

/** Mean and largest of the values added; both 0 if there are none. */
class Figures {
  count = 0;
  #sum = 0;
  #max = 0;

  add(value: number): void {
    this.count++;
    this.#sum += value;
    this.#max = Math.max(this.#max, value);
  }

  meanMax(): MeanMax {
    return { mean: this.count === 0 ? 0 : this.#sum / this.count, max: this.#max };
  }
}

/** The mean length of the faces' sides; on a closed surface each edge counts twice. */
function meanEdge({ positions, faces }: TriangleMesh): number {
  let sum = 0;
  for (let i = 0; i < faces.length; i++) {
    const a = 3 * faces[i];
    const b = 3 * faces[i % 3 === 2 ? i - 2 : i + 1];
    sum += Math.hypot(
      positions[b] - positions[a],
      positions[b + 1] - positions[a + 1],
      positions[b + 2] - positions[a + 2],
    );
  }
  return sum / faces.length;
}
