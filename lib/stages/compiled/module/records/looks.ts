// Work done → now and then a look whether the pass is still wanted: after a few ms of it, on any machine.

import { look } from './host';

/** Tests of a face against a sphere, or what takes as long: a hundredth of a microsecond each. */
const MOST: i32 = 1 << 17;

let done: i32 = 0;

/** @param work that has been done, or will be: tests. */
export function spend(work: i32): void {
  done += work;
  if (done < MOST) return;
  done = 0;
  look();
}
