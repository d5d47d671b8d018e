// Bytes or a URL of a mesh file → a vtkPolyData, by kerf's readers, with the interface of vtk.js's.
//
//   bytes ─ readMesh ─▶ points, polys                     f64 kept; a damaged file is refused
//     └── vtk.js's reader, if one is given ─▶ attributes   attached where its geometry is kerf's, in f32

import type { vtkPolyData } from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import type { vtkAlgorithm, vtkObject } from '@kitware/vtk.js/interfaces.js';
import macro from '@kitware/vtk.js/macros.js';
import { FormatError, OptionError } from '#core';
import { baseName, type MeshFormat, meshFormatOf, readMesh } from '#io';
import { polyDataFromMesh } from '#poly-data';
import { type AttributeReader, type Attributes, attachAttributes } from './attach-attributes.ts';

/** Its properties: what newInstance takes, and `set…` and `get…` change and return. */
export interface KerfReaderOptions {
  /** The format of bytes without a name; by default that of the URL's extension. */
  readonly format?: MeshFormat | null;
  /** What errors call the file; by default the last part of the URL, or 'mesh'. */
  readonly name?: string | null;
  /**
   * vtk.js's own readers, by format, for normals, colours, point and cell data: `{ vtp: vtkXMLPolyDataReader }`.
   * Without one, attributes are not read.
   */
  readonly attributeReaders?: Partial<Record<MeshFormat, AttributeReader>>;
}

export interface vtkKerfReader extends vtkObject, vtkAlgorithm {
  /**
   * Fetches a file and parses it.
   * @throws (as a rejection) FormatError as readMesh; FETCH_FAILED if the server does not send it.
   */
  setUrl(url: string): Promise<boolean>;
  getUrl(): string | null;
  /** Fetches the file of `setUrl` again. */
  loadData(): Promise<boolean>;
  /**
   * Parses the bytes of a mesh file. The output is replaced only if all of it was understood.
   * @throws FormatError as readMesh; OptionError MISSING_FORMAT if no format and no URL was set.
   */
  parseAsArrayBuffer(bytes: ArrayBuffer | Uint8Array): void;
  /** The attributes of the file read last: which were attached, and which were left out and why. */
  getAttributes(): Attributes;
  getFormat(): MeshFormat | null;
  setFormat(format: MeshFormat | null): boolean;
  getName(): string | null;
  setName(name: string | null): boolean;
}

interface Model {
  classHierarchy: string[];
  output: vtkPolyData[];
  url: string | null;
  format: MeshFormat | null;
  name: string | null;
  attributeReaders: Partial<Record<MeshFormat, AttributeReader>>;
}

const DEFAULTS = { url: null, format: null, name: null, attributeReaders: {} };

function kerfReader(publicAPI: vtkKerfReader & Record<string, unknown>, model: Model): void {
  model.classHierarchy.push('vtkKerfReader');
  let attributes: Attributes = { attached: [], leftOut: [] };

  publicAPI.setUrl = (url) => {
    model.url = url;
    publicAPI.modified();
    return publicAPI.loadData();
  };
  publicAPI.loadData = async () => {
    const { url } = model;
    if (url === null) throw new OptionError('MISSING_FORMAT', 'vtkKerfReader has no URL; call setUrl first.');
    const response = await fetch(url);
    if (!response.ok)
      throw new FormatError(
        'FETCH_FAILED',
        `"${url}": the server answers ${response.status} ${response.statusText}; check the address.`,
      );
    const bytes = await response.arrayBuffer();
    // Another file was asked for meanwhile.
    if (model.url !== url) return false;
    publicAPI.parseAsArrayBuffer(bytes);
    return true;
  };
  publicAPI.parseAsArrayBuffer = (bytes) => {
    const { url, attributeReaders } = model;
    const name = model.name ?? (url === null ? 'mesh' : baseName(url));
    const format = model.format ?? (url === null ? null : meshFormatOf(baseName(url)));
    if (format === null)
      throw new OptionError(
        'MISSING_FORMAT',
        'vtkKerfReader was given bytes without a name; set its format ("stl", "ply", "obj", "vtp", "vtk"), or a URL.',
      );
    const polyData = polyDataFromMesh(readMesh(bytes, format, { name }));
    const reader = attributeReaders[format];
    attributes =
      reader === undefined ? { attached: [], leftOut: [] } : attachAttributes(bytes, format, reader, polyData);
    model.output[0] = polyData;
    publicAPI.modified();
    polyData.modified();
  };
  publicAPI.getAttributes = () => attributes;
  // The output is made when bytes are parsed.
  publicAPI.requestData = () => {};
}

function extend(publicAPI: object, model: object, initialValues: KerfReaderOptions = {}): void {
  Object.assign(model, DEFAULTS, initialValues);
  macro.obj(publicAPI, model);
  macro.algo(publicAPI, model, 0, 1);
  macro.get(publicAPI, model, ['url']);
  macro.setGet(publicAPI, model, ['format', 'name']);
  kerfReader(publicAPI as vtkKerfReader & Record<string, unknown>, model as Model);
}

// Marked pure, so that bundles without it leave it out, and what it needs.
const newInstance: (options?: KerfReaderOptions) => vtkKerfReader = /* @__PURE__ */ macro.newInstance(
  extend,
  'vtkKerfReader',
);
/** In vtk.js's style: `vtkKerfReader.newInstance({ format: 'vtp' })`. */
export const vtkKerfReader = { newInstance, extend };
