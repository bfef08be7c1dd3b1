/** Does something once, when the visitor presses a key or the page: from then on browsers let sound be heard. */
export function afterPress(work: () => void): void {
  const done = new AbortController();
  const once = () => {
    done.abort();
    work();
  };
  for (const type of ['pointerdown', 'keydown'])
    document.addEventListener(type, once, { capture: true, signal: done.signal });
}
