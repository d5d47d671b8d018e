// A bone, a tool and a query → reports on the same bodies by the compiled stages and by those written in TypeScript.

import { expect } from '@jest/globals';
import { BoneBody, editBone, ToolBody } from '#bodies';
import { checkPose } from '#core';
import { CompiledSide, type SideInput } from '#detector/cpu/compiled-side.ts';
import { CpuQuery } from '#detector/cpu/cpu-query.ts';
import type { BoneEdit, ContactReport, Pose, TriangleMesh } from '#kerf';
import { reportHash } from './report-bytes.ts';

export interface StagesQuestion {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  readonly contactDistance: number;
  readonly resolution: number;
  readonly sides?: 'bone' | 'tool' | 'both';
  /** Makes the compiled stages of a side. */
  readonly compiled?: (side: SideInput) => CompiledSide | null;
}

/**
 * Fails if there are no compiled stages, or if they give up and the TypeScript stages run a pass: there would be
 * nothing to compare.
 */
export function mustCompile(side: SideInput, mostKept?: number): CompiledSide {
  const made = CompiledSide.make(side, mostKept);
  if (made === null) throw new Error('The compiled stages do not run here.');
  for (const name of ['subdivide', 'measure'] as const) {
    const pass = made[name].bind(made) as (...given: unknown[]) => boolean;
    made[name] = (...given: unknown[]) => {
      if (!pass(...given)) throw new Error(`The compiled stages gave up in ${name}.`);
      return true;
    };
  }
  return made;
}

export class BothStages {
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #queries: readonly CpuQuery[];

  constructor({ bone, tool, sides = 'both', compiled = mustCompile, ...wanted }: StagesQuestion) {
    this.#bone = new BoneBody(bone);
    this.#tool = new ToolBody(tool);
    const options = { ...wanted, sides, feed: null, shank: null };
    this.#queries = [compiled, () => null].map((make) => new CpuQuery(this.#bone, this.#tool, options, make));
  }

  edit(edit: BoneEdit): void {
    editBone(this.#bone, edit);
    for (const query of this.#queries) query.boneEdited();
  }

  reports(pose: Pose): ContactReport[] {
    return this.#queries.map((query) => query.report(checkPose(pose), 0));
  }

  /** Expects every bit of both reports to be the same. @param where named if they differ. @returns one of them. */
  expectSame(pose: Pose, where: object): ContactReport {
    const [compiled, plain] = this.reports(pose);
    expect({ ...where, hash: reportHash(compiled) }).toEqual({ ...where, hash: reportHash(plain) });
    return compiled;
  }
}

/** How often each state occurred, and the total number of contacts. */
export class Met {
  contacts = 0;
  readonly #states = new Map<string, number>();

  add({ state, contacts }: { readonly state: string; readonly contacts: { readonly length: number } }): void {
    this.contacts += contacts.length;
    this.#states.set(state, this.of(state) + 1);
  }

  of(state: string): number {
    return this.#states.get(state) ?? 0;
  }
}
