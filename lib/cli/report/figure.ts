// A picture with its caption → HTML.

import { escapeHtml } from './page-shell.ts';

export interface Picture {
  readonly caption: string;
  /** A data URL that holds the picture itself. */
  readonly source: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export function figure({ caption, source, width, height }: Picture): string {
  const says = escapeHtml(caption);
  return `<figure><img src="${source}" width="${width}" height="${height}" alt="${says}"><figcaption>${says}</figcaption></figure>`;
}
