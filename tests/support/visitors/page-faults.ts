import type { Page } from 'playwright-core';

/** What goes wrong in a page from now on: errors that nobody caught, and what its policy refuses. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on(
    'console',
    (message) =>
      message.type() === 'error' &&
      /Content Security|Uncaught/.test(message.text()) &&
      faults.push(message.text()),
  );
  return faults;
}
