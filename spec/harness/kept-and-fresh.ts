// A bone, a tool and a query → reports by stages that are kept from pose to pose, and by new ones without WebAssembly.

import { expect } from '@jest/globals';
import { BoneBody, editBone, ToolBody } from '#bodies';
import { CompiledSide, type SideInput } from '#compiled';
import { withoutWebAssembly } from '#compiled/compiled-stages.ts';
import { checkPose } from '#core';
import { CpuQuery } from '#detector/cpu/cpu-query.ts';
import type { BoneEdit, ContactReport, Pose, TriangleMesh } from '#kerf';
import { reportHash } from './report-bytes.ts';

const plain = await withoutWebAssembly();

interface StagesQuestion {
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  readonly contactDistance: number;
  readonly resolution: number;
  readonly sides?: 'bone' | 'tool' | 'both';
  /** Makes the kept stages of a side. */
  readonly kept?: (side: SideInput) => CompiledSide;
}

export class KeptAndFresh {
  readonly #bone: BoneBody;
  readonly #tool: ToolBody;
  readonly #kept: CpuQuery;
  readonly #makeFresh: () => CpuQuery;

  constructor({ bone, tool, sides = 'both', kept, ...wanted }: StagesQuestion) {
    this.#bone = new BoneBody(bone);
    this.#tool = new ToolBody(tool);
    const options = { ...wanted, sides, feed: null, shank: null };
    this.#kept = new CpuQuery(this.#bone, this.#tool, options, kept);
    const fresh = (side: SideInput) => new CompiledSide(side, undefined, plain);
    this.#makeFresh = () => new CpuQuery(this.#bone, this.#tool, options, fresh);
  }

  edit(edit: BoneEdit): void {
    editBone(this.#bone, edit);
    this.#kept.boneEdited();
  }

  report(pose: Pose): ContactReport {
    return this.#kept.report(checkPose(pose), 0);
  }

  /** By stages that know of no pose before, without WebAssembly. */
  fresh(pose: Pose): ContactReport {
    return this.#makeFresh().report(checkPose(pose), 0);
  }

  /** Expects every bit of both reports to be the same. @param where named if they differ. @returns one of them. */
  expectSame(pose: Pose, where: object): ContactReport {
    const kept = this.report(pose);
    expect({ ...where, hash: reportHash(kept) }).toEqual({ ...where, hash: reportHash(this.fresh(pose)) });
    return kept;
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
