// The package's entries, save those for vtk.js and three.js → every public name, and every property of a public type as
// `Type.property`.

import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../..');
const ENTRIES = ['lib/index.ts', 'lib/io.ts', 'lib/reference.ts', 'datasets/index.ts'];
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  noEmit: true,
  // Names need no types of other packages, which would take most of the time.
  noLib: true,
  types: [],
};

export function publicNames(): Set<string> {
  const host = ts.createCompilerHost(OPTIONS);
  host.resolveModuleNameLiterals = (literals, from, _redirected, options) =>
    literals.map(({ text }) =>
      /^[#.]/.test(text) ? ts.resolveModuleName(text, from, options, host) : { resolvedModule: undefined },
    );
  const files = ENTRIES.map((path) => join(root, path));
  const program = ts.createProgram(files, OPTIONS, host);
  const checker = program.getTypeChecker();
  const names = new Set<string>();
  for (const file of files) {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} exports nothing.`);
    for (const exported of checker.getExportsOfModule(module)) {
      names.add(exported.name);
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if ((symbol.flags & ts.SymbolFlags.Type) === 0) continue;
      const properties = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
      for (const property of properties) names.add(`${exported.name}.${property.name}`);
    }
  }
  return names;
}
