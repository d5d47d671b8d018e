// A body and the one it is compared with → what a query keeps of that side from pose to pose: the module's instance
// that subdivides and measures it.

import type { BoneBody, ToolBody } from '#bodies';
import { CompiledSide, type SideInput, type SideQuestion } from '#compiled';
import { type BONE, type InsideTest, TOOL } from '#records';
import type { QueryOptions } from './query-options.ts';

/** Makes what runs a side's stages 2 and 3. */
export type MakeSide = (side: SideInput) => CompiledSide;

/** A report of either backend has two sides; each backend adds the tables of its own stages. */
export class Side {
  readonly number: typeof BONE | typeof TOOL;
  readonly body: BoneBody | ToolBody;
  readonly other: BoneBody | ToolBody;
  /** The other solid's inside test; null if it has none. */
  inside: InsideTest | null;
  readonly #make: MakeSide;
  #compiled: CompiledSide | null = null;

  constructor(
    number: typeof BONE | typeof TOOL,
    body: BoneBody | ToolBody,
    other: BoneBody | ToolBody,
    make: MakeSide = (side) => new CompiledSide(side),
  ) {
    this.number = number;
    this.body = body;
    this.other = other;
    this.inside = other.signed ? other.solid.isInside : null;
    this.#make = make;
  }

  /** Made when it is first needed: many sides never have a contact. */
  get compiled(): CompiledSide {
    const { body, other, number } = this;
    this.#compiled ??= this.#make({ body, other, bodyIsTool: number === TOOL });
    return this.#compiled;
  }

  question({ contactDistance: delta, resolution, interiorResolution }: QueryOptions): SideQuestion {
    return { delta, resolution, interiorResolution, inside: this.inside };
  }

  /** To be called after an edit of the other body, which may have opened or closed it. */
  otherEdited(): void {
    const { other } = this;
    if (other.signed !== (this.inside !== null)) this.inside = other.signed ? other.solid.isInside : null;
  }
}
