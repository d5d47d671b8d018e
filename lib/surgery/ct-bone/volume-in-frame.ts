// A volume and the requested anatomical frame → the same samples with their places in it.

import { OptionError } from '#core';
import type { Volume } from '#io';
import { type AnatomicalFrame, checkFrame } from '#mesh';

/**
 * @param frame undefined keeps the volume's own. @throws OptionError BAD_FRAME, UNKNOWN_FRAME (the volume has none).
 */
export function volumeInFrame(volume: Volume, frame: AnatomicalFrame | undefined, source: string): Volume {
  if (frame === undefined) return volume;
  checkFrame(frame);
  if (volume.frame === undefined)
    throw new OptionError(
      'UNKNOWN_FRAME',
      `"${source}" does not state its anatomical frame, so the surface cannot be given in ${frame}; ` +
        'leave the frame out, or convert the volume to NIfTI, NRRD or DICOM with it.',
    );
  if (volume.frame === frame) return volume;
  const indexToWorld = volume.indexToWorld.map((entry, i) => (i < 8 ? 0 - entry : entry));
  return { ...volume, indexToWorld, frame };
}
