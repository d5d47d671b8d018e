// A stream of reports → those whose sub-triangles are kept for the picture and the VTP file, within a fixed budget.

import type { ContactReport } from '../records/index.ts';

export interface KeptPose {
  readonly pose: number;
  readonly report: ContactReport;
}

/** A report without contacts still costs as much as this many sub-triangles. */
const LEAST_WEIGHT = 16;

/**
 * Keeps every pose while their sub-triangles and intersection segments fit `budget` together. Beyond it: every light pose
 * (half of the budget, shared out equally, holds it), of the others every second, fourth, … (pose numbers divisible by the
 * stride), and the deepest. Memory is bounded however long the path is.
 */
export class KeptPoses {
  readonly #budget: number;
  readonly #light: number;
  #chosen: KeptPose[] = [];
  #deepest: KeptPose | undefined;
  #least = Number.POSITIVE_INFINITY;
  #stride = 1;
  #load = 0;

  constructor(budget: number, poseCount: number) {
    this.#budget = budget;
    this.#light = budget / (2 * poseCount);
  }

  add(pose: number, report: ContactReport): void {
    const entry = { pose, report };
    const least = report.contacts.distance.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    if (least < this.#least) {
      this.#least = least;
      this.#deepest = entry;
    }
    if (!this.#chooses(entry)) return;
    this.#chosen.push(entry);
    this.#load += weight(entry);
    while (this.#load > this.#budget && this.#chosen.length > 1) {
      this.#stride *= 2;
      this.#chosen = this.#chosen.filter((other) => this.#chooses(other));
      this.#load = this.#chosen.reduce((sum, other) => sum + weight(other), 0);
    }
  }

  /** In the path's order. */
  get poses(): readonly KeptPose[] {
    const deepest = this.#deepest;
    if (!deepest || this.#chosen.some((entry) => entry.pose === deepest.pose)) return this.#chosen;
    return [...this.#chosen, deepest].sort((a, b) => a.pose - b.pose);
  }

  #chooses(entry: KeptPose): boolean {
    return entry.pose % this.#stride === 0 || weight(entry) <= this.#light;
  }
}

function weight({ report }: KeptPose): number {
  return LEAST_WEIGHT + report.contacts.length + report.intersectionSegments.length / 6;
}
