// A value type of a BINARY legacy VTK file, and a value's offset → the number.

/** Bytes of one value (big-endian). A vtkIdType is written as an int. */
export const VTK_BYTES: Readonly<Record<string, number>> = {
  char: 1,
  signed_char: 1,
  unsigned_char: 1,
  short: 2,
  unsigned_short: 2,
  int: 4,
  unsigned_int: 4,
  vtkidtype: 4,
  vtktypeint64: 8,
  vtktypeuint64: 8,
  float: 4,
  double: 8,
};
/** A long has 8 bytes, or 4 if written on Windows. */
export const VTK_LONGS = ['long', 'unsigned_long'];

/** @param bytes the size of one value: as its type has or, for a long, 4 or 8. */
export function readVtkValue(view: DataView, type: string, bytes: number, at: number): number {
  switch (type) {
    case 'char':
    case 'signed_char':
      return view.getInt8(at);
    case 'unsigned_char':
      return view.getUint8(at);
    case 'short':
      return view.getInt16(at);
    case 'unsigned_short':
      return view.getUint16(at);
    case 'unsigned_int':
      return view.getUint32(at);
    case 'vtktypeint64':
      return Number(view.getBigInt64(at));
    case 'vtktypeuint64':
      return Number(view.getBigUint64(at));
    case 'long':
      return bytes === 8 ? Number(view.getBigInt64(at)) : view.getInt32(at);
    case 'unsigned_long':
      return bytes === 8 ? Number(view.getBigUint64(at)) : view.getUint32(at);
    case 'float':
      return view.getFloat32(at);
    case 'double':
      return view.getFloat64(at);
    default:
      return view.getInt32(at);
  }
}
