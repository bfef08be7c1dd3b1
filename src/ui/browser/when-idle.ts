import { startTransition, useEffect, useState } from 'react';

/** What waits for a quiet browser is done soon, also where the browser is never quiet. In ms. */
const longestWait = 100;

/** Calls when the browser has nothing else to do; returns what calls it off. */
export function whenIdle(call: () => void): () => void {
  // Safari has none.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(call);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(call, { timeout: longestWait });
  return () => cancelIdleCallback(handle);
}

/** False while the screen is drawn for the first time, then true: for parts that may come in a turn of their own. */
export function useAfterFirst(): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setAfter(true))), []);
  return isAfter;
}
