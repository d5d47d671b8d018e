// Some poses or strokes of a benchmark's case → their labels, as lines.

import { type BenchmarkCase, benchmarkCase, benchmarkVersion, type CaseCounts } from '#datasets';
import { isHidden, labelHash, PoseLabeller, type PublishedLabel, type PublishedStrokeLabel } from '#validation';
import { sha256 } from '../checked-lines.ts';

/** Numbers from `first` up to, but not including, `end`. */
export interface LabelTask {
  readonly name: string;
  readonly counts: CaseCounts;
  readonly what: 'poses' | 'strokes';
  readonly first: number;
  readonly end: number;
}

export interface LabelLine {
  readonly line: string;
  /** The family of a pose or the kind of a stroke, and its state, even if the line holds a hash instead. */
  readonly family: string;
  readonly state: string;
}

export const saltOf = (name: string) => `kerf benchmark ${benchmarkVersion} ${name}`;

interface OpenCase extends BenchmarkCase {
  readonly key: string;
  readonly labeller: PoseLabeller;
}

/** Keeps the most recently used case. */
export class LabelLines {
  #open: OpenCase | undefined;

  label({ name, counts, what, first, end }: LabelTask): LabelLine[] {
    const { labeller, poses, strokes } = this.#case(name, counts);
    const numbers = Array.from({ length: end - first }, (_, i) => first + i);
    if (what === 'poses')
      return numbers.map((pose) => {
        const { family, pose: matrix } = poses[pose];
        const label = labeller.label(matrix);
        const published: PublishedLabel = isHidden(pose)
          ? { pose, family, hash: labelHash(saltOf(name), pose, label, sha256) }
          : { pose, family, ...label };
        return { line: JSON.stringify(published), family, state: label.state };
      });
    return numbers.map((number) => {
      const { kind, way, poseAt } = strokes[number];
      const label = labeller.labelStroke({ way, poseAt });
      const published: PublishedStrokeLabel = { stroke: number, kind, way, ...label };
      return { line: JSON.stringify(published), family: kind, state: label.status };
    });
  }

  #case(name: string, counts: CaseCounts): OpenCase {
    const key = JSON.stringify([name, counts]);
    if (this.#open?.key !== key) {
      const made = benchmarkCase(name, counts);
      this.#open = { ...made, key, labeller: new PoseLabeller(made.bone, made.tool) };
    }
    return this.#open;
  }
}
