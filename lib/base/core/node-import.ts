// The name of a module that only Node has → that module, by an import that no bundler of a web page sees.

/**
 * Imports one of Node's own modules, or an optional package. If a page's bundler could read the name, even from a
 * constant, it would look for the module and fail, warn, or put it in the page. The comments in the import stop
 * webpack and Vite from warning about a name that they cannot read.
 */
export function importInNode(name: string): Promise<unknown> {
  return import(/* webpackIgnore: true */ /* @vite-ignore */ name);
}
