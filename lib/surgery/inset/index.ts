export { type CutOut, cutOut, type RimChord } from './cut-out.ts';
export { type InsetBox, PARTS } from './inset-box.ts';
export { GivenBody, OuterBody, type OuterTool } from './outer-body.ts';
