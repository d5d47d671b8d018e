// VTK XML bytes → the file's element tree and the numbers of its data arrays.

import { FormatError, isBlank, withoutBlanks } from '#core';
import { decodeBase64 } from './base64.ts';
import { GrowingFloat64 } from './growing-array.ts';
import { decimal, latin1Text, TextScanner, wholeNumber, withoutMark } from './text-scanner.ts';
import { unpackVtkBlocks } from './vtk-blocks.ts';
import { childOf, parseXml, type XmlElement } from './xml-tree.ts';

export type VtkNumbers =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

interface ValueType {
  readonly bytes: number;
  readonly storage: { new (length: number): VtkNumbers; from(values: Float64Array): VtkNumbers };
  readonly read: (view: DataView, at: number, little: boolean) => number;
}
/** Int64 and UInt64 become f64. A value beyond 2^53 is then refused as an index, and rounded as a scalar. */
const TYPES: Readonly<Record<string, ValueType>> = {
  Int8: { bytes: 1, storage: Int8Array, read: (view, at) => view.getInt8(at) },
  UInt8: { bytes: 1, storage: Uint8Array, read: (view, at) => view.getUint8(at) },
  Int16: { bytes: 2, storage: Int16Array, read: (view, at, little) => view.getInt16(at, little) },
  UInt16: { bytes: 2, storage: Uint16Array, read: (view, at, little) => view.getUint16(at, little) },
  Int32: { bytes: 4, storage: Int32Array, read: (view, at, little) => view.getInt32(at, little) },
  UInt32: { bytes: 4, storage: Uint32Array, read: (view, at, little) => view.getUint32(at, little) },
  Int64: { bytes: 8, storage: Float64Array, read: (view, at, little) => Number(view.getBigInt64(at, little)) },
  UInt64: { bytes: 8, storage: Float64Array, read: (view, at, little) => Number(view.getBigUint64(at, little)) },
  Float32: { bytes: 4, storage: Float32Array, read: (view, at, little) => view.getFloat32(at, little) },
  Float64: { bytes: 8, storage: Float64Array, read: (view, at, little) => view.getFloat64(at, little) },
};

/** In characters: no name that is looked up is longer. */
const LONGEST_NAME = 64;
/** VTK's other compressors, which kerf does not read, and their names in the error. */
const OTHER_COMPRESSORS: Readonly<Record<string, string>> = {
  vtkLZ4DataCompressor: 'LZ4',
  vtkLZMADataCompressor: 'LZMA',
};

/**
 * A VTKFile document (VTK User's Guide, "File Formats: XML") with ascii, inline base64 or appended (raw or base64)
 * data, compressed by zlib or not.
 */
export class VtkXmlFile {
  /** The element named after the data set's type. */
  readonly dataSet: XmlElement;
  readonly #type: string;
  readonly #text: string;
  readonly #bytes: Uint8Array;
  readonly #source: string;
  readonly #little: boolean;
  readonly #headerBytes: 4 | 8;
  readonly #compressed: boolean;
  readonly #appended: XmlElement | undefined;

