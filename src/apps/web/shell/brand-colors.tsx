import { useEffect } from 'react';
import { applyBrand } from '#ui/apply-brand.ts';
import type { BrandColors as Colors } from '#shared/brand-ramp.ts';

/** The server wrote the brand into the page for its first moment: who signs in after may have another one. */
function leaveOpeningBrand(): void {
  const style = document.getElementById('session-brand');
  if (!style) return;
  style.remove();
  delete document.documentElement.dataset['brand'];
  delete document.documentElement.dataset['brandLogo'];
}

/** The tab's picture, while there is a brand with one; it gives back what was there before. */
function showIcon(iconUrl: string | null): (() => void) | undefined {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link || !iconUrl) return undefined;
  const own = [link.getAttribute('href') ?? '', link.type] as const;
  [link.href, link.type] = [iconUrl, 'image/png'];
  return () => void ([link.href, link.type] = [...own]);
}

type Props = Colors & {
  iconUrl: string | null;
};

/**
 * Colours and icon of an account's own brand, on every page for as long as it is there; it draws nothing itself.
 */
export function BrandColors({ primaryColor, secondaryColor, iconUrl }: Props): null {
  useEffect(leaveOpeningBrand, []);
  useEffect(() => showIcon(iconUrl), [iconUrl]);
  useEffect(() => {
    applyBrand({ primaryColor, secondaryColor });
    return () => applyBrand({ primaryColor: null, secondaryColor: null });
  }, [primaryColor, secondaryColor]);
  return null;
}
