// The files of a folder → the images of one DICOM series, and a sentence about everything else in the folder.

import { type DicomHeader, dicomError, dicomHeader, type Parse, TAG } from './dicom-header.ts';
import { pixelElement } from './dicom-pixels.ts';
import { DICOM_HEAD, wasDicom, withPreamble } from './dicom-preamble.ts';

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}
export interface DicomPicture {
  readonly header: DicomHeader;
  /** The bytes that the header was parsed from. */
  readonly bytes: Uint8Array;
}
interface Found<T> {
  readonly kept: T;
  readonly notices: readonly string[];
}

/** The most names that a notice lists. */
const MOST_NAMES = 20;

/** SOP classes of images (PS3.4, B.5): a file of such a class without pixels was truncated. */
const PICTURE = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.(1|2|3|4|5|6|7|12|13|14|20|30|77|128|130|481\.1|481\.2)(\.|$)/;

/**
 * @param files which may include some that are not DICOM.
 * @param passedOver the names of other files of the folder, which are not DICOM.
 * @throws FormatError BAD_HEADER (no file is DICOM, or a file named like the slices is not), TRUNCATED.
 */
export function dicomPictures(
  files: readonly NamedBytes[],
  passedOver: readonly string[],
  source: string,
  parse: Parse,
): Found<DicomPicture[]> {
  const own = files.map((file) => ({ ...file, found: withPreamble(file.bytes) }));
  const dicom = own.flatMap(({ name, found }) => (found === null ? [] : [{ name, ...found }]));
  const others = own.filter(({ found }) => found === null);
  const count = files.length + passedOver.length;
  if (dicom.length === 0)
    throw dicomError(
      source,
      'BAD_HEADER',
      count === 0 ? 'it holds no DICOM file' : `none of ${count} files is a DICOM file`,
      'the slices of a series',
      'give the folder that holds them',
    );
  const pictures: DicomPicture[] = [];
  const aside: string[] = [];
  for (const { name, bytes } of dicom) {
    const header = dicomHeader(bytes, name, parse);
    if (pixelElement(header) !== undefined) pictures.push({ header, bytes });
    else if (isNoPicture(header)) aside.push(name);
    else throw header.error('TRUNCATED', 'it ends before its pixels', 'those of a slice', 'fetch or export it again');
  }
  const noDicom = [...others.map(({ name }) => name), ...passedOver];
  refuseDamaged(noDicom, others, pictures, source);
  const guessed = dicom.filter((file) => file.guessed !== null);
  return {
    kept: pictures,
    notices: [
      ...named(noDicom, (are) => `${are} no DICOM, and passed over`, source),
      ...named(
        aside,
        (are) => `${are} DICOM without pixels (a directory, a report or a plan), and passed over`,
        source,
      ),
      ...named(
        guessed.map(({ name }) => name),
        (are) => `${are} without the preamble of DICOM, and read by transfer syntax ${guessed[0].guessed}`,
        source,
      ),
    ],
  };
}

/** Whether a file without pixels declares itself to be something other than an image. */
function isNoPicture(header: DicomHeader): boolean {
  // Group 0004 belongs to a directory (DICOMDIR).
  if (Object.keys(header.data.elements).some((tag) => tag.startsWith('x0004'))) return true;
  if (header.element(TAG.rows) !== undefined) return false;
  const own = header.text(TAG.sopClass) || header.text(TAG.storedClass);
  return own !== '' && !PICTURE.test(own);
}

/**
 * A file that is not DICOM is a damaged slice if its name differs from a slice's only in digits, or it has the remains
 * of a preamble, or, if files have no names, too few bytes for one. Without it the bone could end early.
 */
