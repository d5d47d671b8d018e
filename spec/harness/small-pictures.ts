// Pages whose pictures nobody looks at: in the quick specs they are drawn a tenth as wide and high, since their pixels
// would take longer than all else that a page needs.

import { afterAll } from '@jest/globals';
import { PICTURE_SIZE } from '#cli/report/drawn-picture.ts';
import { longRun } from './long-run.ts';

/** Until the file's last test has run. */
export function drawSmallPictures(): void {
  const { width, height } = PICTURE_SIZE;
  PICTURE_SIZE.width = longRun(width, width / 10);
  PICTURE_SIZE.height = longRun(height, height / 10);
  afterAll(() => {
    Object.assign(PICTURE_SIZE, { width, height });
  });
}
