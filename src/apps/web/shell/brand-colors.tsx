import { useEffect } from 'react';
import { applyBrand } from '#ui/apply-brand.ts';
import type { BrandColors as Colors } from '#shared/brand-ramp.ts';

/** Colours of an account's own brand, on every page for as long as it is there; it draws nothing itself. */
export function BrandColors({ primaryColor, secondaryColor }: Colors): null {
  useEffect(() => {
    applyBrand({ primaryColor, secondaryColor });
    return () => applyBrand({ primaryColor: null, secondaryColor: null });
  }, [primaryColor, secondaryColor]);
  return null;
}
