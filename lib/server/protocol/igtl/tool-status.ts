// A message's metadata → whether it says that the tool is seen. A tracker that has lost a tool goes on sending the last
// pose or the identity, and says in the metadata that it is invalid: PLUS and 3D Slicer as TransformStatus, PLUS for
// each tool of a list as its name, as far as it fits the field, plus Status.

import { PoseError } from '#core';
import { type MetadataEntry, metadataText } from '#igtl';

/** Each key with its values for a tool that is seen; all in lower case. */
const OF_THE_MESSAGE: Readonly<Record<string, readonly string[]>> = {
  status: ['ok'],
  transformstatus: ['ok'],
  transformvalid: ['true', '1'],
};
const OF_A_NAME = ['status', 'transformstatus'] as const;

/**
 * @param device the tool's name. @param name the same as in the message.
 * @throws PoseError NOT_SEEN; FormatError BAD_TEXT, BAD_ENCODING if a status cannot be read.
 */
export function checkSeen(metadata: readonly MetadataEntry[], device: string, name: string): void {
  const own = [device, name].flatMap((text) => OF_A_NAME.map((of) => text.toLowerCase() + of));
  for (const entry of metadata) {
    const key = entry.key.toLowerCase();
    const seen = Object.hasOwn(OF_THE_MESSAGE, key) ? OF_THE_MESSAGE[key] : own.includes(key) ? ['ok'] : null;
    if (seen === null) continue;
    // C programs may send the zero after their texts.
    const value = metadataText(entry).replace(/\0+$/, '').trim();
    if (!seen.includes(value.toLowerCase())) throw notSeen(device, `comes with ${entry.key} "${value}"`);
  }
}

/** @param why how the message says so, beginning with a verb. */
export function notSeen(device: string, why: string): PoseError {
  return new PoseError('NOT_SEEN', `The pose of ${device} ${why}: the tool is not seen; bring it into view.`);
}
