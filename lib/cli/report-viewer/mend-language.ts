// The browser's language → one that Intl knows.

/**
 * Under a POSIX locale (LANG=C.UTF-8: containers, WSL, CI) Chromium calls its language "en-US@posix", which is no BCP
 * 47 tag. Intl refuses it, and so does whatever passes it on to Intl, as uPlot does while it is loaded. So this has to
 * be called before uPlot is loaded.
 */
export function mendLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { configurable: true, value: 'en-US' });
  }
}
