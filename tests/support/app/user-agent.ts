/** A browser as people have it. Whoever says that they are headless, or a library, is a robot whose looks don't count. */
export const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';
