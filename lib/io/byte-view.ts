// An ArrayBuffer, or a view of a part of one → the bytes of it, in place.

export function byteView(bytes: ArrayBuffer | Uint8Array): Uint8Array {
  return ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes);
}
