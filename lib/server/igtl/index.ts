export { decodeCapability, encodeCapability } from './bodies/capability.ts';
export { decodeNdArray, encodeNdArray, LARGEST_ND_SIZE, type NdArray, type NdType } from './bodies/nd-array.ts';
export { decodePoints, encodePoints, type IgtlPoint } from './bodies/point.ts';
export { decodePolyData, encodePolyData, type PolyAttribute, type PolyData } from './bodies/poly-data.ts';
export { decodePosition, encodePosition } from './bodies/position.ts';
export { decodeStatus, encodeStatus, type IgtlStatus, STATUS, STATUS_NAME_WIDTH } from './bodies/status.ts';
export { decodeString, encodeString } from './bodies/string.ts';
export {
  decodeQuaternionData,
  decodeReply,
  decodeTrackingData,
  decodeTrackingRequest,
  encodeQuaternionData,
  encodeReply,
  encodeTrackingData,
  encodeTrackingRequest,
  INSTRUMENT,
  type PlacedInstrument,
  type TrackedInstrument,
  type TrackingRequest,
} from './bodies/tracking-data.ts';
export { decodeTransform, encodeTransform } from './bodies/transform.ts';
export { type Frame, FrameReader, type RefusedFrame } from './frame-reader.ts';
export { DEVICE_WIDTH, HEADER_SIZE, type HeaderVersion, LARGEST_BODY, TYPE_WIDTH } from './header.ts';
export { encodeMessage, type IgtlMessage } from './message.ts';
export { type MetadataEntry, metadataEntry, metadataText } from './metadata.ts';
export { fittingText } from './texts.ts';
export { millisecondsOf, timestampOf } from './timestamp.ts';
