/** Waits of the start, in ms. Source: the specification, "Business constants". */
export const startDelay = 50;
export const rootRetryDelay = 100;
export const reloadDelay = 100;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The element the app lives in; looked for once more after 100 ms. */
export async function findRoot(): Promise<HTMLElement> {
  const found = document.getElementById('root');
  if (found) return found;
  await pause(rootRetryDelay);
  const late = document.getElementById('root');
  if (!late) throw new Error('The page has no root element');
  return late;
}

/** Resolves 50 ms after the document is ready. */
export async function documentReady(): Promise<void> {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  await pause(startDelay);
}

/**
 * Whether the server wrote this page for a request that brought no session. Going back may show such a page again after
 * somebody signed in.
 */
export function isWrittenForNobody(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return document.documentElement.dataset['forNobody'] !== undefined && navigation?.type !== 'back_forward';
}

export function reloadSoon(): void {
  setTimeout(() => location.reload(), reloadDelay);
}
