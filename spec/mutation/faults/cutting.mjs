// Faults in what a cut removes, in what it reports of that, and in what an edit does to a tree.

import { inFile } from './in-file.mjs';

const lines = inFile('lib/surgery/cutting/line-hits.ts', [
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

const sweep = inFile('lib/surgery/cutting/sweep.ts', [
  {
    says: 'what a thin tool passes stays',
    find: 'for (const key of nearest) this.#remove(key);',
    replace: 'void nearest;',
  },
  {
    says: 'what thin faces passed through between poses stays',
    find: 'this.#remove(this.#passed.values[n]);',
    replace: 'void this.#passed.values[n];',
  },
  {
    says: 'the last vertex of a row stays',
    find: 'for (let k = Math.max(from, low); k <= last; k++) {',
    replace: 'for (let k = Math.max(from, low); k < last; k++) {',
  },
]);

const thin = [
  ...inFile('lib/surgery/cutting/thin-faces.ts', [
    {
      says: 'a tool is thin only at a tenth of the depth',
      find: 'along > 0 && along < depth;',
      replace: 'along > 0 && along < depth / 10;',
    },
    {
      says: 'a ray leaves a tool through faces that look its own way',
      find: 'return along < 0;',
      replace: 'return along > 0;',
    },
  ]),
  ...inFile('lib/surgery/cutting/thin-prisms.ts', [
    {
      says: 'the prism of a face that moves backward is inside out',
      find: 'side > 0 ? [this',
      replace: 'side !== 0 ? [this',
    },
    {
      says: 'a prism goes back to where the motion began',
      find: 'this.points.copyWithin(0, half);',
      replace: '',
    },
  ]),
];

const lost = inFile('lib/surgery/cutting/lost-features.ts', [
  {
    says: 'bone that was swept is lost',
    find: 'if (bone - high > LEAST &&',
    replace: 'if (bone > LEAST &&',
  },
  {
    says: 'only the cell itself is looked at',
    find: 'for (let c = place[2] - 1; c < place[2] + 3; c++)',
    replace: 'for (let c = place[2]; c < place[2] + 2; c++)',
  },
  {
    says: 'a place is that of the lattice',
    find: '(x + lattice.first[k] + 0.5)',
    replace: '(x + 0.5)',
  },
]);

const bridges = [
  ...inFile('lib/surgery/cutting/bone-cones.ts', [
    {
      says: 'the bone of a cell that its surface crosses is left out',
      find: 'return this.#windingAt(x, y, z, 0) > 0;',
      replace: 'return this.#windingAt(x, y, z, 0) > 1;',
    },
  ]),
  ...inFile('lib/surgery/cutting/fine-bone.ts', [
    {
      says: 'what belongs to one part meets itself',
      find: 'else if (other !== part)',
      replace: 'else if (other !== part || part === 0)',
    },
    {
      says: 'the fine lattice lies a cell aside',
      find: 'FINER * (lattice.first[k] + this.#first[k])',
      replace: 'FINER * (lattice.first[k] + this.#first[k] + 1)',
    },
  ]),
  ...inFile('lib/surgery/cutting/lost-bridges.ts', [
    {
      says: 'each cell is a tile of its own',
      find: 'const tile = tiles.get(name) ?? {',
      replace: 'const tile = {',
    },
  ]),
];

const near = [
  ...inFile('lib/surgery/cutting/near-faces.ts', [
    {
      says: 'edges that begin below a face are left out',
      find: 'low - AN_EDGE, high',
      replace: 'low, high',
    },
    {
      says: 'edges that end above a face are left out',
      find: 'high + AN_EDGE);',
      replace: 'high);',
    },
    {
      says: 'a marking line does not see the faces far from its bone',
      find: 'if (isMarking) return lines.hasAny(lowI, highI, lowJ, highJ);',
      replace: '',
    },
  ]),
  ...inFile('lib/surgery/cutting/near-bone.ts', [
    {
      says: 'lines of the sweep before are kept',
      find: 'this.#bricks.fill(0);',
      replace: '',
    },
    {
      says: 'a row through a brick ends a vertex too early',
      find: 'x + 31 - Math.clz32(along));',
      replace: 'x + 30 - Math.clz32(along));',
    },
  ]),
  ...inFile('lib/surgery/cutting/sweep-cuts.ts', [
    {
      says: 'what the last pose cut within bone is forgotten',
      find: 'if (!this.#isWithin(this.#edge.values[n])) continue;',
      replace: 'continue;',
    },
  ]),
  ...inFile('lib/surgery/cutting/cuttable-bone.ts', [
    {
      says: 'a cut behind an undo goes on from the one taken back',
      find: `    this.#state.forget();
    const { record`,
      replace: '    const { record',
    },
  ]),
  ...inFile('lib/surgery/cutting/bone-state.ts', [
    {
      says: 'another tool goes on where the last one ended',
      find: 'last?.tool === points && ',
      replace: 'last != null && ',
    },
  ]),
];

const poses = inFile('lib/surgery/cutting/motion-poses.ts', [
  {
    says: 'poses are eight times as far apart',
    find: '/ (2 * between));',
    replace: '/ (16 * between));',
  },
  {
    says: 'the end of a motion is left out',
    find: 'if (this.#steps > 0) visit(this.#motion.to);',
    replace: '',
  },
]);

const round = [
  ...inFile('lib/surgery/cutting/round-mesh.ts', [
    { says: 'the mesh about is within', find: '((1 + ALLOWED) * radius) / round', replace: '(1 + ALLOWED) * radius' },
    { says: 'the mesh within sticks out', find: '(1 - ALLOWED) * radius', replace: '(1 + ALLOWED) * radius' },
    {
      says: 'the mesh is coarser than was asked for',
      find: 'radius * share <= deviation)',
      replace: 'radius * share <= 4 * deviation)',
    },
  ]),
  ...inFile('lib/surgery/cutting/swept-volume.ts', [
    {
      says: 'both ends are of the mesh within',
      find: 'measure(grid, about, poses',
      replace: 'measure(grid, tool, poses',
    },
    { says: 'what is held stays removed', find: '  sweep.takeBack();\n', replace: '' },
  ]),
];

const volume = inFile('lib/surgery/cutting/removed-volume.ts', [
  {
    says: 'cells that no face comes to are left out',
    find: 'this.#addHeld(met);',
    replace: '',
  },
]);

const sweptBounds = inFile('lib/surgery/cutting/swept-bounds.ts', [
  {
    says: 'what faces sweep between the stops is left out',
    find: 'high: here + slack + error',
    replace: 'high: here + slack',
  },
  {
    says: 'what is swept twice counts twice',
    find: 'low: all - off - chain.twice',
    replace: 'low: all - off',
  },
]);

const tree = inFile('lib/index/bvh/build-bvh.ts', [
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

const plane = inFile('lib/surgery/assessment/plane-distance.ts', [
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

const volumes = inFile('lib/surgery/cutting/mark-volume.ts', [
  {
    says: 'a brick that is partly beyond the volume is filled',
    find: 'if (isWithin && blocks.least >= isoValue) {',
    replace: 'if (blocks.least >= isoValue) {',
  },
  {
    says: 'a brick is known by the samples of its middle',
    find: 'half += Math.abs(m[4 * k + axis]) * (edge / 2);',
    replace: 'half += Math.abs(m[4 * k + axis]) * (edge / 4);',
  },
  {
    says: 'crossings are halved to sixteen parts',
    find: 'while (high - low > 1) {',
    replace: 'while (high - low > 16) {',
  },
  { says: 'the largest is never kept alone', find: 'if (largest) keepLargest(grid);', replace: '' },
]);

const walls = inFile('lib/surgery/cutting/thin-walls.ts', [
  {
    says: 'Bézier coefficients are taken for values',
    find: 'const inner = (-5 * a + 18 * b - 9 * c + 2 * d) / 6;',
    replace: 'const inner = b;',
  },
  {
    says: 'a cubic is looked at only where both its inner coefficients are across',
    find: 'isOff(b) || isOff(c)',
    replace: 'isOff(b) && isOff(c)',
  },
  {
    says: 'an edge does not end at the planes of the box',
    find: 'this.#insert((low[k] - a) / way);',
    replace: '',
  },
  {
    says: 'samples beyond the higher end are left out',
    find: 'Math.ceil(most));',
    replace: 'Math.floor(most));',
  },
]);

const solids = inFile('lib/surgery/cutting/keep-largest.ts', [
  { says: 'what is outside counts as a solid', find: 'if (isInside) sizes[', replace: 'sizes[' },
  {
    says: 'what a solid encloses stays',
    find: '!isInside && gaps.rootOf(run) !== border',
    replace: 'isInside && gaps.rootOf(run) === border',
  },
  {
    says: 'rows of neighbouring layers are not joined',
    find: 'if (k > 0) this.#joinRows',
    replace: 'if (k > ny * nz) this.#joinRows',
  },
  {
    says: 'of two runs the one that ends first stays',
    find: 'if (ends[a] < ends[b]) a++;',
    replace: 'if (ends[a] < ends[b]) b++;',
  },
]);

const unshown = inFile('lib/surgery/cutting/unshown-faces.ts', [
  {
    says: 'a part in a plane of the lattice is lost if the cells on one side are',
    find: 'x === point[k] ? x - ((corner >> k) & 1) : x',
    replace: 'x',
  },
  {
    says: 'a cell on the rim of three shows all of them',
    find: 'low[k] = --high[k];',
    replace: 'high[k]--;',
  },
  {
    says: 'gaps are bone',
    find: 'grid.isInside(key) ? cut : left',
    replace: 'left',
  },
]);

const bound = [
  ...inFile('lib/surgery/cutting/tool-way.ts', [
    {
      says: 'a ball that the tool reaches into is held',
      find: 'part.distance > wide && part.isIn',
      replace: 'part.isIn',
    },
    {
      says: 'between two poses the tool does not move',
      find: '(2 * (last - middle) + 1)',
      replace: '(last - middle)',
    },
  ]),
  ...inFile('lib/surgery/cutting/kept-bone.ts', [
    {
      says: 'where the tool does not come there is no exact surface',
      find: 'if (spans.length === 0 && !isChanged) return false;',
      replace: 'if (spans.length === 0) return false;',
    },
    {
      says: 'a face passes a box that it cuts a corner off',
      find: 'return Math.abs(off) <= reach;',
      replace: 'return Math.abs(off) <= reach / 2;',
    },
    {
      says: 'bone that the tool may come to is kept',
      find: 'return found.length === 0 ? true : null;',
      replace: 'return true;',
    },
  ]),
  ...inFile('lib/surgery/cutting/exact-boxes.ts', [
    {
      says: 'beyond the window there is no bone',
      find: 'this.#bone.isBeyond(part)',
      replace: 'part.length < 0',
    },
  ]),
  ...inFile('lib/surgery/cutting/cut-result.ts', [
    {
      says: 'a window that grew shows what was given',
      find: 'const found = taken === null ?',
      replace: 'const found = taken !== undefined ?',
    },
  ]),
  ...inFile('lib/surgery/cutting/made-faces.ts', [
    {
      says: 'the nearer of two places has the exact surface before it',
      find: 'Math.max(kept, gone) + radiusOf',
      replace: 'Math.min(kept, gone) + radiusOf',
    },
  ]),
];

export const cutting = [
  ...bound,
  ...unshown,
  ...[...lines, ...sweep, ...thin, ...lost, ...bridges, ...near, ...poses, ...round, ...volume, ...tree, ...plane],
  ...[...sweptBounds, ...volumes, ...walls, ...solids],
];
