// What a convergence study measures and varies, in the page's words.

import type { StudyFit } from '#validation';

export interface StudyPlot {
  readonly quantity: StudyFit['quantity'];
  readonly against: StudyFit['against'];
  readonly title: string;
  readonly axis: string;
}

/** The fits of a study, and the plots of its page, in this order. */
export const studyPlots: readonly StudyPlot[] = [
  {
    quantity: 'width',
    against: 'resolution',
    title: 'Certified width against h',
    axis: 'high − low, mm',
  },
  {
    quantity: 'samplingError',
    against: 'resolution',
    title: "The resolution's part of the error against h",
    axis: 'part of the error, mm',
  },
  {
    quantity: 'meshError',
    against: 'edge',
    title: "The mesh's part of the error against its edge",
    axis: 'part of the error, mm',
  },
  {
    quantity: 'error',
    against: 'both',
    title: 'True error against h, the mesh refined with it',
    axis: 'true error, mm',
  },
];

export const variedWords: Readonly<Record<StudyFit['against'], string>> = {
  resolution: 'h, on the finest mesh',
  edge: "the mesh's edge, at the smallest h",
  both: 'h, the mesh refined with it',
};
