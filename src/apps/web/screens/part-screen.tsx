import type { ComponentType } from 'react';
import type { FeatureFlag } from '#features/feature-flags/feature-flags.contract.ts';
import { usePartsOff } from '#features/feature-flags/web/parts-off.ts';
import { NotFoundInside } from '../shell/states.tsx';

/** A screen of a part of the product: where that is switched off for the account, its address leads nowhere. */
export function inPart(part: FeatureFlag, Screen: ComponentType): ComponentType {
  return function PartScreen() {
    return usePartsOff().isGone(part) ? <NotFoundInside /> : <Screen />;
  };
}
