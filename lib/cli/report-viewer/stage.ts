// Two linked pictures → their frame on the page: captions, ring, keys, and a still for printing.

import type { PackedSurface } from '../report/payload.ts';
import { turnByKeyboard } from './controls.ts';
import type { Turnable } from './linked-views.ts';
import { byPointer, element } from './page-part.ts';
import { layoutOf } from './view-layout.ts';

interface StageTexts {
  /** A description for those who cannot see the picture. */
  readonly shown: string;
  readonly left: string;
  readonly right: string;
  /** What still works on the page without WebGL. */
  readonly otherwise: string;
}

/** The pictures; undefined if the browser has no WebGL 2, and then `page` gets a notice. */
export function createStage<Pictures extends Turnable>(
  page: HTMLElement,
  texts: StageTexts,
  key: HTMLElement,
  create: (canvas: HTMLElement) => Pictures,
): Pictures | undefined {
  if (!document.createElement('canvas').getContext('webgl2')) {
    page.append(
      element('p', {
        className: 'notice',
        textContent: `This browser has no WebGL 2, so there is no 3D picture here; ${texts.otherwise}.`,
      }),
    );
    return undefined;
  }
  const stage = element('div', { className: 'stage' });
  const canvas = element('div', { className: 'canvas' });
  const ring = element('div', { className: 'ring', hidden: true });
  const printed = element('img', { className: 'print-only', alt: texts.shown });
  const left = element('span', { className: 'caption left', textContent: texts.left });
  const right = element('span', { className: 'caption right', textContent: texts.right });
  stage.append(canvas, printed, ring, element('div', { className: 'divider' }), left, right, key);
  page.append(stage);
  const pictures = create(canvas);
  pictures.onDraw((mark) => {
    ring.hidden = !mark;
    if (mark) {
      ring.style.left = `${100 * mark.x}%`;
      ring.style.top = `${100 * mark.y}%`;
    }
  });
  const fit = () => {
    stage.classList.toggle('stacked', layoutOf(stage.clientWidth).isStacked);
    pictures.resize();
  };
  fit();
  new ResizeObserver(fit).observe(canvas);
  window.addEventListener('beforeprint', () => {
    printed.src = pictures.snapshot();
  });
  turnByKeyboard(canvas, pictures, texts.shown);
  return pictures;
}

export function turningHint(): HTMLElement {
  return element('p', {
    className: 'hint',
    textContent: byPointer(
      'Drag to turn, wheel to zoom, Shift-drag to move; with the picture focused, arrow keys turn and + − zoom.',
      'One finger turns; two fingers move, and zoom where they spread.',
    ),
  });
}

/** Says what the first picture shows of the bone. */
export function boneCaption({ facesShown, facesTotal }: PackedSurface): string {
  const count = (value: number) => value.toLocaleString('en-US');
  return facesShown < facesTotal
    ? `Bone: the ${count(facesShown)} of ${count(facesTotal)} faces nearest to the contacts`
    : 'Whole bone';
}
