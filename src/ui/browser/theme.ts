import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

/** Where the choice is kept. Source: the specification, "Local settings". */
export const themeKey = 'ui-theme';
const listeners = new Set<() => void>();

/** The theme on the page now; `theme-boot.js` put it there before the first paint. */
export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

/** Sets class and `data-theme` on the root and remembers the choice. */
export function setTheme(theme: Theme): void {
  const root = document.documentElement;
  root.classList.remove('light', 'dark');
  root.classList.add(theme);
  root.dataset.theme = theme;
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // Storage may be forbidden; the choice then lasts for this page.
  }
  for (const listener of listeners) listener();
}

/** Theme and its setter; every caller follows every change. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, currentTheme);
  return [theme, setTheme];
}
