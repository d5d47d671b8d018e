// How coarse the workbench draws while something moves on a CPU, and how a drag goes on where that changes.

import { expect, test } from '@jest/globals';
import type vtkRenderWindowInteractor from '@kitware/vtk.js/Rendering/Core/RenderWindowInteractor.js';
import { Pace } from '../../examples/workbench/src/pace.ts';
import { Pointing } from '../../examples/workbench/src/pointing.ts';

/** ms a frame takes: a fixed part, and a part for its pixels. */
function settledPace(fixed: number, pixels: number, frames = 60): { pace: Pace; costs: number[]; scales: number[] } {
  const pace = new Pace();
  const [costs, scales] = [[] as number[], [] as number[]];
  for (let i = 0; i < frames; i++) {
    const { scale } = pace;
    const cost = fixed + pixels * scale * scale;
    scales.push(scale);
    costs.push(cost);
    pace.drawn(cost, scale);
  }
  return { pace, costs, scales };
}

test('a machine that draws sharp frames in time gets no coarse ones', () => {
  expect(new Set(settledPace(2, 30).scales)).toEqual(new Set([1]));
});

test('where sharp frames take too long, the next are coarse enough, and stay so', () => {
  for (const pixels of [50, 70, 100, 150, 250]) {
    const { costs, scales } = settledPace(5, pixels);
    expect(costs[0]).toBeGreaterThan(40);
    // At most one frame for each step that it gets coarser by.
    for (const cost of costs.slice(3)) expect(cost).toBeLessThanOrEqual(40);
    expect(new Set(scales.slice(3)).size).toBe(1);
  }
});

test('it gets sharp again, step by step, once frames are fast', () => {
  const { pace } = settledPace(5, 250);
  expect(pace.scale).toBeLessThan(1);
  const seen = [pace.scale];
  for (let i = 0; i < 100; i++) {
    pace.drawn(1, pace.scale);
    if (pace.scale !== seen.at(-1)) seen.push(pace.scale);
  }
  expect(seen.at(-1)).toBe(1);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

test('a sharp frame at rest makes no coarse frame coarser or sharper', () => {
  const { pace } = settledPace(5, 250);
  const { scale } = pace;
  for (let i = 0; i < 20; i++) pace.drawn(i % 2 === 0 ? 1 : 500, 1);
  expect(pace.scale).toBe(scale);
});

test('a drag turns the camera by the same share of the canvas, whatever the scales of its frames', () => {
  for (const scales of [
    [1, 1, 1, 1],
    [1, 0.5, 0.5, 0.35],
    [0.35, 1, 0.7, 1],
  ]) {
    let [pressed, last, turned] = [false, 0, 0];
    let scale = 1;
    const at = ({ position }: { position: { x: number } }) => position.x;
    const interactor = {
      leftButtonPressEvent(event: never): void {
        pressed = true;
        last = at(event);
      },
      leftButtonReleaseEvent(): void {
        pressed = false;
      },
      mouseMoveEvent(event: never): void {
        if (pressed) turned += (at(event) - last) / (800 * scale);
        last = at(event);
      },
    };
    const pointing = new Pointing(interactor as unknown as vtkRenderWindowInteractor);
    const send = (phase: 'press' | 'move' | 'release', x: number): void =>
      pointing.point({ phase, button: 'left', x, y: 0, controlKey: false, altKey: false }, scale);
    send('press', 100);
    for (const [i, next] of scales.entries()) {
      scale = next;
      send('move', 120 + 20 * i);
    }
    send('release', 180);
    expect(turned).toBeCloseTo(80 / 800, 12);
    expect(pressed).toBe(false);
  }
});
