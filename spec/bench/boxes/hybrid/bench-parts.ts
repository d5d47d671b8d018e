// What the bench of the hybrid needs, in one module.

export { checkBoxes } from '#broad-phase/boxes.ts';
export { shareArrays } from '#workers';
export { LIB, PUBLISHED, partPairs } from './hybrid-parts.ts';
export { answerPart, pairsOfShares } from './part-shares.ts';
