// The data inside validation.html or refinement.html → its plots and its picture.

import { mendLanguage, PagePart } from '../report-viewer/page-part.ts';
import type { StudyPayload, ValidationPayload } from '../validation-report/payload.ts';
import { showCases } from './cases.ts';

type Draw = (place: HTMLElement, payload: ValidationPayload) => void;
const PLOTS: readonly (readonly [name: string, load: () => Promise<Draw>])[] = [
  ['The histogram of the errors', async () => (await import('./error-plots.ts')).errorHistogram],
  ['The plot of the errors', async () => (await import('./error-plots.ts')).errorAgainstDepth],
  ['The plot of the times', async () => (await import('./pose-plots.ts')).timeAgainstFaces],
  ['The plot of the regions', async () => (await import('./pose-plots.ts')).regionAtPoses],
];

mendLanguage();
const payload: ValidationPayload | StudyPayload = JSON.parse(document.getElementById('kerf-data')!.textContent!);
if ('study' in payload)
  new PagePart(document.getElementById('study-plots')!, 'The plots', async (place) =>
    (await import('./study-plots.ts')).showStudy(place, payload.study),
  );
else {
  const plots = document.getElementById('plots')!;
  for (const [name, load] of PLOTS) {
    const section = document.createElement('section');
    plots.append(section);
    new PagePart(section, name, async (place) => (await load())(place, payload));
  }
  if (payload.cases.length > 0) showCases(document.getElementById('picture')!, payload);
}
