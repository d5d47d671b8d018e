// Faults in contact in time: filters, exact polynomials, their roots and signs at these.

import { inFile } from './in-file.mjs';

const filter = inFile('lib/questions/motion/impact/impact-filter.ts', [
  {
    says: 'boxes that touch are apart',
    find: 'if (low > otherHigh || otherLow > high) return true;',
    replace: 'if (low >= otherHigh || otherLow >= high) return true;',
  },
  {
    says: 'a sign of f is believed as f64 gives it',
    find: '(x > bound ? 1 : x < -bound ? -1 : 0)',
    replace: '(x > 0 ? 1 : x < 0 ? -1 : 0)',
  },
  {
    says: 'f is held to have one sign where its last coefficient has another',
    find: 'return b[1] > bound && b[2] > bound && b[3] > bound;',
    replace: 'return b[1] > bound && b[2] > bound;',
  },
  {
    says: 'the slope of a coordinate is a third of what it may be',
    find: 'return 4 * steps * (1 + 2 ** -50);',
    replace: 'return (4 / 3) * steps;',
  },
  {
    says: 'a coordinate counts as positive as soon as f64 says so',
    find: 'if (quarticAt(b, t) - half * slopeOf(b) <= this.insideBound)',
    replace: 'if (quarticAt(b, t) <= 0)',
  },
  {
    says: 'the second half of time is not looked at',
    find: "return before === 'none' ? this.#decide(m, d1, c2, b3, t, t1, halvings + 1) : before;",
    replace: 'return before;',
  },
]);

const fine = inFile('lib/questions/motion/impact/coplanarity-root.ts', [
  {
    says: 'the low parts of differences are lost',
    find: 'out[6 + k] = LOW[0];',
    replace: 'out[6 + k] = 0;',
  },
  {
    says: 'an interval is accepted without a sign behind the root',
    find: 'if (isLow && isHigh) return true;',
    replace: 'if (isLow) return true;',
  },
]);

const exact = inFile('lib/questions/motion/impact/exact-impact.ts', [
  {
    says: 'a point on the rim counts as outside',
    find: 'if (found.sign < 0) return null;',
    replace: 'if (found.sign <= 0) return null;',
  },
  {
    says: 'motion in a plane is not looked at from the start',
    find: 'if (start !== null) return start;',
    replace: '',
  },
  {
    says: 'a segment does not hold its ends',
    find: 'if (side.sign <= 0) return at;',
    replace: 'if (side.sign < 0) return at;',
  },
  {
    says: 'where the normal is 0, nothing meets',
    find: 'if (flat.answer) return onRim(query.rim(), flat.root);',
    replace: 'if (flat.answer) return null;',
  },
]);

const roots = inFile('lib/questions/motion/impact/roots.ts', [
  {
    says: 'a root at t = 1 is not found',
    find: 'if (signAt(of, 1n, 0) === 0) yield { of, m: 1n, k: 0, isEnd: true };',
    replace: '',
  },
  {
    says: 'a root at t = 0 is not found',
    find: 'if (hasStart && b[0] === 0n) yield { of, m, k, isEnd: true };',
    replace: '',
  },
  {
    says: 'no polynomial shares a root with another',
    find: 'return shared.length > 1 && signAt(shared, m, k) !== signAt(shared, m + 1n, k);',
    replace: 'return false;',
  },
]);

const impact = inFile('lib/questions/motion/impact/elementary-impact.ts', [
  {
    says: 'a time that no f64 holds is reported as one',
    find: 'const isHeld = isEnd && cell << cut === m;',
    replace: 'const isHeld = isEnd;',
  },
  {
    says: 'an interval begins a cell too late',
    find: 'this.low = Number(cell) * unit;',
    replace: 'this.low = Number(cell + 1n) * unit;',
  },
]);

const door = inFile('lib/questions/motion/impact/impact.ts', [
  {
    says: 'numbers at t = 1 are taken as they come',
    find: 'if (!Number.isFinite(impact.points[i]))',
    replace: 'if (i < 12 && !Number.isFinite(impact.points[i]))',
  },
]);

const parameters = inFile('lib/questions/motion/impact/impact-parameters.ts', [
  {
    says: 'the weights of a face are exchanged',
    find: 'const b = clamped(tripleProduct(n, w, v) / nn);',
    replace: 'const b = clamped(tripleProduct(n, u, w) / nn);',
  },
  {
    says: 'the place on the first edge is not sought anew',
    find: 'nearest === second && det > 0 ? first',
    replace: 'det > 0 ? first',
  },
]);

const polynomial = inFile('lib/questions/motion/impact/polynomial.ts', [
  {
    says: 'a cross product has a component’s sign flipped',
    find: 'return [part(1, 2), part(2, 0), part(0, 1)];',
    replace: 'return [part(1, 2), part(0, 2), part(0, 1)];',
  },
  {
    says: 'a root counts as often as it is one',
    find: 'return shared.length < 2 ? whole : primitive(quotient(whole, shared));',
    replace: 'return whole;',
  },
]);

