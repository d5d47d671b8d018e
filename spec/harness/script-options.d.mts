// The types of script-options.mjs.

type Given = Record<string, { readonly type: 'string'; readonly default: string }>;

export function scriptOptions<T extends Given>(
  usage: string,
  options: T,
): { values: { [K in keyof T]: string }; refuse(why: string): never };
