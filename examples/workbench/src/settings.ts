// How poses are answered, and how far the jaw is open → the page's controls for both.

import type { MeshFormat } from 'kerf';
import { element } from './element.ts';
import { chosenByPointer } from './key-target.ts';
import type { Candidates, Choice, Chosen } from './wire.ts';

/** mm: of grids around the tool. */
const CELLS = [0.5, 0.25];

export interface SettingsOwner {
  choose(chosen: Chosen): void;
  /** Opens the jaw to that angle. */
  openJaw(degrees: number): void;
}

export class Settings {
  readonly #backends = choiceOf('backend', ['auto', 'cpu', 'webgpu']);
  readonly #methods = choiceOf('candidates', ['scanlines', 'bvh', 'bvh-front', 'image']);
  readonly #formats = choiceOf('bone-format', ['stl', 'ply', 'vtp']);
  readonly #cells = choiceOf('cut-cell', ['about 1 mm', ...CELLS.map((cell) => `${cell} mm, around the tool`)]);
  readonly #others = element('input', { type: 'checkbox', id: 'others' });
  readonly #jaw = element('input', { type: 'range', id: 'jaw', min: '0', max: '16', step: '0.5', value: '0' });

  constructor(container: HTMLElement, owner: SettingsOwner) {
    this.#jaw.disabled = true;
    this.#jaw.addEventListener('input', () => owner.openJaw(this.#jaw.valueAsNumber));
    for (const choice of [this.#backends, this.#methods, this.#others])
      choice.addEventListener('change', () =>
        owner.choose({
          backend: this.#backends.value as Choice,
          candidates: this.#methods.value as Candidates,
          areOthersThere: this.#others.checked,
        }),
      );
    container.append(
      element('label', {}, 'backend ', this.#backends),
      element('label', {}, 'candidate pairs by ', this.#methods),
      element('label', {}, 'bone’s file ', this.#formats),
      element('label', {}, 'grid of cuts ', this.#cells),
      element('label', { className: 'tick' }, this.#others, ' many bodies'),
      element('label', {}, 'jaw open, 0–16° ', this.#jaw),
    );
  }

  /** The format in which a bone is saved. */
  get boneFormat(): MeshFormat {
    return this.#formats.value as MeshFormat;
  }

  /** mm: the cell of a grid around the tool; null for one of all the bone. */
  get cutCell(): number | null {
    return CELLS[this.#cells.selectedIndex - 1] ?? null;
  }

  /** Whether there are many bodies. */
  get areOthersThere(): boolean {
    return this.#others.checked;
  }

  /** Shows what is in use. */
  show({ backend, candidates, areOthersThere }: Chosen): void {
    this.#backends.value = backend;
    this.#methods.value = candidates;
    this.#others.checked = areOthersThere;
    this.#jaw.disabled = !areOthersThere;
  }
}

function choiceOf(id: string, names: readonly string[]): HTMLSelectElement {
  const made = element('select', { id }, ...names.map((textContent) => element('option', { textContent })));
  chosenByPointer(made);
  return made;
}
