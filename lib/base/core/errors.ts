// Typed failures. A message is one sentence that names the object, the value, the limit and the next step; `code` is
// stable.

/** Base of every error that kerf throws on purpose. */
export class KerfError extends Error {
  // The name is set on the prototype because a stack trace takes it before fields are set, and as a string because
  // bundlers rename classes.
  static {
    KerfError.prototype.name = 'KerfError';
  }
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
/**
 * A mesh that cannot be used: EMPTY_MESH, NON_FINITE_VERTEX, INDEX_OUT_OF_RANGE, BAD_LENGTH, COORDINATE_RANGE,
 * BAD_EDIT, …
 */
export class MeshError extends KerfError {
  static {
    MeshError.prototype.name = 'MeshError';
  }
}
/** Bytes that are not what they claim to be, or too many of them: TRUNCATED, BAD_COUNT, UNKNOWN_FORMAT, TOO_LARGE, … */
export class FormatError extends KerfError {
  static {
    FormatError.prototype.name = 'FormatError';
  }
}
/** A pose that is not a rigid motion, or too far away: BAD_LENGTH, NON_FINITE_POSE, NOT_RIGID, COORDINATE_RANGE, … */
export class PoseError extends KerfError {
  static {
    PoseError.prototype.name = 'PoseError';
  }
}
/** An option or argument outside its range: UNKNOWN_OPTION, WRONG_TYPE (which other classes may carry too). */
export class OptionError extends KerfError {
  static {
    OptionError.prototype.name = 'OptionError';
  }
}
/** A GPU adapter or device that is absent, lost or too small. */
export class DeviceError extends KerfError {
  static {
    DeviceError.prototype.name = 'DeviceError';
  }
}
