import { useCallback } from 'react';

/**
 * A height as far as the window goes below what stands above the element, and above the menu of a phone, as `--rest-of-window`
 * on the element. It follows whatever stands beside it, such as a banner that comes and goes.
 */
export function useRestOfWindow(): (element: HTMLElement | null) => (() => void) | void {
  return useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const fit = () =>
      element.style.setProperty(
        '--rest-of-window',
        `calc(100dvh - ${Math.max(0, element.getBoundingClientRect().top + window.scrollY)}px - var(--menu-bar, 0px))`,
      );
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(document.body);
    if (element.parentElement)
      for (const sibling of element.parentElement.children)
        if (sibling !== element) observer.observe(sibling);
    return () => observer.disconnect();
  }, []);
}
