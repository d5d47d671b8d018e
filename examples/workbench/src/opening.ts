// Dropped or chosen files, the iso value and the chosen tool → requests to open bodies; their progress → the progress
// bar.

import { element } from './element.ts';
import { chosenByPointer } from './key-target.ts';
import type { Asked, ToolSource } from './wire.ts';

/** HU: between soft tissue and skull bone. */
const ISO_VALUE = 300;

export interface Opener {
  bodies(asked: Asked): void;
  motion(file: File): void;
}

export class Opening {
  readonly #opener: Opener;
  readonly #progress: HTMLProgressElement;
  readonly #isoValue = element('input', { type: 'number', id: 'iso-value', value: String(ISO_VALUE), step: 'any' });
  /** The tool's file, if it comes from one. */
  readonly #file = element('option', { value: 'file', hidden: true });
  readonly #tool = element(
    'select',
    { id: 'tool' },
    element('option', { value: 'saw', textContent: 'saw' }),
    element('option', { value: 'burr', textContent: 'burr' }),
    this.#file,
    element('option', { value: 'choose', textContent: 'a file …' }),
  );

  /** The tool in use: the choice falls back to it if another one is refused. */
  #inUse = this.#tool.value;

  constructor(container: HTMLElement, progress: HTMLProgressElement, opener: Opener) {
    this.#opener = opener;
    this.#progress = progress;
    const toolFile = chooser('choose-tool', (file) => this.open({ tool: file }));
    chosenByPointer(this.#tool);
    this.#tool.addEventListener('change', () => {
      if (this.#tool.value !== 'choose') this.open({ tool: this.#tool.value as ToolSource });
      else {
        this.#tool.value = this.#inUse;
        toolFile.click();
      }
    });
    this.#isoValue.addEventListener('change', () => this.open({}));
    container.append(
      asButton(
        'Open bone',
        'A mesh or a CT volume; a motion too',
        chooser('choose-bone', (file) => this.#take(file, false)),
      ),
      asButton('Open tool', 'A mesh', toolFile),
      element('label', {}, 'tool ', this.#tool),
      element('label', {}, 'iso value (HU) ', this.#isoValue),
    );
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) this.#take(file, event.altKey);
    });
  }

  /** Requests bodies; those left out stay. */
  open(parts: Omit<Asked, 'isoValue'>): void {
    this.#opener.bodies({ ...parts, isoValue: this.#isoValue.valueAsNumber });
  }

  /** @param share of the task that is done, 0 to 1, if known. */
  tell(share: number | undefined): void {
    this.#progress.hidden = false;
    if (share === undefined) this.#progress.removeAttribute('value');
    else this.#progress.value = share;
  }

  /** The request succeeded. @param tool the tool in use now. */
  opened(tool: ToolSource): void {
    this.#file.hidden = !(tool instanceof File);
    this.#file.textContent = tool instanceof File ? tool.name : '';
    this.#inUse = tool instanceof File ? 'file' : tool;
    this.end();
  }

  /** The request has ended, successfully or not. */
  end(): void {
    this.#progress.hidden = true;
    this.#tool.value = this.#inUse;
  }

  #take(file: File, isTool: boolean): void {
    if (/\.json$/i.test(file.name)) this.#opener.motion(file);
    else this.open(isTool ? { tool: file } : { bone: file });
  }
}

/** A labelled button, since the browser's own file button does not say what it is for. */
function asButton(says: string, title: string, input: HTMLInputElement): HTMLElement {
  return element('label', { className: 'file', title }, says, input);
}

function chooser(id: string, take: (file: File) => void): HTMLInputElement {
  const input = element('input', { type: 'file', id });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    // So that the same file can be chosen again after it was edited.
    input.value = '';
    if (file !== undefined) take(file);
  });
  return input;
}