const onFace = inFile('lib/questions/motion/sphere/sphere-on-face.ts', [
  {
    says: 'a tangent is believed as f64 gives it',
    find: 'next = Math.max(next, (t + ((support - slack - radius) / -slope) * ROUNDED_DOWN) * ROUNDED_DOWN);',
    replace: 'next = Math.max(next, t + (support - radius) / -slope);',
  },
  {
    says: 'contact is reported without a distance that proves it',
    find: "if (Math.sqrt(this.#nearest[SQUARED]) + slack <= radius) return 'contact';",
    replace: "if (Math.sqrt(this.#nearest[SQUARED]) - slack <= radius) return 'contact';",
  },
  {
    says: 'the first time that is tried is far behind the contact',
    find: 'let step = (Math.abs(distance - radius) + 2 * slack) * this.overLength;',
    replace: 'let step = (Math.abs(distance - radius) + 200 * slack) * this.overLength;',
  },
]);

const exactSphere = inFile('lib/questions/motion/sphere/exact-sphere.ts', [
  {
    says: 'a sphere that just touches does not',
    find: 'return squared <= radius * radius * d * d * over;',
    replace: 'return squared < radius * radius * d * d * over;',
  },
  {
    says: 'the way is nearest to an edge at its ends alone',
    find: 'take(along * dot(edge, between) - edgeSquare * dot(way, between), square * edgeSquare - along * along);',
    replace: '',
  },
]);

const sweeper = inFile('lib/questions/motion/sphere/sphere-sweeper.ts', [
  {
    says: 'the first contact found is the earliest',
    find: 'this.#high = Math.min(this.#high, high);',
    replace: 'this.#high = high;',
  },
  {
    says: 'the last face of a leaf is not tried',
    find: 'const end = Math.min(bvh.count, BRANCHING * (node + 1));',
    replace: 'const end = Math.min(bvh.count, BRANCHING * (node + 1) - 1);',
  },
  {
    says: 'of faces with one time, the first that is tried is reported',
    find: 'high < this.#high || (high === this.#high && face < this.#face)',
    replace: 'high < this.#high',
  },
]);

const slabs = inFile('lib/questions/motion/sphere/swept-slabs.ts', [
  {
    says: 'a box is grown by half the radius',
    find: 'this.#more = sweepReach(radius, slack);',
    replace: 'this.#more = sweepReach(radius / 2, slack);',
  },
  {
    says: 'the step to a box goes twice as far',
    find: 't += gap * this.#overLength;',
    replace: 't += 2 * gap * this.#overLength;',
  },
]);

const sweep = inFile('lib/questions/motion/sphere/sweep-sphere.ts', [
  {
    says: 'the numbers of the sweep before are asked about',
    find: "takeSweep(sweep, 'sweepSphere', numbers);",
    replace: '',
  },
]);

const checks = inFile('lib/questions/motion/sphere/check-sweeps.ts', [
  {
    says: 'of a list of sweeps the last coordinate is not looked at',
    find: 'for (let k = 0; k < 6; k++)',
    replace: 'for (let k = 0; k < 5; k++)',
  },
  {
    says: 'a radius may be negative',
    find: 'radius >= 0 &&',
    replace: '',
  },
]);

const many = inFile('lib/questions/motion/sphere/sweep-spheres.ts', [
  {
    says: 'a sweep is taken from the place of another',
    find: 'const at = SWEEP_NUMBERS * sweep;',
    replace: 'const at = SWEEP_NUMBERS * (sweep >> 1);',
  },
]);

const onGpu = inFile('lib/base/core/kept-on-gpu.ts', [
  {
    says: 'a lost device is not opened anew',
    find: 'if (this.#opened[backend].get(thing) === first) this.#close(thing, backend, copy);',
    replace: '',
  },
]);

const surface = inFile('lib/questions/motion/sphere/swept-surface.ts', [
  {
    says: 'the largest coordinate is taken for 0',
    find: 'magnitude: Math.max(...bounds.map(Math.abs)),',
    replace: 'magnitude: 0,',
  },
]);

const sweepNormal = inFile('lib/questions/motion/sphere/sweep-normal.ts', [
  {
    says: 'a point on a face is given the side to which it goes',
    find: 'if (away[0] * way[0] + away[1] * way[1] + away[2] * way[2] > 0)',
    replace: 'if (away[0] * way[0] + away[1] * way[1] + away[2] * way[2] < 0)',
  },
]);

const touching = inFile('lib/questions/motion/sphere/touching-plane.ts', [
  {
    says: 'a face is given another corner’s first coordinate',
    find: 'cornerOffset(faces, face, corner) + (i % 3)',
    replace: 'cornerOffset(faces, face, i === 6 ? 0 : corner) + (i % 3)',
  },
  {
    says: 'the direction to a centre next to a face is trusted',
    find: 'const CERTAIN = 1024;',
    replace: 'const CERTAIN = 1;',
  },
]);

