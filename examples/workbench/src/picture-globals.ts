// vtk.js needs a page's `document` and `Image` when it makes a window. Its thread has neither, and nothing is shown
// with them.

Object.assign(globalThis, {
  document: {},
  Image: class {
    readonly style = {};
  },
});
