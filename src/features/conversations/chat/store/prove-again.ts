/**
 * Loads the chat's frame anew, which tells the server on whose page it stands. Once: a page that has just
 * been loaded anew and is refused all the same stays as it is.
 */
export function proveAgain(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'reload' || performance.now() > 60_000) location.reload();
}