const directions = inFile('lib/questions/motion/sphere/slide-directions.ts', [
  {
    says: 'the shortest direction is tried first',
    find: 'b.length - a.length',
    replace: 'a.length - b.length',
  },
  {
    says: 'of three planes one crease is left out',
    find: 'for (let j = 0; j < i; j++) found.push(alongCrease(V, normals[j], normals[i]));',
    replace: 'for (let j = 1; j < i; j++) found.push(alongCrease(V, normals[j], normals[i]));',
  },
]);

const forward = inFile('lib/questions/motion/sphere/goes-forward.ts', [
  {
    says: 'a step at right angles to the displacement leads back',
    find: 'dot(minus(at(1), at(0)), minus(at(3), at(2))) >= 0n',
    replace: 'dot(minus(at(1), at(0)), minus(at(3), at(2))) > 0n',
  },
  {
    says: 'the sign is taken as f64 gives it',
    find: 'if (Math.abs(sum) > 8 * UNIT_ROUNDOFF * (Math.abs(x) + Math.abs(y) + Math.abs(z)) + UNDERFLOW) return sum > 0;',
    replace: 'if (sum !== 0) return sum > 0;',
  },
]);

const leg = inFile('lib/questions/motion/sphere/slide-leg.ts', [
  {
    says: 'the last place before contact is not swept to',
    find: 'if (this.#isLeg(a, end)) return',
    replace: 'if (goesForward(a, end, this.#from, this.#to)) return',
  },
  {
    says: 'the place off the contact is not swept to',
    find: 'return this.#isLeg(a, end) ? { end, share, impact } : null;',
    replace: 'return goesForward(a, end, this.#from, this.#to) ? { end, share, impact } : null;',
  },
  {
    says: 'a leg may lead back',
    find: 'if (!isInRange(b) || !goesForward(a, b, this.#from, this.#to)) return null;',
    replace: '',
  },
]);

const slider = inFile('lib/questions/motion/sphere/slider.ts', [
  {
    says: 'every leg is as long as the first',
    find: 'this.#left = impact === null ? 0 : this.#left * (1 - share);',
    replace: 'this.#left = impact === null ? 0 : this.#left;',
  },
  {
    says: 'faces that the sphere has left are kept',
    find: 'distance <= this.#radius + NEAR * this.#slack',
    replace: 'distance <= Infinity',
  },
  {
    says: 'every face touched before is forgotten',
    find: 'distance <= this.#radius + NEAR * this.#slack',
    replace: 'distance < 0',
  },
  {
    says: 'a sphere that touches at the start is moved',
    find: 'if (impact.time.high === 0)',
    replace: 'if (impact.time.high < 0)',
  },
]);

const slide = inFile('lib/questions/motion/sphere/slide.ts', [
  {
    says: 'the slide asked for is not read',
    find: "takeSweep(sweep, 'slide', numbers);",
    replace: '',
  },
]);

const ellipsoidDoor = inFile('lib/questions/motion/sphere/check-ellipsoid.ts', [
  {
    says: 'a radius may be 0',
    find: '!(radius > 0 &&',
    replace: '!(radius >= 0 &&',
  },
  {
    says: 'axes need not be at right angles',
    find: 'for (let j = 0; j <= i; j++) {',
    replace: 'for (let j = i; j <= i; j++) {',
  },
]);

const stretched = inFile('lib/questions/motion/sphere/stretched-space.ts', [
  {
    says: 'space is stretched by the ratio the wrong way round',
    find: 'x * (this.radius / radii[Math.floor(i / 3)])',
    replace: 'x * (radii[Math.floor(i / 3)] / this.radius)',
  },
  {
    says: 'a normal goes back as a point does',
    find: '[0, 1, 2].map((k) => rows[k] * n[0] + rows[3 + k] * n[1] + rows[6 + k] * n[2])',
    replace: 'Array.from(this.pointBack(n))',
  },
  {
    says: 'the way back is mirrored',
    find: '[...across(b, c), ...across(c, a), ...across(a, b)]',
    replace: '[...across(b, c), ...across(a, c), ...across(a, b)]',
  },
]);

const ellipsoid = inFile('lib/questions/motion/sphere/sweep-ellipsoid.ts', [
  {
    says: 'a surface keeps the stretch of the first ellipsoid',
    find: 'if (last?.rows.every((x, i) => Object.is(x, space.rows[i]))) return last.swept;',
    replace: 'if (last !== undefined) return last.swept;',
  },
  {
    says: 'radii of which two are equal make a sphere',
    find: 'radii.every((radius) => radius === radii[0])',
    replace: 'radii.some((radius, k) => k > 0 && radius === radii[0])',
  },
]);

export const motion = [
  ...filter,
  ...fine,
  ...exact,
  ...roots,
  ...impact,
  ...door,
  ...parameters,
  ...polynomial,
  ...onFace,
  ...exactSphere,
  ...sweeper,
  ...slabs,
  ...sweep,
  ...checks,
  ...many,
  ...onGpu,
  ...surface,
  ...sweepNormal,
  ...touching,
  ...directions,
  ...forward,
  ...leg,
  ...slider,
  ...slide,
  ...ellipsoidDoor,
  ...stretched,
  ...ellipsoid,
];
