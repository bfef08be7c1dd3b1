import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { defaultBrand, whiteLabelEndpoints } from '../white-label.contract.ts';

export function whiteLabelRoutes(binder: Binder, { trialDays }: { trialDays: number | null }): void {
  bindEndpoints(binder, whiteLabelEndpoints, {
    publicBrand: async () => ({
      logoUrl: null,
      brandName: defaultBrand.brandName,
      termsUrl: '/terms',
      privacyUrl: '/privacy',
      trialDays,
    }),
    brand: async () => ({
      ...defaultBrand,
      isWhiteLabel: false,
      domain: null,
      domainVerified: false,
      supportEmail: null,
      privacyEmail: null,
      termsEmail: null,
      logoUrl: null,
      plan: 'pro',
    }),
  });
}
