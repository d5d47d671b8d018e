// vtk.js asks for a page's `document` and `Image` when it makes a window; its thread has neither, and nothing is shown
// by them.

Object.assign(globalThis, {
  document: {},
  Image: class {
    readonly style = {};
  },
});
