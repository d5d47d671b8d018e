// Nothing → marching cubes, loaded when first asked for.
//
// Marching cubes bring vtk.js with them, which a program that reads no volume does not need.

export type Isosurface = typeof import('./isosurface.ts').isosurface;

export async function loadIsosurface(): Promise<Isosurface> {
  return (await import('./isosurface.ts')).isosurface;
}