function refuseDamaged(
  names: readonly string[],
  files: readonly NamedBytes[],
  pictures: readonly DicomPicture[],
  source: string,
): void {
  const shape = (name: string) => name.replace(/\d+/g, '#');
  const unnamed = 'file #';
  const shapes = new Set(pictures.map(({ header }) => shape(header.name)).filter((own) => own !== unnamed));
  const isShort = ({ name, bytes }: NamedBytes) => shape(name) === unnamed && bytes.length < DICOM_HEAD;
  const damaged =
    names.find((name) => shapes.has(shape(name))) ?? files.find((file) => wasDicom(file.bytes) || isShort(file))?.name;
  if (damaged === undefined) return;
  throw dicomError(
    source,
    'TRUNCATED',
    `"${damaged}" has the name or the head of a slice and is no DICOM file`,
    'a whole slice',
    'fetch or export it again, or move it out of the folder',
  );
}

/**
 * Returns the images of the requested series. Localisers are set aside if there are other images.
 * @param series a Series Instance UID or a Series Number; undefined if there must be only one series.
 * @throws FormatError MIXED_SERIES, UNKNOWN_SERIES.
 */
export function oneSeries(
  pictures: readonly DicomPicture[],
  series: string | undefined,
  source: string,
): Found<readonly DicomPicture[]> {
  const asked = pictures.filter(
    ({ header }) =>
      series === undefined || (series !== '' && [uidOf(header), header.text(TAG.seriesNumber)].includes(series)),
  );
  if (asked.length === 0 && series !== undefined)
    throw dicomError(
      source,
      'UNKNOWN_SERIES',
      `it has no series "${series}"`,
      `one of ${listed(pictures)}`,
      'give the UID or the number of one of these',
    );
  const slices = asked.filter(({ header }) => !header.texts(TAG.imageType).includes('LOCALIZER'));
  const kept = slices.length === 0 ? asked : slices;
  if (new Set(kept.map(({ header }) => uidOf(header))).size > 1)
    throw dicomError(
      source,
      'MIXED_SERIES',
      `there are ${new Set(kept.map(({ header }) => uidOf(header))).size} series: ${listed(kept)}`,
      'one',
      'choose one by its UID (--series of kerf bone, the option series), or put it in a folder of its own',
    );
  const rest = pictures.filter((picture) => !asked.includes(picture));
  const localisers = asked.filter((picture) => !kept.includes(picture)).map(({ header }) => header.name);
  return {
    kept,
    notices: [
      ...(rest.length === 0 ? [] : [`"${source}": other series are left out: ${listed(rest)}.`]),
      ...named(
        localisers,
        (are) => `${are} ${localisers.length === 1 ? 'a localiser' : 'localisers'}, and set aside`,
        source,
      ),
    ],
  };
}

function uidOf(header: DicomHeader): string {
  return header.text(TAG.series);
}

/** "1.2.3 (number 2, "Head", CT, 15 slices), …". */
function listed(pictures: readonly DicomPicture[]): string {
  const series = new Map<string, DicomPicture[]>();
  for (const picture of pictures)
    series.set(uidOf(picture.header), [...(series.get(uidOf(picture.header)) ?? []), picture]);
  return [...series]
    .map(([uid, own]) => {
      const [{ header }] = own;
      const [number, about, kind] = [TAG.seriesNumber, TAG.seriesDescription, TAG.modality].map((tag) =>
        header.text(tag),
      );
      const slices = own.reduce((sum, picture) => sum + (Number(picture.header.text(TAG.frames)) || 1), 0);
      const facts = [number && `number ${number}`, about && `"${about}"`, kind, `${slices} slices`];
      return `${uid || 'without a UID'} (${facts.filter(Boolean).join(', ')})`;
    })
    .join(', ');
}

/** A sentence about files, with their count and names; none if there are no files. */
export function named(names: readonly string[], what: (are: string) => string, source: string): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, MOST_NAMES).map((name) => `"${name}"`);
  const more = names.length > MOST_NAMES ? `, and ${names.length - MOST_NAMES} more` : '';
  return [
    `"${source}": ${what(names.length === 1 ? '1 file is' : `${names.length} files are`)}: ${shown.join(', ')}${more}.`,
  ];
}
