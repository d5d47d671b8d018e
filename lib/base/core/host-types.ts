// The host's types in public signatures. A user's compiler has them from lib "dom", @types/node or @webgpu/types, or
// lacks them. The declarations compile in each case; if the type exists, it is the host's own.

/** A URL, if the compiler knows one. */
export type HostUrl = typeof globalThis extends { readonly URL: { readonly prototype: infer T } }
  ? T
  : { readonly href: string };

/** An AbortSignal, if the compiler knows one. */
export type HostSignal = typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer T } }
  ? T
  : { readonly aborted: boolean; throwIfAborted(): void };

/** A GPUDevice, if the compiler knows one. */
export type HostDevice = typeof globalThis extends { readonly GPUDevice: { readonly prototype: infer T } } ? T : object;
