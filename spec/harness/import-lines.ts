// TypeScript text → what it imports, and how. Read from the syntax tree, so that strings and comments do not count.

import { parseSync } from '@swc/core';

export interface ImportLine {
  readonly specifier: string;
  /**
   * static: runs when the file loads; dynamic: runs when it is called; type: `import type` and `import('…')` types,
   * erased.
   */
  readonly how: 'static' | 'dynamic' | 'type';
  /** The names imported; undefined if everything is. */
  readonly names: readonly string[] | undefined;
}
export interface SourceFile {
  /** From the top of the repository, with forward slashes. */
  readonly path: string;
  readonly imports: readonly ImportLine[];
  readonly lineCount: number;
  /** Whether the file holds nothing but `export … from` lines. */
  readonly onlyReexports: boolean;
}

type Node = { readonly type?: string } & Readonly<Record<string, unknown>>;

/** The core function that loads what only Node has, hidden from a page's bundler. Its calls are imports. */
const IN_NODE = 'importInNode';
/** The command-line function that loads a module of the user's, not of kerf's. */
const OF_USER = 'importUsersModule';

function addressOf(node: unknown): string {
  const { type, value, quasis } = node as { type?: string; value?: string; quasis?: { cooked?: string }[] };
  const address = type === 'StringLiteral' ? value : quasis?.length === 1 ? quasis[0]?.cooked : undefined;
  if (address === undefined) throw new Error('the address of an import must be a string, so that it can be checked');
  return address;
}

/** The names in an import or export line, as its source exports them. */
function namesOf(specifiers: unknown): string[] | undefined {
  const names = (specifiers as { type: string; local: Node; imported?: Node; orig?: Node }[] | undefined)?.map((one) =>
    one.type === 'ImportSpecifier' || one.type === 'ExportSpecifier'
      ? (one.orig ?? one.imported ?? one.local).value
      : undefined,
  );
  return names?.every((name) => typeof name === 'string') ? names : undefined;
}

const isImport = ({ type, value }: Node): boolean => type === 'Import' || (type === 'Identifier' && value === IN_NODE);

function collect(node: unknown, found: ImportLine[]): void {
  if (node === null || typeof node !== 'object') return;
  const at = node as Node;
  // Its callers name the module.
  const name = at.type === 'FunctionDeclaration' ? (at.identifier as Node).value : undefined;
  if (name === IN_NODE || name === OF_USER) return;
  const add = (address: unknown, how: ImportLine['how'], names?: readonly string[]) =>
    found.push({ specifier: addressOf(address), how, names });
  if (at.type === 'ImportDeclaration' || at.type === 'ExportNamedDeclaration' || at.type === 'ExportAllDeclaration') {
    if (at.source) add(at.source, at.typeOnly ? 'type' : 'static', namesOf(at.specifiers));
  } else if (at.type === 'CallExpression' && isImport(at.callee as Node)) {
    add((at.arguments as { expression: unknown }[])[0]?.expression, 'dynamic');
  } else if (at.type === 'TsImportType') {
    add(at.argument, 'type');
  }
  for (const value of Object.values(at)) collect(value, found);
}

/** Throws an Error that names the file if it cannot be parsed or imports a computed address. */
export function readSource(path: string, source: string): SourceFile {
  const imports: ImportLine[] = [];
  try {
    const { body } = parseSync(source, { syntax: 'typescript', target: 'es2022' });
    collect(body, imports);
    const onlyReexports = body.every(
      (item) => (item.type === 'ExportNamedDeclaration' && item.source) || item.type === 'ExportAllDeclaration',
    );
    return { path, imports, onlyReexports, lineCount: source.trimEnd().split('\n').length };
  } catch (cause) {
    throw new Error(`${path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}
