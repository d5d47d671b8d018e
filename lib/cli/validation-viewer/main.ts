// The data inside validation.html or refinement.html → its plots and its picture.

import type { StudyPayload, ValidationPayload } from '../validation-report/payload.ts';
import { showCases } from './cases.ts';
import { errorAgainstDepth, errorHistogram } from './error-plots.ts';
import { regionAtPoses, timeAgainstFaces } from './pose-plots.ts';
import { showStudy } from './study-plots.ts';

const payload: ValidationPayload | StudyPayload = JSON.parse(document.getElementById('kerf-data')!.textContent!);
if ('study' in payload) showStudy(document.getElementById('study-plots')!, payload.study);
else {
  const plots = document.getElementById('plots')!;
  for (const draw of [errorHistogram, errorAgainstDepth, timeAgainstFaces, regionAtPoses]) {
    const place = document.createElement('section');
    plots.append(place);
    draw(place, payload);
  }
  if (payload.cases.length > 0) showCases(document.getElementById('picture')!, payload);
}
