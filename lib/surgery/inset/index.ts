export { type CutOut, cutOut, type RimChord } from './cut-out.ts';
export type { InsetBox } from './inset-box.ts';
export { OuterBody, type OuterTool } from './outer-body.ts';
