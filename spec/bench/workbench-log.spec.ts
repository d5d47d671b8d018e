// What the workbench's bench counts from a log: made up here, so that each wait is known.

import { expect, test } from '@jest/globals';
import { cutWaits, frameRate, inputWaits } from './workbench-log.mjs';

const frame = (serial: number, at: number, isCutShown = true) => ({ serial, at, isCutShown });

test('an input waits for the first frame of a pose that was asked for after it', () => {
  const log = {
    inputs: [
      { at: 10, heard: 10 },
      { at: 12, heard: 12 },
      { at: 20, heard: 40 },
      { at: 95, heard: 95 },
    ],
    asked: [
      { serial: 1, at: 11 },
      { serial: 2, at: 30 },
      { serial: 3, at: 41 },
    ],
    frames: [frame(0, 15), frame(1, 35), frame(1, 50), frame(3, 90)],
    reports: [],
  };
  // The frame of 3 answers the pose 2 as well; the last input has no pose any more.
  expect(inputWaits(log)).toEqual([25, 78, 70]);
});

test('a cut waits for a frame of its report, or of a later one, that lacks no cut', () => {
  const log = {
    inputs: [],
    asked: [],
    reports: [
      { serial: 1, at: 10, cut: 0 },
      { serial: 2, at: 20, cut: 3 },
      { serial: 3, at: 40, cut: 3 },
      { serial: 4, at: 60, cut: 8 },
      { serial: 5, at: 80, cut: 9 },
    ],
    frames: [frame(1, 15), frame(2, 25, false), frame(3, 47), frame(4, 58), frame(4, 70)],
  };
  // A frame can be known of before its report: they come from two threads. Nothing shows the last cut.
  expect(cutWaits(log)).toEqual([27, 0]);
});

test('frames a second are counted between the first and the last', () => {
  expect(frameRate({ frames: [0, 50, 100, 200].map((at) => frame(0, at)) })).toBe(15);
});
