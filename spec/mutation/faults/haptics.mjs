// Faults in the local contact models, and in what lets a cutting tool advance.

import { inFile } from './in-file.mjs';

const lists = inFile('lib/surgery/haptics/list-faces.ts', [
  {
    says: 'the nearest face is seen from its box',
    find: 'if (face === nearest) for',
    replace: 'if (face < 0) for',
  },
  {
    says: 'a face may come nearer by the motion once, not twice',
    find: 'most + 2 * this.motion, face, Y, y)',
    replace: 'most + this.motion, face, Y, y)',
  },
]);

const near = inFile('lib/surgery/haptics/near-samples.ts', [
  {
    says: 'the faces about a sample are those that it may meet, not those about these',
    find: 'most + 2 * this.may.motion + 16',
    replace: 'most + this.may.motion + 16',
  },
  {
    says: 'a sample that was far is as far, wherever it is now',
    find: 'least > Math.min(this.#maxDistance, this.#listed)',
    replace: 'least > Math.min(this.#maxDistance, this.#listed) / 2',
  },
  {
    says: 'far samples are outside',
    find: 'return winding !== 0;',
    replace: 'return false;',
  },
]);

const farRuns = inFile('lib/surgery/haptics/far-runs.ts', [
  {
    says: 'a run that is far makes all that come after it far',
    find: 'let gap = far[3] - way - radius - 2 * slack;',
    replace: 'let gap = far[3] - radius - 2 * slack;',
  },
]);

const farBalls = inFile('lib/surgery/haptics/far-balls.ts', [
  {
    says: 'the way since then does not count',
    find: 'balls[at + 3] - way :',
    replace: 'balls[at + 3] :',
  },
  {
    says: 'what edits add is not nearer than what was there',
    find: 'Math.min(balls[at + 3], Math.sqrt(x * x + y * y + z * z))',
    replace: 'balls[at + 3]',
  },
  {
    says: 'a side is known beyond an edit',
    find: 'this.#hasSide.fill(0);',
    replace: '',
  },
]);

const standing = inFile('lib/surgery/haptics/standing-model.ts', [
  {
    says: 'a model serves on whatever has been cut',
    find: 'edits !== this.#edits ||',
    replace: '',
  },
  {
    says: 'a turn moves nothing',
    find: 'Math.sqrt(turn) * radius +',
    replace: '',
  },
]);

const cutFeed = inFile('lib/surgery/haptics/cutting/cut-feed.ts', [
  {
    says: 'the next cut begins as soon as the last one is shown',
    find: 'this.#nextAt = now + (now - this.#begun);',
    replace: 'this.#nextAt = now;',
  },
  {
    says: 'a cut that no model shows is waited for without end',
    find: ' || now - this.#begun > LONGEST)',
    replace: ')',
  },
]);

const model = inFile('lib/surgery/haptics/build-local-model.ts', [
  {
    says: 'a list leaves out faces that are nearer at the motion’s end',
    find: '(radius * radius) / (2 * distance)',
    replace: '0',
  },
  {
    says: 'the first of a list are enough only for a point that stands',
    find: 'const near = distance + 2 * NEAR * radius + 8 * slack;',
    replace: 'const near = distance + 8 * slack;',
  },
  {
    says: 'the sense of a gradient does not follow from the side',
    find: 'const sign = rows[from + DISTANCE] < 0 ? -1 : 1;',
    replace: 'const sign = 1;',
  },
]);

const gap = inFile('lib/surgery/haptics/local-gap.ts', [
  {
    says: 'the first of a list are looked at alone, however far a point has gone',
    find: 'moved <= NEAR * head[MOTION] ? model.nears[i] : model.counts[i]',
    replace: 'model.nears[i]',
  },
  {
    says: 'a way is taken to be half as long as it is',
    find: 'this.#most[0] = moved + 2 * slack;',
    replace: 'this.#most[0] = 0.5 * moved + 2 * slack;',
  },
  {
    says: 'a way leaves where it enters',
    find: 'entered += wayCrossing(',
    replace: 'entered -= wayCrossing(',
  },
]);

const play = inFile('lib/surgery/haptics/cutting/kerf-play.ts', [
  {
    says: 'bone that no edit has made has play',
    find: 'if (faceIds[face] < head[EDIT_FACES]) return;',
    replace: '',
  },
  {
    says: 'the floor of a kerf has play',
    find: 'if (!(into < MOST_INTO * motion)) return;',
    replace: '',
  },
  {
    says: 'walls have no play',
    find: 'PLAY * (1 - into / (MOST_INTO * motion))',
    replace: '0',
  },
]);

const freeWay = inFile('lib/surgery/haptics/free-way.ts', [
  {
    says: 'a detour does not come back out',
    find: ' && this.#stepIsFree(from) && this.#stepIsFree(to)',
    replace: '',
  },
]);

const wayBack = inFile('lib/surgery/haptics/cutting/way-back.ts', [
  {
    says: 'a ledge in its own cut pushes the tool',
    find: 'contacts.multipliers[n] = 0;',
    replace: '',
  },
  {
    says: 'bone over a tool counts as a ledge',
    find: 'INWARD + 4 * SKIN',
    replace: '4 * SKIN',
  },
]);

