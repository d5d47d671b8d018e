// The types of browser.mjs.

import type { Browser } from 'playwright-core';

/** A headless Chromium with WebGPU on a software driver. */
export function launchBrowser(): Promise<Browser>;
