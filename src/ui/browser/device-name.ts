import type { TFunction } from 'i18next';

/** What somebody uses in words: the server knows `smartphone`, `tablet` and `desktop`. */
export function deviceName(device: string | null | undefined, t: TFunction): string | null {
  if (device === 'smartphone' || device === 'tablet' || device === 'desktop')
    return t(`common:device.${device}`);
  return device || null;
}
