// The types of browser.mjs.

import type { Browser } from 'playwright-core';

/** ms that a spec may wait for a page. */
export const PATIENCE: number;

/** A headless Chromium with WebGPU on a software driver. */
export function launchBrowser(): Promise<Browser>;