  /** @throws FormatError BAD_HEADER, TRUNCATED, MISSING_ARRAY, UNSUPPORTED (compressor or header type). */
  constructor(bytes: Uint8Array, type: string, source: string) {
    this.#type = type;
    this.#bytes = withoutMark(bytes, source);
    this.#source = source;
    this.#text = latin1Text(this.#bytes, source);
    const root = parseXml(this.#text, source);
    const of = (name: string, fallback: string): string => root.attributes.get(name) || fallback;
    if (root.name !== 'VTKFile' || of('type', '') !== type) throw this.#otherType(root.name, of('type', ''));
    const order = of('byte_order', 'LittleEndian');
    const header = of('header_type', 'UInt32');
    const compressor = of('compressor', '');
    if (order !== 'LittleEndian' && order !== 'BigEndian')
      throw this.error('BAD_HEADER', `byte_order is "${order}"`, 'LittleEndian or BigEndian');
    if (header !== 'UInt32' && header !== 'UInt64')
      throw this.error('BAD_HEADER', `header_type is "${header}"`, 'UInt32 or UInt64');
    if (Object.hasOwn(OTHER_COMPRESSORS, compressor))
      throw new FormatError(
        'UNSUPPORTED',
        `"${source}" is compressed by ${OTHER_COMPRESSORS[compressor]}, expected zlib or no compression; write it again with CompressorType ZLib in ParaView, or SetCompressorTypeToZLib() in VTK.`,
      );
    if (compressor !== '' && compressor !== 'vtkZLibDataCompressor')
      throw this.error('UNSUPPORTED', `the compressor is "${compressor}"`, 'vtkZLibDataCompressor or none');
    this.#little = order === 'LittleEndian';
    this.#headerBytes = header === 'UInt64' ? 8 : 4;
    this.#compressed = compressor !== '';
    this.#appended = childOf(root, 'AppendedData');
    const second = this.#appended === undefined ? -1 : this.#text.indexOf('<VTKFile', this.#appended.contentStart);
    if (second >= 0) throw this.error('BAD_TOKEN', `a second file begins at byte ${second}`, 'one');
    const dataSet = childOf(root, type);
    if (dataSet === undefined) throw this.error('MISSING_ARRAY', `<VTKFile> has no <${type}>`, 'one');
    this.dataSet = dataSet;
  }

  /** A whole number ≥ 0 in an attribute, or `fallback` if it is absent. @throws FormatError BAD_COUNT. */
  count(element: XmlElement, attribute: string, fallback: number): number {
    const text = element.attributes.get(attribute);
    if (text === undefined) return fallback;
    const value = wholeNumber(withoutBlanks(text));
    if (Number.isNaN(value))
      throw this.error('BAD_COUNT', `${element.name} has ${attribute}="${text.slice(0, 60)}"`, 'a whole number from 0');
    return value;
  }

  /** The numbers of an attribute such as Spacing, or undefined if it is absent. @throws FormatError BAD_HEADER. */
  vector(element: XmlElement, attribute: string, length: number): number[] | undefined {
    const text = element.attributes.get(attribute);
    if (text === undefined) return undefined;
    const values: number[] = [];
    const scanner = new TextScanner(text, this.#source);
    for (let token = scanner.next(); token !== '' && values.length <= length; token = scanner.next())
      values.push(decimal(token));
    if (values.length !== length || !values.every(Number.isFinite))
      throw this.error(
        'BAD_HEADER',
        `${element.name} has ${attribute}="${text.slice(0, 60)}"`,
        `${length} finite numbers`,
      );
    return values;
  }

  /**
   * The first text of an array: VTK stores the codes of its characters, with a 0 at the end. @throws as numbers.
   */
  text(array: XmlElement): string {
    const plain = withoutBlanks(
      this.#text.slice(array.contentStart, Math.min(dataEnd(array), array.contentStart + 256)),
    );
    if ((array.attributes.get('format') ?? 'ascii') === 'ascii' && /^[a-z]+$/i.test(plain)) return plain;
    const codes = array.attributes.get('type') === 'String' ? this.numbers(array, 'UInt8') : this.numbers(array);
    const end = codes.indexOf(0);
    return String.fromCharCode(...codes.subarray(0, Math.min(end < 0 ? codes.length : end, LONGEST_NAME)));
  }

  /**
   * All numbers of a DataArray.
   * @param typeName the type of the values, if it is not the array's own.
   * @throws FormatError TRUNCATED, BAD_COUNT (bytes that are not a whole number of values), BAD_TOKEN, BAD_HEADER,
   * BAD_COMPRESSION, TOO_LARGE.
   */
  numbers(array: XmlElement, typeName = array.attributes.get('type') ?? ''): VtkNumbers {
    const label = `DataArray "${array.attributes.get('Name') ?? ''}"`;
    if (!Object.hasOwn(TYPES, typeName))
      throw this.error('BAD_HEADER', `${label} has type="${typeName}"`, Object.keys(TYPES).join(', '));
    const type = TYPES[typeName];
    const format = array.attributes.get('format') ?? 'ascii';
    if (format === 'ascii') return this.#asciiNumbers(array, type, label);
    const stored = this.#storedBytes(array, format, label);
    const data = unpackVtkBlocks(stored, this.#headerBytes, this.#little, this.#compressed, format === 'binary', {
      source: this.#source,
      label,
    });
    if (data.length % type.bytes !== 0)
      throw this.error('BAD_COUNT', `${label} has ${data.length} bytes`, `a multiple of ${type.bytes}`);
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const values = new type.storage(data.length / type.bytes);
    for (let i = 0; i < values.length; i++) values[i] = type.read(view, i * type.bytes, this.#little);
    return values;
  }

  error(code: string, found: string, expected: string): FormatError {
    const next =
      this.#type === 'ImageData' ? 'save the volume again, or as a NRRD' : 'export the file again, or as a PLY';
    return new FormatError(code, `"${this.#source}": ${found}, expected ${expected}; ${next}.`);
  }

  #otherType(name: string, type: string): FormatError {
    const found = `the root is <${name.slice(0, 40)} type="${type.slice(0, 40)}">`;
    const next: Readonly<Record<string, string>> = {
      ImageData: 'it is a volume: name it .vti, and read its surface at an iso value',
      PolyData: 'it is a mesh: name it .vtp',
    };
    if (name !== 'VTKFile' || !Object.hasOwn(next, type))
      return this.error('BAD_HEADER', found, `<VTKFile type="${this.#type}">`);
    return new FormatError(
      'BAD_HEADER',
      `"${this.#source}": ${found}, expected <VTKFile type="${this.#type}">; ${next[type]}.`,
    );
  }

  #asciiNumbers(array: XmlElement, type: ValueType, label: string): VtkNumbers {
    const scanner = new TextScanner(this.#text.slice(array.contentStart, dataEnd(array)), this.#source);
    const growing = new GrowingFloat64(`"${this.#source}": the values of ${label}`);
    for (let token = scanner.next(); token !== ''; token = scanner.next()) {
      const value = decimal(token);
      if (Number.isNaN(value) && !/^[+-]?(nan|inf)/i.test(token))
        throw this.error('BAD_TOKEN', `${label} has "${token.slice(0, 40)}" as value ${growing.length}`, 'a number');
      growing.push(value);
    }
    const values = growing.toArray();
    const numbers = type.storage.from(values);
    const float = numbers instanceof Float32Array || numbers instanceof Float64Array;
    const bad = float ? -1 : values.findIndex((value, i) => value !== numbers[i]);
    if (bad >= 0) throw this.error('BAD_TOKEN', `${label} has ${values[bad]} as value ${bad}`, 'a number of its type');
    return numbers;
  }

  /** The bytes of a binary or appended array from its first header word on. What follows the array may be included. */
  #storedBytes(array: XmlElement, format: string, label: string): Uint8Array {
    const text = this.#text;
    const source = this.#source;
    if (format === 'binary') return decodeBase64(text, array.contentStart, dataEnd(array), source, label);
    if (format !== 'appended')
      throw this.error('BAD_HEADER', `${label} has format="${format}"`, 'ascii, binary, appended');
    if (this.#appended === undefined) throw this.error('MISSING_ARRAY', `${label} is appended`, 'an <AppendedData>');
    let underscore = this.#appended.contentStart;
    while (isBlank(text.charCodeAt(underscore))) underscore++;
    const end = this.#appended.contentEnd;
    if (text[underscore] !== '_')
      throw this.error(
        underscore < end ? 'BAD_TOKEN' : 'TRUNCATED',
        `the appended data begin with "${text.slice(underscore, Math.min(underscore + 1, end))}" at byte ${underscore}`,
        '_',
      );
    const offset = this.count(array, 'offset', Number.NaN);
    if (!(underscore + 1 + offset <= end))
      throw this.error('TRUNCATED', `${label} begins at offset ${offset} of the appended data`, 'an offset inside it');
    const start = underscore + 1 + offset;
    if (this.#appended.attributes.get('encoding') === 'raw') return this.#bytes.subarray(start);
    return decodeBase64(text, start, end, source, label);
  }
}

/** Where an array's numbers end: VTK puts <InformationKey> elements after them. */
function dataEnd(array: XmlElement): number {
  return array.children[0]?.start ?? array.contentEnd;
}
