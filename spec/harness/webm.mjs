// Encoded VP9 frames → a WebM file: one video track, a cluster for each key frame, cues to seek by, a stated duration.
//
// An EBML element is its id, the length of its content, and its content:
// https://www.matroska.org/technical/elements.html

const ID = {
  ebml: 0x1a45dfa3,
  ebmlVersion: 0x4286,
  ebmlReadVersion: 0x42f7,
  ebmlMaxIdLength: 0x42f2,
  ebmlMaxSizeLength: 0x42f3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
};
const VIDEO = 1;
const TRACK = 1;
/** ns: times in the file are in milliseconds. */
const MILLISECOND = 1_000_000;
const KEY_FRAME = 0x80;

/**
 * @param {{ data: Uint8Array, isKey: boolean }[]} frames of equal duration; the first is a key frame.
 * @param {{ width: number, height: number, rate: number }} video `rate`: frames a second.
 * @returns {Uint8Array}
 */
export function webm(frames, { width, height, rate }) {
  const timeOf = (index) => Math.round((1000 * index) / rate);
  const starts = frames.flatMap(({ isKey }, index) => (isKey ? [index] : []));
  const clusters = starts.map((start, n) =>
    element(ID.cluster, number(ID.timestamp, timeOf(start)), ...frames.slice(start, starts[n + 1]).map(blockOf(start))),
  );
  function blockOf(start) {
    return ({ data, isKey }, n) => {
      const since = timeOf(start + n) - timeOf(start);
      const head = [0x80 | TRACK, since >> 8, since & 0xff, isKey ? KEY_FRAME : 0];
      return element(ID.simpleBlock, Uint8Array.from(head), data);
    };
  }
  const info = element(
    ID.info,
    number(ID.timestampScale, MILLISECOND),
    double(ID.duration, (1000 * frames.length) / rate),
    text(ID.muxingApp, 'kerf'),
    text(ID.writingApp, 'kerf'),
  );
  const tracks = element(
    ID.tracks,
    element(
      ID.trackEntry,
      ...[number(ID.trackNumber, TRACK), number(ID.trackUid, TRACK), number(ID.trackType, VIDEO)],
      text(ID.codecId, 'V_VP9'),
      element(ID.video, number(ID.pixelWidth, width), number(ID.pixelHeight, height)),
    ),
  );
  const cuesAt = (first) => {
    let at = first;
    const points = starts.map((start, n) => {
      const position = element(ID.cueTrackPositions, number(ID.cueTrack, TRACK), number(ID.cueClusterPosition, at));
      at += clusters[n].length;
      return element(ID.cuePoint, number(ID.cueTime, timeOf(start)), position);
    });
    return element(ID.cues, ...points);
  };
  // Numbers have a fixed length, so the cues are as long wherever the clusters begin.
  const first = info.length + tracks.length + cuesAt(0).length;
  const head = element(
    ID.ebml,
    ...[number(ID.ebmlVersion, 1), number(ID.ebmlReadVersion, 1)],
    ...[number(ID.ebmlMaxIdLength, 4), number(ID.ebmlMaxSizeLength, 8)],
    text(ID.docType, 'webm'),
    ...[number(ID.docTypeVersion, 4), number(ID.docTypeReadVersion, 2)],
  );
  return Buffer.concat([head, element(ID.segment, info, tracks, cuesAt(first), ...clusters)]);
}

function element(id, ...content) {
  const body = Buffer.concat(content);
  const idBytes = Buffer.alloc(4);
  idBytes.writeUInt32BE(id);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length));
  // The first bit of a length says that it has eight bytes.
  size[0] = 1;
  return Buffer.concat([idBytes.subarray(idBytes.findIndex((byte) => byte !== 0)), size, body]);
}

function number(id, value) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return element(id, bytes);
}

function double(id, value) {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, bytes);
}

function text(id, value) {
  return element(id, Buffer.from(value));
}
