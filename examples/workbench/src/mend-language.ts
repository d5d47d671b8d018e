// The browser's language → one that Intl accepts.

/**
 * Under a POSIX locale (LANG=C.UTF-8: containers, WSL, CI) Chromium calls its language "en-US@posix", which is not a
 * BCP 47 tag. Intl refuses it, and so any code that passes it to Intl fails, as uPlot does while it loads. Call this
 * before loading uPlot.
 */
export function mendLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { configurable: true, value: 'en-US' });
  }
}
