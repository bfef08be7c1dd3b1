import { useEffect } from 'react';

/**
 * Leads to a setting of the section on screen: it is scrolled to, focused, and marked until the focus leaves.
 * A part of a setting that is not drawn leads to the setting, and one that its section hides to what turns
 * the section on.
 */
export function ShowSetting({ path, onShown }: { path: string; onShown: () => void }) {
  useEffect(() => {
    const parts = path.split('.');
    const places = [...parts.keys()].map((index) => parts.slice(0, parts.length - index).join('.'));
    const place = [...places, `${parts[0]}.enabled`]
      .map((name) => document.querySelector<HTMLElement>(`[data-setting="${CSS.escape(name)}"]`))
      .find((element) => element !== null);
    const control =
      place?.querySelector<HTMLElement>('input:checked, [aria-invalid="true"]') ??
      place?.querySelector<HTMLElement>('input, textarea, button, [tabindex="0"]');
    if (place && control) {
      control.focus({ preventScroll: true });
      place.scrollIntoView({ block: 'center' });
      place.dataset['found'] = '';
      place.addEventListener(
        'focusout',
        ({ relatedTarget }) =>
          !(relatedTarget instanceof Node && place.contains(relatedTarget)) && delete place.dataset['found'],
      );
    }
    onShown();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each setting that is asked for
  }, [path]);
  return null;
}
