// What a member of a message may be: the vocabulary that describes requests and answers.

/** How the numbers of an array are stored in a binary frame, little-endian. */
export const ARRAY_TYPES = ['f32', 'f64', 'u8', 'u32'] as const;
export type ArrayType = (typeof ARRAY_TYPES)[number];
/** The largest number of each integer type. */
export const LARGEST = { u8: 2 ** 8 - 1, u32: 2 ** 32 - 1 } as const;

export type MemberKind =
  | { readonly is: 'text' | 'number' | 'count' | 'flag' | 'object' | 'texts' }
  /** low and high, one of which may be infinite. */
  | { readonly is: 'interval' }
  /** An interval, and whether it is as narrow as requested. */
  | { readonly is: 'overlap' }
  | { readonly is: 'choice'; readonly of: readonly (string | number)[] }
  /** The first type is that of answers, and the one to which a list of numbers is converted. */
  | { readonly is: 'array'; readonly types: readonly ArrayType[]; readonly length: string };

export interface Member {
  readonly kind: MemberKind;
  readonly says: string;
  readonly isOptional: boolean;
  /** Whether null may stand in its place. */
  readonly orNull: boolean;
}

export interface MessageShape {
  readonly says: string;
  readonly members: Readonly<Record<string, Member>>;
  /** Exactly one member of each group is present, so its members are optional only in form. */
  readonly oneOf?: readonly (readonly string[])[];
}

const needed = (kind: MemberKind, says: string): Member => ({ kind, says, isOptional: false, orNull: false });
export const optional = (member: Member): Member => ({ ...member, isOptional: true });
export const orNull = (member: Member): Member => ({ ...member, orNull: true });
export const text = (says: string) => needed({ is: 'text' }, says);
export const number = (says: string) => needed({ is: 'number' }, says);
export const count = (says: string) => needed({ is: 'count' }, says);
export const flag = (says: string) => needed({ is: 'flag' }, says);
export const object = (says: string) => needed({ is: 'object' }, says);
export const texts = (says: string) => needed({ is: 'texts' }, says);
export const interval = (says: string) => needed({ is: 'interval' }, says);
export const overlap = (says: string) => needed({ is: 'overlap' }, says);
export const choice = (of: readonly (string | number)[], says: string) => needed({ is: 'choice', of }, says);
export const array = (types: ArrayType | readonly ArrayType[], length: string, says: string) =>
  needed({ is: 'array', types: typeof types === 'string' ? [types] : types, length }, says);
