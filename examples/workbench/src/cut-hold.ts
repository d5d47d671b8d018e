// The tool's switch, the strokes to undo and the planned plane → what the page says about them.

import type { Penetration } from 'kerf';
import { mm, type Numbers } from './numbers.ts';
import { Signal } from './signal.ts';
import type { CutReply, CutSummary } from './wire.ts';

/** mm of bone ahead of the tool: below this the page warns. */
const NEAR = 2;
const DEGREE = 180 / Math.PI;

export interface CutOwner {
  switch(isOn: boolean): void;
  plan(pose: Float64Array | null): void;
  says(text: string): void;
  /** Called at each change that the buttons show. */
  changed(): void;
}

export class CutHold {
  readonly #numbers: Numbers;
  readonly #owner: CutOwner;
  readonly #switched = new Signal();
  #isOn = false;
  #cut: CutSummary | null = null;
  #plan: Float64Array | null = null;

  constructor(numbers: Numbers, owner: CutOwner) {
    this.#numbers = numbers;
    this.#owner = owner;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  get isPlanned(): boolean {
    return this.#plan !== null;
  }

  /** Whether depths refer to the bone as it was before cutting. */
  get isCut(): boolean {
    return this.#cut !== null;
  }

  /** mm³ that the bone has lost; null: it cannot be cut yet. */
  get removed(): number | null {
    return this.#cut?.loss ?? null;
  }

  get canUndo(): boolean {
    return (this.#cut?.undo ?? 0) > 0;
  }

  get canRedo(): boolean {
    return (this.#cut?.redo ?? 0) > 0;
  }

  /** Resolves once the tool is on, or off; or stays as it was, since the bone cannot be cut. */
  async set(isOn: boolean): Promise<void> {
    if (isOn === this.#isOn) return;
    this.#owner.switch(isOn);
    await this.#switched.next();
  }

  toggle(): void {
    this.#owner.switch(!this.#isOn);
  }

  heard({ isOn, cut, pieces }: CutReply): void {
    const wasOn = this.#isOn;
    this.#isOn = isOn;
    this.#switched.give();
    this.tell(cut);
    if (isOn && !wasOn) this.#owner.says('The tool cuts: push it into the bone; K switches it off.');
    if (pieces === null || !wasOn) return;
    const parts = pieces.map((volume) => `${Math.round(volume).toLocaleString('en')} mm³`).join(', ');
    this.#owner.says(pieces.length === 0 ? 'The tool is off.' : `The tool is off. The bone has come apart: ${parts}.`);
  }

  tell(cut: CutSummary | null): void {
    this.#cut = cut;
    this.#numbers.cut(cut);
    this.#owner.changed();
  }

  /** Plans the plane of the tool's x and y; a second call drops the plan. */
  planAt(pose: Float64Array): void {
    this.#plan = this.#plan === null ? pose.slice() : null;
    this.#owner.plan(this.#plan);
    this.#owner.changed();
    this.at(pose);
  }

  /** Shows the deviation of the tool at that pose from the planned plane. */
  at(pose: Float64Array): void {
    const plan = this.#plan;
    if (plan === null) {
      this.#numbers.offPlan(null);
      return;
    }
    const dot = (of: (k: number) => number) => [0, 1, 2].reduce((sum, k) => sum + of(k) * plan[8 + k], 0);
    const off = dot((k) => pose[12 + k] - plan[12 + k]);
    const angle = Math.acos(Math.min(1, Math.abs(dot((k) => pose[8 + k])))) * DEGREE;
    this.#numbers.offPlan({ off, angle });
  }

  /** The warning for a tool that is about to break through the bone; null if it is not. */
  warning(found: Penetration | null): string | null {
    if (!this.#isOn || found === null || found.through) return null;
    const { insertion, wallAhead } = found;
    if (insertion === null || wallAhead === null || !(insertion.high > 0 && wallAhead.low < NEAR)) return null;
    return `${mm(wallAhead)} to the inner surface`;
  }
}
