// What the page can do: the table of its actions.

import type { MeshFormat } from 'kerf';
import type { Action } from './actions.ts';
import type { CutHold } from './cut-hold.ts';
import { download } from './files.ts';
import type { Motions } from './motions.ts';
import type { Query } from './query.ts';
import type { Stage } from './stage.ts';

export interface ActingPage {
  place(): void;
  toggleFeeling(): void;
  lookAtAll(): void;
  lookAtTool(): void;
  markStroke(at: Float64Array | null): void;
  pose(): Float64Array;
  boneFormat(): MeshFormat;
  openHelp(): void;
  fail(message: string): void;
  readonly cuts: CutHold;
  readonly motions: Motions;
  readonly stage: Stage;
  readonly query: Query;
}

/** Along the bone's own axes, whatever a file calls them. */
const VIEWS = [
  { key: '1', says: 'View front', does: 'bone and tool, seen along y', direction: [0, 1, 0], up: [0, 0, 1] },
  { key: '2', says: 'View side', does: 'bone and tool, seen along x', direction: [1, 0, 0], up: [0, 0, 1] },
  { key: '3', says: 'View top', does: 'bone and tool, seen against z', direction: [0, 0, -1], up: [0, 1, 0] },
] as const;

export function actionsOf(page: ActingPage): readonly Action[] {
  return [
    {
      ...{ group: 'Tool', key: 'g', says: 'Place tool', run: page.place },
      does: 'puts the tool on the bone’s highest point, and shows both',
    },
    {
      ...{ group: 'Tool', key: 'f', says: 'Feel bone', run: page.toggleFeeling },
      does: 'from outside of it: the bone pushes back, and the tool stays out',
    },
    {
      ...{ group: 'Tool', key: 'p', says: 'Play', run: () => page.motions.play() },
      does: 'the motion, sixty poses a second',
    },
    {
      group: 'Tool',
      key: 'r',
      says: 'Record',
      does: 'a motion, and end it',
      run: () => page.motions.toggle(page.pose()),
    },
    {
      ...{ group: 'Cut', key: 'k', says: 'Cut bone', run: () => page.cuts.toggle() },
      does: 'switches the tool on: where it goes it takes the bone away; and off',
    },
    {
      ...{ group: 'Cut', key: 'n', says: 'Plan plane', run: () => page.cuts.planAt(page.pose()) },
      does: 'the plane of the blade, here, is the one that is to be cut; again, none is',
    },
    { group: 'Cut', key: 'z', says: 'Undo cut', does: 'the last stroke', run: () => page.query.step(true) },
    { group: 'Cut', key: 'y', says: 'Redo cut', does: 'the stroke that was undone', run: () => page.query.step(false) },
    { group: 'View', key: '0', says: 'Show all', does: 'the bone and the tool, whole', run: page.lookAtAll },
    {
      group: 'View',
      key: 'c',
      says: 'Look close',
      does: 'at where the tool meets the bone; the whole is then the small picture',
      run: page.lookAtTool,
    },
    ...VIEWS.map(
      ({ key, says, does, direction, up }): Action => ({
        ...{ group: 'View', key, says, does, run: () => page.stage.look('all', direction, up) },
      }),
    ),
    {
      ...{ group: 'Stroke', key: 'b', says: 'Mark start', run: () => page.markStroke(page.pose()) },
      does: 'where a stroke begins; shows the first contact on the way from there',
    },
    {
      ...{ group: 'Stroke', key: 'escape', says: 'Drop mark', run: () => page.markStroke(null) },
      does: 'shows no stroke any more',
    },
    {
      ...{ group: 'Save', key: 'x', says: 'Save report', does: 'the newest one, as JSON' },
      run: async () => {
        const report = await page.query.file('report');
        if (report !== null) download('kerf-report.json', report);
      },
    },
    {
      ...{ group: 'Save', key: 'v', says: 'Save bone', does: 'as it is now, cut; the settings say in which format' },
      run: async () => {
        const format = page.boneFormat();
        const bone = await page.query.file(format);
        if (bone !== null) download(`kerf-bone.${format}`, bone);
      },
    },
    {
      ...{ group: 'Save', key: 'm', says: 'Save motion', does: 'the recorded one, as JSON' },
      run: () => page.motions.save(),
    },
    {
      ...{ group: 'Save', key: 'i', says: 'Save picture', does: 'as PNG, with its legend' },
      run: () => void page.stage.picture(true).then((png) => download('kerf-picture.png', png), page.fail),
    },
    { group: 'View', key: '?', says: 'Open help', does: 'this sheet', run: () => page.openHelp() },
  ];
}
