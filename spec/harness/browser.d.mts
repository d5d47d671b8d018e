// The types of browser.mjs.

import type { Browser } from 'playwright-core';

/** ms for which a page may let a spec wait. */
export const PATIENCE: number;

/** A headless Chromium with WebGPU on a software driver. */
export function launchBrowser(): Promise<Browser>;
