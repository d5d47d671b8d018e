// A haptic loop's start → the same in a process that shares no memory between its threads, like a page that is not
// cross-origin isolated.

import type { HapticLoop } from '#haptics';

export type Transport = HapticLoop['transport'];
export const TRANSPORTS: readonly Transport[] = ['shared', 'messages'];

/** @param start begins the loop; how its threads exchange data is decided before its promise is fulfilled. */
export async function withTransport(transport: Transport, start: () => Promise<HapticLoop>): Promise<HapticLoop> {
  const { SharedArrayBuffer: kept } = globalThis;
  if (transport === 'messages') Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
  try {
    return await start();
  } finally {
    globalThis.SharedArrayBuffer = kept;
  }
}
