// Faults in what a cut removes, in what it says of that, and in what an edit does to a tree.

import { inFile } from './in-file.mjs';

const lines = inFile('lib/cutting/line-hits.ts', [
  {
    says: 'a face that runs up is taken for one that runs down where its middle corner is lowest',
    find: `      h = m;
      m = c;
      isLongUp = !isLongUp;`,
    replace: `      h = m;
      m = c;`,
  },
  {
    says: 'a line goes through a face where it begins, not where the line is',
    find: 'out.w[at] = startW + (i - start) * slope;',
    replace: 'out.w[at] = startW;',
  },
]);

const sweep = inFile('lib/cutting/sweep.ts', [
  {
    says: 'what a thin tool passes stays',
    find: 'for (const key of nearest) this.#remove(key);',
    replace: 'void nearest;',
  },
  {
    says: 'the last vertex of a row stays',
    find: 'for (let k = Math.max(from, low); k <= last; k++) {',
    replace: 'for (let k = Math.max(from, low); k < last; k++) {',
  },
]);

const poses = inFile('lib/cutting/motion-poses.ts', [
  {
    says: 'poses are eight times as far apart',
    find: '/ (2 * BETWEEN * cell));',
    replace: '/ (16 * BETWEEN * cell));',
  },
  {
    says: 'the end of a motion is left out',
    find: 'if (this.#steps > 0) visit(this.#motion.to);',
    replace: '',
  },
]);

const volume = inFile('lib/cutting/removed-volume.ts', [
  {
    says: 'what faces sweep between the stops is left out',
    find: 'high = Math.min(bone, volume + slack + error);',
    replace: 'high = Math.min(bone, volume + slack);',
  },
  {
    says: 'what is swept twice counts twice',
    find: 'low = Math.max(low, all - off - chain.twice);',
    replace: 'low = Math.max(low, all - off);',
  },
  {
    says: 'cells that no face comes to are left out',
    find: 'this.#addHeld(met);',
    replace: '',
  },
]);

const tree = inFile('lib/bvh/build-bvh.ts', [
  {
    says: 'an edit does not fit the boxes above its faces',
    find: 'for (const node of above) fitParent(tree, level, node);',
    replace: 'for (const node of above) if (level > 1) fitParent(tree, level, node);',
  },
  {
    says: 'the leaf that an edit fills up first is not fitted',
    find: 'let node = Math.floor(from / BRANCHING); BRANCHING * node < tree.count',
    replace: 'let node = Math.ceil(from / BRANCHING); BRANCHING * node < tree.count',
  },
]);

const plane = inFile('lib/assessment/plane-distance.ts', [
  {
    says: 'a face on both sides of the plane counts as one on one side',
    find: 'if (low >= 0 || high <= 0) return',
    replace: 'if (low >= 0 || high <= 0 || sum > 0) return',
  },
  {
    says: 'what lies below the plane is not left out',
    find: 'areaBelow(low, middle, high, limit) - areaBelow(low, middle, high, -limit)',
    replace: 'areaBelow(low, middle, high, limit)',
  },
]);

export const cutting = [...lines, ...sweep, ...poses, ...volume, ...tree, ...plane];