const feed = inFile('lib/surgery/haptics/cutting/tool-feed.ts', [
  {
    says: 'a blade that slides along itself is held by what a grid has left',
    find: 'load[AREA] === 0 && isInKerf && !this.#isHeld ? this.#length[0] : load[FEED]',
    replace: 'load[FEED]',
  },
  {
    says: 'bone as it was lets a tool go that sweeps nothing',
    find: 'if (!kerf.isOf(model, faces[i])) isInKerf = false;',
    replace: '',
  },
  {
    says: 'a sample that does not cut goes deeper',
    find: 'if (this.#edges.cuts[sample] === 0) {',
    replace: 'if (this.#edges.cuts[sample] > 1) {',
  },
  {
    says: 'a burr is as fast everywhere as at its widest',
    find: 'load[SPEED] = slow > 0 ? load[HARD_AREA] / slow : speed;',
    replace: 'load[SPEED] = speed;',
  },
  {
    says: 'what a tool that falls out of a wall takes with it counts as nothing',
    find: 'this.told[TOLD_REMOVED] += Math.max(0, swept - this.#fed[0]);',
    replace: 'this.told[TOLD_REMOVED] += 0;',
  },
]);

const proxy = inFile('lib/surgery/haptics/god-object.ts', [
  {
    says: 'walls of a kerf on both sides push against each other',
    find: 'kerf.isOf(model, faces[i]) ? Math.min(0, least) : least',
    replace: 'least',
  },
]);

const allowance = inFile('lib/surgery/haptics/cutting/cut-allowance.ts', [
  {
    says: 'an allowance that is not used is kept',
    find: 'const settled = Math.max(least, Math.min(most, this.allowed[i]));',
    replace: 'const settled = Math.max(least, this.allowed[i]);',
  },
  {
    says: 'an allowance grows without end',
    find: 'this.allowed[point] = Math.min(most[0], this.allowed[point] + into[0] * feed[0]);',
    replace: 'this.allowed[point] += into[0] * feed[0];',
  },
]);

const edges = [
  ...inFile('lib/surgery/haptics/cutting/spinning-edges.ts', [
    {
      says: 'the pole’s share is as fast as its rim',
      find: 'Math.max(Math.hypot(...way), share / 2)',
      replace: 'Math.max(Math.hypot(...way), share)',
    },
    {
      says: 'a tool turns the other way round',
      find: 'const way = [axis[1] * z - axis[2] * y,',
      replace: 'const way = [axis[2] * y - axis[1] * z,',
    },
  ]),
  ...inFile('lib/surgery/haptics/cutting/drill-edges.ts', [
    {
      says: 'a drill’s margins cut',
      find: 'along(points, i, axis) >= last ? 1 : 0',
      replace: '1',
    },
    {
      says: 'a drill’s lips plough like its chisel edge',
      find: 'Math.max(least, WEB_SHARE * most)',
      replace: 'most',
    },
  ]),
  ...inFile('lib/surgery/haptics/cutting/perforator-edges.ts', [
    {
      says: 'outer lips on the inner drill’s rim hold the clutch',
      find: ' + share > innerRadius',
      replace: ' > innerRadius',
    },
    {
      says: 'what does not cut holds the clutch',
      find: 'if (edges.cuts[i] === 0) continue;',
      replace: '',
    },
  ]),
  ...inFile('lib/surgery/haptics/cutting/stroke-areas.ts', [
    {
      says: 'what a tip passes over is lost',
      find: 'own[3 * lead + k] += areas[3 * i + k];',
      replace: 'own[3 * lead + k] += 0;',
    },
  ]),
  ...inFile('lib/surgery/haptics/cutting/cutting-part.ts', [
    {
      says: 'a capsule is an endless cylinder',
      find: 'Math.max(0, Math.min(1, dot / square))',
      replace: 'dot / square',
    },
  ]),
  ...inFile('lib/surgery/haptics/cutting/drag.ts', [
    {
      says: 'cutting drags along with the surface',
      find: '-rubbing * this.#rubs[k] - cutting * this.#cuts[k]',
      replace: '-rubbing * this.#rubs[k] + cutting * this.#cuts[k]',
    },
    {
      says: 'a tool that only rubs does not drag',
      find: 'Math.min(load[THRUST], most)',
      replace: 'Math.min(0, most)',
    },
  ]),
];

const law = inFile('lib/surgery/haptics/cutting/cutting-law.ts', [
  {
    says: 'ploughing costs nothing',
    find: 'load[THRUST] - (ploughing * load[PLOUGHED]) / load[PLOUGHING_AREA]',
    replace: 'load[THRUST]',
  },
  {
    says: 'the hand’s spring does not give way within a tick',
    find: 'beyond / (cost + load[STIFFNESS] * load[SECONDS])',
    replace: 'beyond / cost',
  },
  {
    says: 'the motor’s power has no limit',
    find: 'load[FEED] = Math.min(feed, most);',
    replace: 'load[FEED] = feed;',
  },
]);

const samples = inFile('lib/surgery/haptics/sample-points.ts', [
  {
    says: 'a halved face gives its middle as little as a lattice does',
    find: 'give(known ?? sample, isHalved ? 4 : 3);',
    replace: 'give(known ?? sample, 3);',
  },
  {
    says: 'a face with two long edges is halved too',
    find: 'const isHalved = n === 2 && long.length === 1;',
    replace: 'const isHalved = n === 2 && long.length >= 1;',
  },
]);

export const haptics = [
  ...lists,
  ...near,
  ...farRuns,
  ...farBalls,
  ...standing,
  ...cutFeed,
  ...model,
  ...gap,
  ...play,
  ...freeWay,
  ...wayBack,
  ...feed,
  ...proxy,
  ...allowance,
  ...edges,
  ...law,
  ...samples,
];
