// The name of a module that only Node has → that module, by an import that no bundler of a web page sees.

/**
 * Of one of Node's own modules, or of an optional package. A page's bundler that read the name, be it from a constant,
 * would look for the module, warn, and fail or put it in the page; the comments tell two of them not to warn of a name
 * that they cannot read.
 */
export function importInNode(name: string): Promise<unknown> {
  return import(/* webpackIgnore: true */ /* @vite-ignore */ name);
}
