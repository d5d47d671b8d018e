export type { CutEdit, NumberedMesh, Renumbering } from './edit-records.ts';
export { SlotJournal, type SlotCut } from './slot-journal.ts';
export type { SolidChange } from './slot-solid.ts';
export { takesAll } from './takes-all.ts';
