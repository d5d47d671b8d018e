// The worst cases → a stage that shows one of them, selected in the table or beside the picture.

import { viewControls } from '../report-viewer/controls.ts';
import { element, PagePart } from '../report-viewer/page-part.ts';
import { boneCaption, createStage, turningHint } from '../report-viewer/stage.ts';
import { frameOf } from '../report-viewer/views.ts';
import type { ValidationPayload, WorstCase } from '../validation-report/payload.ts';
import { caseColours } from './case-colours.ts';
import type { CaseScene } from './case-scene.ts';
import { caseWords } from './case-words.ts';

export function showCases(place: HTMLElement, payload: ValidationPayload): void {
  const { cases } = payload;
  const [picture, controls] = [element('div', {}), element('div', {})];
  const status = element('p', { className: 'status' });
  status.setAttribute('aria-live', 'polite');
  place.append(picture, status, controls);
  const scene = new PagePart(picture, 'The 3D picture', async () => {
    const { createCaseScene } = await import('./case-scene.ts');
    const made = createStage(
      picture,
      {
        shown: 'The bone, the tool and one worst case',
        left: boneCaption(payload.bone),
        right: 'The piece judged, and the faces at its point',
        otherwise: 'the plots and the tables are complete',
      },
      caseKey(),
      (canvas) => createCaseScene(canvas, payload),
    );
    if (made)
      controls.append(
        viewControls(
          made,
          frameOf(payload),
          [
            { name: 'tool', parts: ['tool', 'toolEdges'] },
            { name: "the bone's faces", parts: ['boneEdges'] },
            { name: 'the case', parts: ['piece', 'line', 'point', 'opposite'] },
          ],
          true,
        ),
        turningHint(),
      );
    return made;
  });
  const choose = (index: number) => select(index, cases, scene, status);
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-case]'))
    button.addEventListener('click', () => choose(Number(button.dataset.case)));
  choose(0);
}

function select(index: number, cases: readonly WorstCase[], scene: PagePart<CaseScene>, status: HTMLElement): void {
  status.textContent = `Case ${index + 1} of ${cases.length}, ${caseWords(cases[index])}`;
  scene.use((made) => made.show(cases[index]));
  for (const row of document.querySelectorAll<HTMLElement>('tr[data-row]'))
    row.classList.toggle('selected', row.dataset.row === String(index));
}

function caseKey(): HTMLElement {
  const key = element('div', { className: 'scale' });
  const lines: readonly (readonly [string, string, string])[] = [
    ['piece', caseColours.piece, 'the piece judged'],
    ['dot', caseColours.point, 'where kerf measures'],
    ['dot', caseColours.opposite, 'nearest on the other body'],
    ['', caseColours.line, 'the distance, mm below'],
  ];
  for (const [className, colour, words] of lines) {
    const line = element('div', { className: 'key' });
    const swatch = element('i', { className });
    swatch.style.background = colour;
    line.append(swatch, element('span', { textContent: words }));
    key.append(line);
  }
  return key;
}
