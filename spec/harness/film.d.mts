import type { Browser } from 'playwright-core';

export function filmedCut(
  browser: Browser,
  address: string,
  asked: {
    readonly seconds: number;
    readonly rate: number;
    readonly width: number;
    readonly height: number;
    readonly scale: number;
    readonly bits: number;
  },
): Promise<{ readonly film: Buffer; readonly still: Buffer }>;
