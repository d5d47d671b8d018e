// The host's types in public signatures. A user's compiler has them from lib "dom", @types/node or @webgpu/types, or
// lacks them: the declarations compile in each case, and where the type is there it is the host's own.

/** A URL, where the compiler knows one. */
export type HostUrl = typeof globalThis extends { readonly URL: { readonly prototype: infer T } }
  ? T
  : { readonly href: string };

/** An AbortSignal, where the compiler knows one. */
export type HostSignal = typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer T } }
  ? T
  : { readonly aborted: boolean; throwIfAborted(): void };

/** A GPUDevice, where the compiler knows one. */
export type HostDevice = typeof globalThis extends { readonly GPUDevice: { readonly prototype: infer T } } ? T : object;
