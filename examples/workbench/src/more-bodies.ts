// A bone and a tool → a scene: the bone's parts, the second of which, the skull's jaw, opens, against the tool, a burr
// and a retractor, which stand where they belong on the skull phantom.

import { type ContactReport, createScene, type Scene, type SceneOptions, type TriangleMesh } from 'kerf';
import { box, connectedParts, sphericalBurr } from 'kerf/datasets';

/** The burr rests on the closed jaw's chin, the retractor lies behind its left ramus. */
const TOOLS = [
  { name: 'burr', mesh: sphericalBurr(), pose: turned(90, 0, -94.5, -114) },
  { name: 'retractor', mesh: box({ size: [30, 3, 40], divisions: [6, 1, 8] }), pose: turned(0, 48, -1.5, -90) },
] as const;
const PLACE = turned(0, 0, 0, 0);

/** A rotation about x, in degrees, then a translation. */
function turned(degrees: number, x: number, y: number, z: number): readonly number[] {
  const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return [1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, x, y, z, 1];
}

/** The jaw's pose, opened about the line through the phantom's joints: y = −7, z = −56 mm. */
function jawAt(degrees: number): readonly number[] {
  const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return turned(degrees, 0, -7 + 7 * c - 56 * s, -56 + 7 * s + 56 * c);
}

/** A pair that is not separated. */
export interface Touching {
  readonly bone: string;
  readonly tool: string;
  readonly report: ContactReport;
  /** The frame of the report's bone → the frame of the bone that was opened. */
  readonly bonePose: readonly number[];
}

export class MoreBodies {
  /** The bone, without its jaw. */
  readonly skull: TriangleMesh;
  readonly #jaw: TriangleMesh | null;
  #scene: Scene | null = null;

  /** @param bone as it was opened. The phantom has a jaw, its second part; another bone's parts may be anything. */
  constructor(bone: TriangleMesh, isPhantom: boolean) {
    const [skull, jaw] = isPhantom ? connectedParts(bone) : [bone, null];
    this.skull = skull;
    this.#jaw = jaw;
  }

  /** Makes the scene. @param feed of the tool. */
  async begin(
    tool: TriangleMesh,
    feed: readonly number[],
    options: Pick<SceneOptions, 'contactDistance' | 'resolution' | 'backend' | 'candidates'>,
  ): Promise<void> {
    this.#scene = await createScene({
      bones: this.#jaw === null ? [this.skull] : [this.skull, this.#jaw],
      tools: [tool, ...TOOLS.map(({ mesh }) => mesh)],
      feeds: [feed, ...TOOLS.map(() => undefined)],
      ...options,
    });
  }

  /** The surfaces of all bodies but the skull and the tool, in place. @param degrees how far the jaw is open. */
  surface(degrees: number): TriangleMesh {
    const positions: number[] = [];
    const faces: number[] = [];
    const jaw = this.#jaw === null ? [] : [{ mesh: this.#jaw, pose: jawAt(degrees) }];
    for (const { mesh, pose } of [...jaw, ...TOOLS]) {
      const first = positions.length / 3;
      for (const corner of mesh.faces) faces.push(first + corner);
      for (let v = 0; v < mesh.positions.length; v += 3) positions.push(...moved(pose, mesh.positions, v));
    }
    return { positions: Float64Array.from(positions), faces: Uint32Array.from(faces), name: 'others' };
  }

  /**
   * @param pose the tool's. @param degrees how far the jaw is open.
   * @returns the report of the skull and the tool, null if they are separated; and the reports of other pairs.
   */
  async detect(
    pose: Float64Array,
    degrees: number,
  ): Promise<{ readonly own: ContactReport | null; readonly others: readonly Touching[] }> {
    if (this.#scene === null) return { own: null, others: [] };
    const bonePoses = this.#jaw === null ? [PLACE] : [PLACE, jawAt(degrees)];
    const found = await this.#scene.detect(bonePoses.flat(), [...pose, ...TOOLS.flatMap((tool) => tool.pose)]);
    const isOwn = ({ bone, tool }: { bone: number; tool: number }) => bone === 0 && tool === 0;
    return {
      own: found.find(isOwn)?.report ?? null,
      others: found
        .filter((pair) => !isOwn(pair))
        .map(({ bone, tool, report }) => ({
          bone: ['skull', 'jaw'][bone],
          tool: ['tool', ...TOOLS.map(({ name }) => name)][tool],
          report,
          bonePose: bonePoses[bone],
        })),
    };
  }

  dispose(): void {
    this.#scene?.dispose();
  }
}

/** The point at index v of the positions, transformed by a pose. */
export function moved(pose: ArrayLike<number>, positions: ArrayLike<number>, v: number): [number, number, number] {
  const along = (k: number) =>
    pose[k] * positions[v] + pose[4 + k] * positions[v + 1] + pose[8 + k] * positions[v + 2] + pose[12 + k];
  return [along(0), along(1), along(2)];
}
