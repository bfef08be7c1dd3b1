import { registry } from './product-widget.ts';

const dark = matchMedia('(prefers-color-scheme: dark)');

/**
 * The theme follows the system and its later changes; the toggle turns it round until then. Source: the
 * specification, "Theme".
 */
export function followTheme(): void {
  const toggle = document.querySelector<HTMLButtonElement>('[data-theme-toggle]');
  const root = document.documentElement;
  const show = (theme: 'light' | 'dark'): void => {
    root.classList.remove('light', 'dark');
    root.classList.add(theme);
    root.dataset['theme'] = theme;
    toggle?.setAttribute('aria-pressed', String(theme === 'dark'));
  };
  show(dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', ({ matches }) => show(matches ? 'dark' : 'light'));
  if (!toggle) return;
  toggle.hidden = false;
  toggle.addEventListener('click', () => {
    const theme = root.dataset['theme'] === 'dark' ? 'light' : 'dark';
    show(theme);
    // The agents on the page go along.
    for (const agent of registry()?.all ?? []) agent.setTheme(theme);
  });
}
