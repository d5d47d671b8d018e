// Faults in the judge of other engines: what it passes or blames wrongly.

import { inFile } from './in-file.mjs';

const ENGINES = 'lib/oracle/validation/engines';

const judge = inFile(`${ENGINES}/engine-judge.ts`, [
  {
    says: 'contact is wrong where bodies are enclosed',
    find: "exact !== 'separated')",
    replace: "exact === 'intersecting')",
  },
  {
    says: 'a pair that comes twice is not reported',
    find: 'repeated: pairs.length / 2 - distinct.size',
    replace: 'repeated: 0',
  },
  { says: 'a depth agrees that is too small', find: 'engine >= within.low - tolerance', replace: 'engine >= 0' },
  { says: 'the depth of the last contact counts', find: 'Math.max(...depths)', replace: 'depths[depths.length - 1]' },
  {
    says: 'normals are no part of a repetition',
    find: '[point, normal ?? null, own ?? null]',
    replace: '[point, own ?? null]',
  },
]);

const contacts = inFile(`${ENGINES}/judge-contacts.ts`, [
  { says: 'a point need be near one body only', find: 'tool].every(', replace: 'tool].some(' },
  { says: 'the tool is left as the bone is', find: 'cone.map(opposite)', replace: 'cone' },
  {
    says: 'a point that the bounds leave open is in',
    find: '(low <= limit && isAtMost(body, point, limit))',
    replace: 'low <= limit',
  },
]);

const directions = inFile(`${ENGINES}/exact-directions.ts`, [
  { says: 'inside, the way out is the way in', find: 'inside ? opposite(away) : away', replace: 'away' },
  {
    says: 'every face near enough counts',
    find: 'return Math.max(high, -low) < least ? undefined : unit;',
    replace: 'return unit;',
  },
  {
    says: 'a body turned inside out looks outward',
    find: 'if (sense !== -1) cones.push(normals);',
    replace: 'cones.push(normals);',
  },
]);

const cone = inFile(`${ENGINES}/cone-angle.ts`, [
  { says: 'weights may be negative', find: 'weight > 0)) continue', replace: 'true)) continue' },
  {
    says: 'no triple is tried',
    find: 'if (vectors.length > 3) return undefined;',
    replace: 'if (vectors.length > 2) return undefined;',
  },
]);

const areas = inFile(`${ENGINES}/uncovered-area.ts`, [
  {
    says: 'a piece is in the region if its middle is',
    find: 'compared(bounds[0] - rho, bounds[1] + rho, tolerance)',
    replace: 'compared(bounds[0], bounds[1], tolerance)',
  },
  {
    says: 'a piece is covered if its middle is',
    find: 'compared(nearest - rho, nearest + rho, radius)',
    replace: 'compared(nearest, nearest, radius)',
  },
  {
    says: 'what the limit leaves is dropped',
    find: 'unknown <= SHARE * region[0]) settle(piece, isIn(piece), isLeft(piece));',
    replace: 'unknown <= SHARE * region[0]) continue;',
  },
]);

const pieces = inFile(`${ENGINES}/surface-pieces.ts`, [
  { says: 'a node is passed over by its middle alone', find: '[0] - half > distance', replace: '[0] > distance' },
  { says: 'the middle quarter is left out', find: '    [...bc, ...ca, ...ab],\n', replace: '' },
]);

const nearest = inFile(`${ENGINES}/nearest-depth.ts`, [
  { says: 'a face is bounded by its middle', find: 'low: bounds[0] - radius', replace: 'low: bounds[0]' },
  {
    says: 'the lower ends are forgotten',
    find: 'low = Math.min(low, found.low);',
    replace: 'low = Math.min(low, found.high);',
  },
]);

const depths = inFile(`${ENGINES}/engine-depths.ts`, [
  { says: 'depths are taken in open bodies', find: '].filter(({ solid }) => solid.sense !== 0);', replace: '];' },
  {
    says: 'a hull stands for any body',
    find: 'isConvexSurface(this.#bone) && isConvexSurface(this.#tool)',
    replace: 'this.#bone !== this.#tool',
  },
]);

const summary = inFile(`${ENGINES}/summarise-engine.ts`, [
  {
    says: 'bodies apart vote for a definition',
    find: "exact.state !== 'separated');",
    replace: "exact.state !== 'enclosed');",
  },
  { says: 'repetitions are poses', find: 'if (repetition === 0) states', replace: 'states' },
  { says: 'an interval is narrow enough', find: 'error <= tolerance && most > tolerance', replace: 'false' },
  {
    says: 'repeated pairs are right',
    find: '[pairs.missed, pairs.extra, pairs.repeated]',
    replace: '[pairs.missed, pairs.extra]',
  },
]);

const suspicions = inFile(`${ENGINES}/suspicions.ts`, [
  {
    says: 'metres are not asked for where points are out',
    find: 'metres += contacts.elsewhere.metres;',
    replace: 'metres += 0;',
  },
  {
    says: 'all surfaces missed are no containment',
    find: ' || areMost(intersecting.missed, intersecting.cases))',
    replace: ')',
  },
]);

const earlier = inFile(`${ENGINES}/earlier-answers.ts`, [
  { says: 'two answers to one pose are of two poses', find: 'else if (before.pose !== answer.pose)', replace: 'else' },
]);

export const engines = [
  ...earlier,
  ...judge,
  ...contacts,
  ...directions,
  ...cone,
  ...areas,
  ...pieces,
  ...nearest,
  ...depths,
  ...summary,
  ...suspicions,
];
