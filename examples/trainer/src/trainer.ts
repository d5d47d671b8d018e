// The task's part of the panel: a planned flap is sawn out of the bone, step by step, and scored; the score has a
// replay and a link, which carries plan and path.

import { element } from '../../workbench/src/element.ts';
import type { KnownTool } from '../../workbench/src/tools.ts';
import type { Direction } from '../../workbench/src/views.ts';
import { guidePath } from './guide.ts';
import { linkOf } from './link.ts';
import type { TaskPath } from './path.ts';
import { phantomPlan } from './phantom-plan.ts';
import type { Plan } from './plan.ts';
import { placeFor, viewOf } from './places.ts';
import type { Score } from './score.ts';
import { scoreView } from './score-view.ts';
import { type ReplayedPage, TaskReplay } from './task-replay.ts';
import type { TaskReply, TaskRequest } from './task-wire.ts';

export interface TrainerPage extends ReplayedPage {
  ask(request: TaskRequest): Promise<TaskReply>;
  pose(): Float64Array;
  /** Shows bone and tool from there; without a direction, where they meet. */
  look(from?: Direction): void;
  says(text: string, isBad?: boolean): void;
}

interface Step {
  readonly what: string;
  readonly how: string;
  /** The tool to take, and the place for it; null: none. */
  readonly tool: KnownTool | null;
  readonly says: string;
}
const STEPS: readonly Step[] = [
  {
    ...{ what: 'Burr hole', tool: 'burr', says: 'Take burr' },
    how: 'Take the burr, switch it on with Cut bone, and push it through the bone at the circle. Stop when the ring is empty.',
  },
  {
    ...{ what: 'Saw along the line', tool: 'saw', says: 'Take saw' },
    how: 'Take the saw, switch it on, and follow the line all the way round, through the bone and no deeper.',
  },
  { ...{ what: 'Lift the flap', tool: null, says: 'Lift flap' }, how: 'Switch the tool off and lift the flap.' },
];

export class Trainer {
  readonly #root: HTMLElement;
  readonly #page: TrainerPage;
  readonly #replay: TaskReplay;
  #plan: Plan | null = null;
  #step = 0;
  /** What has been scored. */
  #scored: { readonly path: TaskPath; readonly score: Score } | null = null;
  #isBusy = false;
  #isPlaying = false;

  constructor(root: HTMLElement, page: TrainerPage) {
    this.#root = root;
    this.#page = page;
    this.#replay = new TaskReplay(page);
    this.#show();
  }

  /** Whether there is a task, done or not. */
  get isOn(): boolean {
    return this.#plan !== null;
  }

