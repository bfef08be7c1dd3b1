import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from './api/hooks.ts';
import { useSession } from './api/session.ts';

/** A brand that is being written: its writer sees it everywhere before it is saved. */
export type BrandPreview = {
  brandName: string;
  primaryColor: string;
  secondaryColor: string;
  logoUrl: string | null;
};

const listeners = new Set<() => void>();
let preview: BrandPreview | null = null;

/** What is previewed; null: what is saved. */
export const brandPreviewStore = {
  get: (): BrandPreview | null => preview,
  set(next: BrandPreview | null): void {
    preview = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** What is previewed at this moment. */
export const useBrandPreview = (): BrandPreview | null =>
  useSyncExternalStore(brandPreviewStore.subscribe, brandPreviewStore.get);

/** The brand that the server wrote into the page for its first moment, until the app has read it itself. */
export const openingBrand = (): { name: string | undefined; logoUrl: string | undefined } => {
  const { brand: name, brandLogo: logoUrl } = document.documentElement.dataset;
  return { name, logoUrl };
};

/** What the app calls itself to whoever is signed in: their account's brand, else the product. */
export function useBrandName(): string {
  const { t } = useTranslation('common');
  const isSignedIn = Boolean(useSession());
  const saved = useEndpoint('GET /api/user/white-label', undefined, { enabled: isSignedIn }).data;
  const shown = useBrandPreview()?.brandName;
  if (shown) return shown;
  if (!saved) return openingBrand().name ?? t('product');
  return saved.isWhiteLabel ? saved.brandName : t('product');
}
