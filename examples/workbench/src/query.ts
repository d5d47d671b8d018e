// Poses, as fast as they come → reports on the newest ones: one in progress, and only the newest of those that wait.

import type { InverseOptions, MeshFormat, OverlapInterval } from 'kerf';
import type { TaskReply, TaskRequest } from '../../trainer/src/task-wire.ts';
import type { Asked, Chosen, CutReply, Felt, Opened, Reply, Request, Summary } from './wire.ts';

export interface Listener {
  opened(opened: Opened): void;
  /** @param share of the task that is done, 0 to 1, if known. */
  progress(says: string, share: number | undefined): void;
  /** @param behind ms from the pose to its report. */
  report(serial: number, summary: Summary, pose: Float64Array, milliseconds: number, behind: number): void;
  /** mm³ of bone in the tool at the newest pose, which has a report; null: one of the two is open. */
  boneInTool(volume: OverlapInterval | null): void;
  /** Another backend answers from now on. */
  backend(backend: string, reason: string): void;
  /** A choice was refused. @param chosen what is still in use. */
  refused(chosen: Chosen): void;
  cut(cut: CutReply): void;
  felt(felt: Felt): void;
  /** There is no haptic loop, though one was requested. */
  unfelt(message: string): void;
  /** @param isOfPose whether it is the answer to a pose. */
  failed(message: string, isOfPose: boolean): void;
}

export class Query {
  readonly #worker = new Worker(new URL('./detector-worker.js', import.meta.url), { type: 'module' });
  readonly #listener: Listener;
  #serial = 0;
  #saved: ((file: Blob | null) => void)[] = [];
  #tasks: ((reply: TaskReply) => void)[] = [];
  #run = 0;
  #asked: { readonly serial: number; readonly pose: Float64Array; readonly at: number } | null = null;
  #waiting: { readonly pose: Float64Array; readonly mark: Float64Array | null } | null = null;

  /** @param drawn where the worker sends data to draw. */
  constructor(drawn: MessagePort, listener: Listener) {
    this.#listener = listener;
    this.#post({ kind: 'begin', drawn }, [drawn]);
    this.#worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#hear(data);
    this.#worker.onerror = ({ message }) => listener.failed(`The detector's thread has died: ${message}`, false);
  }

  /** Opens bodies. Poses asked for meanwhile are answered for these. */
  open(asked: Asked): void {
    this.#post({ kind: 'open', asked });
  }

  /** @param inverse the device that holds the tool; null: `hand` does. */
  feel(feels: boolean, inverse: InverseOptions | null): void {
    this.#post({ kind: 'feel', run: ++this.#run, feels, inverse });
  }

  choose(chosen: Chosen): void {
    this.#post({ kind: 'choose', chosen });
  }

  /** Sets how far the jaw is open. */
  openJaw(degrees: number): void {
    this.#post({ kind: 'jaw', degrees });
  }

  /** Sets whether the candidate region of each pose is drawn too. */
  drawRegion(isWanted: boolean): void {
    this.#post({ kind: 'region', isWanted });
  }

  /** Switches the tool on or off; while it is on, its motion cuts the bone. @param cell see Request. */
  cut(isOn: boolean, cell: number | null): void {
    this.#post({ kind: 'cut', isOn, cell });
  }

  /** Undoes or redoes a stroke. */
  step(isUndo: boolean): void {
    this.#post({ kind: 'step', isUndo });
  }

  /** Asks about the task; each request has one reply. */
  task(task: TaskRequest): Promise<TaskReply> {
    this.#post({ kind: 'task', task });
    return new Promise((resolve) => this.#tasks.push(resolve));
  }

  /** Whether the newest pose has its report. */
  get isIdle(): boolean {
    return this.#asked === null;
  }

  /** A file's content: the newest report with its pose, null before the first; or the bone as it is now. */
  file(what: 'report' | MeshFormat): Promise<Blob | null> {
    this.#post({ kind: 'save', what });
    return new Promise((resolve) => this.#saved.push(resolve));
  }

  /** Passes the hand's pose to the haptic loop. */
  hand(pose: Float64Array): void {
    this.#post({ kind: 'hand', pose });
  }

  /** @param mark where a stroke that ends at the pose begins; null: there is none. */
  ask(pose: Float64Array, mark: Float64Array | null): void {
    if (this.#asked !== null) {
      this.#waiting = { pose, mark };
      return;
    }
    this.#asked = { serial: ++this.#serial, pose, at: performance.now() };
    this.#post({ kind: 'pose', serial: this.#asked.serial, pose, mark });
  }

  #hear(reply: Reply): void {
    const listener = this.#listener;
    if (reply.kind === 'opened') listener.opened(reply);
    else if (reply.kind === 'felt') {
      if (reply.run === this.#run) listener.felt(reply);
    } else if (reply.kind === 'unfelt') {
      if (reply.run === this.#run) listener.unfelt(reply.message);
    } else if (reply.kind === 'progress') listener.progress(reply.says, reply.share);
    else if (reply.kind === 'backend') listener.backend(reply.backend, reply.reason);
    else if (reply.kind === 'refused') listener.refused(reply.chosen);
    else if (reply.kind === 'saved') this.#saved.shift()?.(reply.file);
    else if (reply.kind === 'cut') listener.cut(reply);
    else if (reply.kind === 'task') this.#tasks.shift()?.(reply.reply);
    else if (reply.kind === 'bone in tool') {
      if (reply.serial === this.#serial) listener.boneInTool(reply.volume);
    } else {
      const asked = this.#asked;
      if (reply.kind === 'failed') listener.failed(reply.message, reply.serial !== null);
      if (reply.serial === null || reply.serial !== asked?.serial) return;
      this.#asked = null;
      if (reply.kind === 'report')
        listener.report(reply.serial, reply.summary, asked.pose, reply.milliseconds, performance.now() - asked.at);
      if (this.#waiting === null) return;
      const next = this.#waiting;
      this.#waiting = null;
      this.ask(next.pose, next.mark);
    }
  }

  #post(request: Request, transfer: Transferable[] = []): void {
    this.#worker.postMessage(request, transfer);
  }
}