  /** Begins the plan on the bone that is open; null: the phantom's own plan, or a flap below the tool. */
  begin(plan: Plan | null): Promise<void> {
    return this.#working(async () => {
      const { plan: begun } = await this.#asked({ what: 'begin', plan, at: this.#page.pose() }, 'begun');
      this.#plan = begun;
      this.#scored = null;
      forgetLink();
      await this.#take(0);
    });
  }

  /** Opens what a link carries: its plan, and the score of its path. */
  open({ plan, path }: { readonly plan: Plan; readonly path: TaskPath }): Promise<void> {
    return this.#working(async () => {
      const { plan: begun } = await this.#asked({ what: 'begin', plan, at: this.#page.pose() }, 'begun');
      this.#plan = begun;
      await this.#score(path);
      this.#page.look(viewOf(begun));
    });
  }

  /** Does the task as the guide does it, or the path given. A score that is shown stays. */
  play(path: TaskPath = guidePath()): Promise<void> {
    return this.#working(async () => {
      this.#isPlaying = true;
      const { plan } = await this.#asked({ what: 'begin', plan: this.#plan, at: this.#page.pose() }, 'begun');
      this.#plan = plan;
      this.#show();
      this.#page.look();
      const isDone = await this.#replay.play(path);
      await this.#page.switch(false);
      if (isDone) this.#page.says('That was all of it: the flap can be lifted, and the path scored.');
    });
  }

  /** Ends the task with its score. */
  finish(): Promise<void> {
    return this.#working(async () => {
      await this.#page.switch(false);
      const { path } = await this.#asked({ what: 'path' }, 'path');
      await this.#score(path);
    });
  }

  async leave(): Promise<void> {
    this.#replay.stop();
    this.#plan = null;
    this.#scored = null;
    await this.#page.ask({ what: 'end' });
    forgetLink();
    this.#show();
  }

  async #score(path: TaskPath): Promise<void> {
    const { score } = await this.#asked({ what: 'score', path }, 'score');
    this.#scored = { path, score };
    this.#page.says('The score is of what was done until now.');
  }

  async #lift(): Promise<void> {
    await this.#page.switch(false);
    const { volume } = await this.#asked({ what: 'lift' }, 'lifted');
    this.#page.look(viewOf(this.#plan as Plan));
    this.#page.says(
      volume === null
        ? 'The flap is not free yet: saw on where the line is not cut through.'
        : `The flap of ${Math.round(volume).toLocaleString('en')} mm³ is out.`,
      volume === null,
    );
  }

  /** Takes a step's tool and places it. */
  async #take(step: number): Promise<void> {
    this.#step = step;
    const { tool } = STEPS[step];
    this.#show();
    if (tool === null) {
      await this.#lift();
      return;
    }
    await this.#page.switch(false);
    await this.#page.take(tool);
    this.#page.hold(placeFor(tool, this.#plan as Plan));
    this.#page.look();
  }

  /** One thing at a time; whatever fails is said, and what was there stays. */
  async #working(work: () => Promise<void>): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#show();
    try {
      await work();
    } catch (error) {
      this.#page.says((error as Error).message, true);
    } finally {
      this.#isBusy = false;
      this.#isPlaying = false;
      this.#show();
    }
  }

  async #asked<What extends TaskReply['what']>(
    request: TaskRequest,
    _what: What,
  ): Promise<TaskReply & { readonly what: What }> {
    const reply = await this.#page.ask(request);
    if (reply.what === 'failed') throw new Error(reply.message);
    return reply as TaskReply & { readonly what: What };
  }

  #show(): void {
    const plan = this.#plan;
    document.body.dataset.task = plan === null ? '' : this.#scored === null ? 'doing' : 'scored';
    this.#root.replaceChildren(
      ...(plan === null ? this.#offer() : this.#scored === null ? this.#steps(plan) : this.#result(plan)),
    );
    this.#root.setAttribute('aria-busy', String(this.#isBusy));
  }

  #offer(): HTMLElement[] {
    return [
      this.#button('task-begin', 'Begin task', () => this.begin(null)),
      element('small', { textContent: 'Saw a planned flap out of the skull, and see how well it went.' }),
    ];
  }

  #steps(plan: Plan): HTMLElement[] {
    const steps = STEPS.map(({ what, says, how }, n) => {
      const item = element('li', {}, element('b', { textContent: what }));
      const take = this.#button(`task-step-${n + 1}`, says, () => this.#working(() => this.#take(n)));
      if (n === this.#step) {
        item.setAttribute('aria-current', 'step');
        item.append(element('p', { textContent: how }));
      }
      item.append(take);
      return item;
    });
    const isGuided = JSON.stringify(plan) === JSON.stringify(phantomPlan());
    const guide = isGuided ? [this.#button('task-guide', 'Show me', () => this.play())] : [];
    const act = this.#isPlaying
      ? [this.#stop()]
      : [this.#button('task-finish', 'Get score', () => this.finish()), ...guide, this.#leave()];
    return [
      element('h2', { textContent: plan.name }),
      element('ol', {}, ...steps),
      element('small', { textContent: keyOf(plan) }),
      element('div', { className: 'buttons' }, ...act),
    ];
  }

  #result(plan: Plan): HTMLElement[] {
    const { path, score } = this.#scored as { path: TaskPath; score: Score };
    const act = this.#isPlaying
      ? [this.#stop()]
      : [
          this.#button('task-replay', 'Replay', () => this.play(path)),
          this.#button('task-link', 'Copy link', () => this.#working(() => this.#copy(plan, path))),
          this.#button('task-again', 'Try again', () => this.begin(plan)),
          this.#leave(),
        ];
    return [
      element('h2', { textContent: plan.name }),
      element('div', { className: 'buttons' }, ...act),
      scoreView(score, plan),
    ];
  }

  /** The address carries the link in any case: a page may not write to the clipboard. */
  async #copy(plan: Plan, path: TaskPath): Promise<void> {
    history.replaceState(null, '', await linkOf(plan, path));
    const isCopied = await navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false,
    );
    this.#page.says(
      isCopied ? 'The link is copied: it carries plan and path.' : 'The address carries plan and path: copy it.',
    );
  }

  #leave(): HTMLElement {
    return this.#button('task-leave', 'Leave', () => this.leave());
  }

  /** Alone can be pressed while the page is at work. */
  #stop(): HTMLElement {
    const button = this.#button('task-stop', 'Stop', async () => this.#replay.stop());
    button.disabled = false;
    return button;
  }

  #button(id: string, textContent: string, run: () => Promise<void>): HTMLButtonElement {
    const button = element('button', { type: 'button', id, textContent, disabled: this.#isBusy });
    button.addEventListener('click', () => void run());
    return button;
  }
}

/** What the colours are. */
function keyOf({ structures, dura }: Plan): string {
  const spared = structures.map(({ name }) => name).join(', ');
  const tubes = spared === '' ? '' : `Light blue, to be spared: ${spared}. `;
  return `Blue: the line and the burr hole. ${tubes}Red: the dura, ${dura} mm below the bone.`;
}

/** The address of a score is not that of another try. */
function forgetLink(): void {
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
}
