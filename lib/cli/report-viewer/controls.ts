// The pictures → controls that step through poses, turn the picture and show or hide parts, by mouse and keyboard.

import type { LinkedViews, Turnable } from './linked-views.ts';
import { element } from './page-part.ts';
import type { Frame, Vector } from './views.ts';

interface View {
  readonly name: string;
  /** The direction from the eye; if absent, the direction that shows the contact best. */
  readonly direction?: Vector;
  readonly up?: Vector;
}

function viewsIn(frame: Frame): View[] {
  const back = frame === 'LPS' ? 1 : -1;
  return [
    { name: 'Contact' },
    { name: 'Front', direction: [0, back, 0], up: [0, 0, 1] },
    { name: 'Side', direction: [-back, 0, 0], up: [0, 0, 1] },
    { name: 'Top', direction: [0, 0, -1], up: [0, -back, 0] },
  ];
}

/** A checkbox that shows or hides parts. */
export interface PartChoice<Part> {
  readonly name: string;
  readonly parts: readonly Part[];
}

const TURN = 10;
const ZOOM = 1.15;

export function viewControls<Part extends string>(
  pictures: LinkedViews<Part>,
  frame: Frame,
  choices: readonly PartChoice<Part>[],
  seeThrough: boolean,
): HTMLElement {
  const row = element('div', { className: 'controls' });
  const views = fieldset('View from');
  for (const { name, direction, up } of viewsIn(frame)) {
    const button = element('button', { type: 'button', textContent: name });
    button.addEventListener('click', () => pictures.look(direction, up));
    views.append(button);
  }
  const parts = fieldset('Show');
  for (const { name, parts: shown } of choices) {
    const box = element('input', { type: 'checkbox', checked: true });
    box.addEventListener('change', () => {
      for (const part of shown) pictures.setVisible(part, box.checked);
    });
    parts.append(labelled(box, name));
  }
  const glass = element('input', { type: 'checkbox', checked: seeThrough });
  const makeGlass = () => pictures.setBoneOpacity(glass.checked ? 0.3 : 1);
  glass.addEventListener('change', makeGlass);
  if (seeThrough) makeGlass();
  parts.append(labelled(glass, 'see through the bone'));
  row.append(views, parts);
  return row;
}

/** Lets arrow keys turn the picture that has the focus, and + and − zoom in and out. */
export function turnByKeyboard(canvas: HTMLElement, pictures: Turnable, shown: string): void {
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', `${shown}. Arrow keys turn, plus and minus zoom.`);
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => pictures.turn(TURN, 0),
    ArrowRight: () => pictures.turn(-TURN, 0),
    ArrowUp: () => pictures.turn(0, -TURN),
    ArrowDown: () => pictures.turn(0, TURN),
    '+': () => pictures.zoom(ZOOM),
    '=': () => pictures.zoom(ZOOM),
    '-': () => pictures.zoom(1 / ZOOM),
  };
  canvas.addEventListener('keydown', (event) => {
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** A slider over the pictured poses, with a button at either end. */
export function poseSlider(
  count: number,
  onStep: (index: number) => void,
): { row: HTMLElement; set(index: number): void } {
  const row = element('div', { className: 'path' });
  const slider = element('input', { type: 'range', min: '0', max: String(count - 1), step: '1' });
  slider.setAttribute('aria-label', 'Pose');
  const step = (by: number) => onStep(Math.min(count - 1, Math.max(0, slider.valueAsNumber + by)));
  const back = element('button', { type: 'button', textContent: '◀', title: 'previous pose' });
  const on = element('button', { type: 'button', textContent: '▶', title: 'next pose' });
  back.setAttribute('aria-label', 'previous pose');
  on.setAttribute('aria-label', 'next pose');
  back.addEventListener('click', () => step(-1));
  on.addEventListener('click', () => step(1));
  slider.addEventListener('input', () => onStep(slider.valueAsNumber));
  row.append(back, slider, on);
  return {
    row,
    set(index) {
      slider.value = String(index);
    },
  };
}

function fieldset(title: string): HTMLFieldSetElement {
  const set = element('fieldset', {});
  set.append(element('legend', { textContent: title }));
  return set;
}

function labelled(input: HTMLInputElement, name: string): HTMLLabelElement {
  const label = element('label', {});
  label.append(input, ` ${name}`);
  return label;
}
