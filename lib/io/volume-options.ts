// The options for reading a volume, and the receiver of its notices.

import { checkFunction, checkText, described, OptionError, type OptionNames } from '#core';

export interface VolumeOptions {
  /** The Series Instance UID, or the Series Number, of the DICOM series to read if there are several. */
  readonly series?: string;
  /**
   * mm: how far the distance of two neighbouring DICOM slices may differ from the usual one. Unevenly spaced slices are
   * resampled linearly to even spacing. Default: they are refused.
   */
  readonly acceptUneven?: number;
  /**
   * Called with a sentence for each thing that was skipped, guessed or resampled. Default: console.warn.
   */
  readonly onNotice?: (sentence: string) => void;
}

export const VOLUME_OPTIONS: OptionNames<VolumeOptions> = { series: true, acceptUneven: true, onNotice: true };

/** @throws OptionError WRONG_TYPE, BAD_UNEVEN. */
export function checkVolumeOptions({ series, acceptUneven, onNotice }: VolumeOptions): void {
  checkText(series, 'series', 'pass the UID or the number of a DICOM series, or leave it out');
  checkFunction(onNotice, 'onNotice', 'pass a function that takes a sentence, or leave it out');
  if (acceptUneven !== undefined && !(Number.isFinite(acceptUneven) && acceptUneven > 0))
    throw new OptionError(
      'BAD_UNEVEN',
      `acceptUneven is ${described(acceptUneven)}, expected mm above 0; leave it out to refuse uneven slices.`,
    );
}

/** Passes a volume's notices on. */
export function tellNotices(notices: readonly string[] | undefined, { onNotice }: VolumeOptions): void {
  for (const sentence of notices ?? []) (onNotice ?? console.warn)(sentence);
}
