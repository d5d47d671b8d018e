import { describe, expect, test } from '@jest/globals';
import { KeptPoses } from '#cli/kept-poses.ts';
import type { ContactReport } from '#records';

function report(contacts: number, least: number): ContactReport {
  return {
    contacts: { length: contacts, distance: new Float64Array(contacts).fill(least) },
    intersectionSegments: new Float64Array(6),
  } as unknown as ContactReport;
}

function contactCount(kept: KeptPoses): number {
  return kept.poses.reduce((sum, entry) => sum + entry.report.contacts.length, 0);
}

describe('kept poses', () => {
  test('all, while they fit', () => {
    const kept = new KeptPoses(1000, 10);
    for (let pose = 0; pose < 10; pose++) kept.add(pose, report(80, -pose));
    expect(kept.poses.map((entry) => entry.pose)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('else evenly chosen ones within the budget, and the deepest, in order', () => {
    const kept = new KeptPoses(10_000, 500);
    for (let pose = 0; pose < 500; pose++) kept.add(pose, report(100, pose === 333 ? -9 : -1));
    const poses = kept.poses.map((entry) => entry.pose);
    const stride = poses[1] - poses[0];
    expect(stride).toBeGreaterThan(1);
    expect(333 % stride).not.toBe(0);
    const even = Array.from({ length: Math.ceil(500 / stride) }, (_, i) => i * stride);
    expect(poses).toEqual([...even, 333].sort((a, b) => a - b));
    expect(contactCount(kept)).toBeLessThanOrEqual(10_000 + 100);
    expect(contactCount(kept)).toBeGreaterThan(10_000 / 4);
  });

  test('light poses stay when heavy ones are thinned', () => {
    const kept = new KeptPoses(100_000, 200);
    for (let pose = 0; pose < 200; pose++) kept.add(pose, report(pose % 10 < 3 ? 20_000 : 100, -1));
    const light = kept.poses.filter((entry) => entry.report.contacts.length === 100);
    expect(light).toHaveLength(140);
    expect(contactCount(kept)).toBeLessThanOrEqual(100_000);
    expect(kept.poses.length).toBeGreaterThan(140);
  });

  test('a path without any contact is bounded too', () => {
    const kept = new KeptPoses(1000, 100_000);
    for (let pose = 0; pose < 100_000; pose++) kept.add(pose, report(0, 0));
    expect(kept.poses.length).toBeLessThan(1000 / 16);
    expect(kept.poses.length).toBeGreaterThan(10);
  });

  test('one pose larger than the budget is kept', () => {
    const kept = new KeptPoses(10, 1);
    kept.add(0, report(500, -1));
    expect(kept.poses.map((entry) => entry.pose)).toEqual([0]);
  });
});
