// Faults in the first contact of a stroke.

import { inFile } from './in-file.mjs';

const touch = inFile('lib/questions/motion/stroke/first-touch.ts', [
  {
    says: 'a turn is linearised: its acceleration is left out',
    find: 'Math.sqrt(speed * speed + 2 * acceleration * gap)',
    replace: 'Math.sqrt(speed * speed)',
  },
  {
    says: 'a gap takes a quarter longer to close',
    find: 'return ((2 * gap) / (speed + root)) * ROUNDED_DOWN;',
    replace: 'return ((2.5 * gap) / (speed + root)) * ROUNDED_DOWN;',
  },
]);

const search = inFile('lib/questions/motion/stroke/stroke-search.ts', [
  {
    says: 'all of a box moves as its middle does',
    find: 'timeToTouch(gap - room, closing + spread, fastest),',
    replace: 'timeToTouch(gap - room, closing, fastest),',
  },
  {
    says: 'along an axis what comes nearer goes away',
    find: 'return timeToTouch(gap - room, spread - speed, acceleration);',
    replace: 'return timeToTouch(gap - room, spread + speed, acceleration);',
  },
  {
    says: 'a corner farther off is taken to be twice as far',
    find: 'timeToTouch(gap + farther, closing,',
    replace: 'timeToTouch(gap + 2 * farther, closing,',
  },
  {
    says: 'faces that a cut has taken are met',
    find: 'if (level === 1 && retired !== null && retired[bvh.order[child]] === 1) continue;',
    replace: '',
  },
]);

const waiting = inFile('lib/questions/motion/stroke/waiting-pairs.ts', [
  {
    says: 'the latest pair is taken first',
    find: 'if (this.#times[parent] <= time) break;',
    replace: 'if (this.#times[parent] >= time) break;',
  },
]);

const stroke = inFile('lib/questions/motion/stroke/stroke.ts', [
  {
    says: 'the origin turns about the axis the other way',
    find: 'const b = isTurn ? -Math.sin(phi / 2) * Math.sin(half - phi / 2) * sine : 0;',
    replace: 'const b = isTurn ? Math.sin(phi / 2) * Math.sin(half - phi / 2) * sine : 0;',
  },
  {
    says: 'the origin is taken to stand still along its arc',
    find: 'const slopeA = isTurn ? half * Math.cos(phi - half) * sine : 1;',
    replace: 'const slopeA = isTurn ? 0 : 1;',
  },
  {
    says: 'a turn’s ways do not count for the tolerance',
    find: 'this.farthest = (vectorLength(x, y, z) + this.angle * reach) * (1 + 2 ** -40);',
    replace: 'this.farthest = vectorLength(x, y, z) * (1 + 2 ** -40);',
  },
]);

const direction = inFile('lib/questions/motion/stroke/gap-direction.ts', [
  {
    says: 'faces are apart as their normals point, whichever is in front',
    find: 'const sign = forth >= back ? 1 : -1;',
    replace: 'const sign = 1;',
  },
]);

const checked = inFile('lib/questions/motion/stroke/check-motion.ts', [
  {
    says: 'half a turn is taken one way round',
    find: 'if (Math.abs(w) <= limit)',
    replace: 'if (Math.abs(w) < 0)',
  },
]);

const contact = inFile('lib/questions/motion/stroke/first-contact.ts', [
  {
    says: 'a tool that begins inside is free',
    find: 'if (this.#tests.touches(start, distance) || this.#tests.isInside(start))',
    replace: 'if (this.#tests.touches(start, distance))',
  },
  {
    says: 'nearness is reported as contact',
    find: 'if (this.#tests.touches(at(high), distance))',
    replace: 'if (high >= 0)',
  },
]);

export const strokes = [...touch, ...search, ...waiting, ...stroke, ...direction, ...checked, ...contact];
