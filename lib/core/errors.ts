// Typed failures. A message is one sentence that names the object, the value, the limit and the next step; `code` is stable.

/** Base of every error that kerf throws on purpose. */
export class KerfError extends Error {
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}
/** A mesh that cannot be used: EMPTY_MESH, NON_FINITE_VERTEX, INDEX_OUT_OF_RANGE, BAD_LENGTH, COORDINATE_RANGE, BAD_EDIT. */
export class MeshError extends KerfError {}
/** Bytes that are not what they claim: TRUNCATED, BAD_COUNT, NON_FINITE_VERTEX, INDEX_OUT_OF_RANGE, UNKNOWN_FORMAT, … */
export class FormatError extends KerfError {}
/** A pose that is not a rigid motion: BAD_LENGTH, NON_FINITE_POSE, NOT_RIGID. */
export class PoseError extends KerfError {}
/** An option outside its range. */
export class OptionError extends KerfError {}
/** A GPU adapter or device that is absent, lost or too small. */
export class DeviceError extends KerfError {}
