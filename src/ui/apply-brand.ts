import { brandVariables, type BrandColors } from '#shared/brand-ramp.ts';

/** Puts a white label's colours on the page; null colours restore the product's own. */
export function applyBrand(brand: BrandColors, root: HTMLElement = document.documentElement): void {
  for (const [name, value] of Object.entries(brandVariables(brand))) {
    if (value === null) root.style.removeProperty(name);
    else root.style.setProperty(name, value);
  }
}
