/** vtk.js reads a page's `document` and `Image` when it makes a window. Its thread has neither; these show nothing. */
export function providePageGlobals(): void {
  Object.assign(globalThis, {
    document: {},
    Image: class {
      readonly style = {};
    },
  });
}
