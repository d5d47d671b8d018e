// A path → the same motions again: the tools are taken up in turn, switched on, and led through every pose.

import type { KnownTool } from '../../workbench/src/tools.ts';
import type { TaskPath } from './path.ts';

export interface ReplayedPage {
  /** Resolves once the tool is open. */
  take(tool: KnownTool): Promise<void>;
  /** Resolves once the tool is on, or off. */
  switch(isOn: boolean): Promise<void>;
  hold(pose: Float64Array): void;
  /** Whether the newest pose has its report. */
  isAnswered(): boolean;
}

export class TaskReplay {
  readonly #page: ReplayedPage;
  #run = 0;

  constructor(page: ReplayedPage) {
    this.#page = page;
  }

  stop(): void {
    this.#run++;
  }

  /**
   * No faster than it was done, and no pose is left out: each waits for the report on the one before.
   * @returns whether it came to its end.
   */
  async play({ passes }: TaskPath): Promise<boolean> {
    const run = ++this.#run;
    let tool: KnownTool | null = null;
    for (const pass of passes) {
      if (tool !== pass.tool) await this.#page.take(pass.tool);
      tool = pass.tool;
      if (run !== this.#run) return false;
      // A tool that is switched on begins anew: nothing is cut between two passes.
      this.#page.hold(pass.poses.slice(0, 16));
      if (!(await this.#answered(run))) return false;
      await this.#page.switch(true);
      const began = performance.now() - 1000 * pass.seconds[0];
      for (let n = 0; n < pass.seconds.length; n++) {
        while (performance.now() - began < 1000 * pass.seconds[n]) if (!(await this.#frame(run))) return false;
        this.#page.hold(pass.poses.slice(16 * n, 16 * n + 16));
        if (!(await this.#answered(run))) return false;
      }
      await this.#page.switch(false);
    }
    return run === this.#run;
  }

  async #answered(run: number): Promise<boolean> {
    while (!this.#page.isAnswered()) if (!(await this.#frame(run))) return false;
    return run === this.#run;
  }

  /** A hidden page has no frames: the replay waits. */
  async #frame(run: number): Promise<boolean> {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return run === this.#run;
  }
}
