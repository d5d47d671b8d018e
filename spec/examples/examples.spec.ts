// Every example runs from the built package and prints what its README says.

import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

const run = (name: string): string =>
  execFileSync(process.execPath, [`examples/${name}/${name}.mjs`], { encoding: 'utf8', timeout: 60_000 });

describe('examples', () => {
  test('each folder holds one program of its name and a README, and is run below', () => {
    const folders = readdirSync('examples').sort();
    expect(folders).toEqual(['cutting-path', 'two-triangles']);
    for (const name of folders) expect(readdirSync(`examples/${name}`).sort()).toEqual(['README.md', `${name}.mjs`]);
  });

  test('two-triangles: near, and every interval holds the gap of 0.1 mm or more', () => {
    const [state, ...rows] = run('two-triangles').trim().split('\n');
    expect(state).toBe('state: near');
    expect(rows.length).toBeGreaterThan(1);
    const nearest = rows.map((row) => Number(/: (-?[\d.]+) mm in/.exec(row)?.[1]));
    expect(Math.min(...nearest)).toBe(0.1);
    for (const distance of nearest) expect(distance).toBeGreaterThanOrEqual(0.1);
  });

  test('cutting-path: 20 rows that begin apart, cut and end apart', () => {
    const [header, ...rows] = run('cutting-path').trim().split('\n');
    expect(header).toBe('pose,state,contacts,patches,depth_mm,area_mm2');
    expect(rows).toHaveLength(20);
    const states = rows.map((row) => row.split(',')[1]);
    expect(states[0]).toBe('separated');
    expect(states[19]).toBe('separated');
    expect(states.filter((state) => state === 'intersecting').length).toBeGreaterThan(5);
    const depths = rows.map((row) => Number(row.split(',')[4]));
    expect(Math.max(...depths)).toBeGreaterThan(1);
  });
});
