import { useEffect, type ReactElement, type ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { signUps, type SignUp } from '#shared/sign-up.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { applyBrand } from '#ui/apply-brand.ts';
import { Brand } from '#ui/page/logo.tsx';
import { AuthPanel } from './auth-panel.tsx';

const signUpOfPage = (): SignUp =>
  signUps.find((signUp) => signUp === document.documentElement.dataset['signUp']) ?? 'open';

/** The brand of the address that was asked; the product's own while unknown. */
export function usePublicBrand() {
  const { t } = useTranslation('auth');
  const { data } = useEndpoint('GET /api/public/white-label', undefined, { retry: false });
  return {
    name: data?.brandName || t('common:product'),
    logoUrl: data?.logoUrl ?? null,
    colors: data?.primaryColor ? data : null,
    supportEmail: data?.supportEmail ?? null,
    /** Until it is known, what the page itself says. */
    signUp: data?.signUp ?? signUpOfPage(),
    signUpDomains: data?.signUpDomains ?? [],
    signUpNote: data?.signUpNote ?? document.documentElement.dataset['signUpNote'] ?? '',
    termsUrl: data?.termsUrl || paths.terms,
    privacyUrl: data?.privacyUrl || paths.privacy,
    /** Null where there is nothing to pay, undefined while unknown. */
    trialDays: data?.trialDays,
  };
}

/**
 * The frame of the signed-out screens: the form at the left, a quiet picture of the product at the right; one
 * column on a phone.
 */
export function AuthFrame({
  title,
  children,
  consent = false,
  shown,
}: {
  title: string;
  children: ReactNode;
  consent?: boolean;
  /** Stands in place of the brand of the address, where whoever reads came for another one. */
  shown?: { name: string; primaryColor: string; secondaryColor: string; logoUrl: string | null } | null;
}) {
  const ofAddress = usePublicBrand();
  const brand = shown ? { ...ofAddress, ...shown, colors: shown } : ofAddress;
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
  }, [title, brand.name]);
  const { primaryColor = null, secondaryColor = null } = brand.colors ?? {};
  useEffect(() => {
    if (primaryColor) applyBrand({ primaryColor, secondaryColor });
  }, [primaryColor, secondaryColor]);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[minmax(28rem,1fr)_minmax(0,1.1fr)]">
      <main className="flex min-h-dvh flex-col bg-surface px-5 py-6 sm:px-10">
        <Brand name={brand.name} logoUrl={brand.logoUrl} size={32} />
        <div className="m-auto w-full max-w-sm py-10">{children}</div>
        {consent && <Consent termsUrl={brand.termsUrl} privacyUrl={brand.privacyUrl} />}
        {brand.supportEmail && (
          <p className="mt-2 text-center text-sm">
            <a href={`mailto:${brand.supportEmail}`} className="text-muted underline underline-offset-2">
              {brand.supportEmail}
            </a>
          </p>
        )}
      </main>
      <AuthPanel trialDays={brand.signUp === 'open' && !shown ? brand.trialDays : undefined} />
    </div>
  );
}

function consentLink(address: string): ReactElement {
  const style = 'text-ink underline decoration-edge underline-offset-2 hover:decoration-current';
  // The text comes from the sentence around it.
  // oxlint-disable-next-line jsx-a11y/anchor-has-content, jsx-a11y/control-has-associated-label
  return <a href={address} target="_blank" rel="noopener noreferrer" className={style} />;
}

function Consent({ termsUrl, privacyUrl }: { termsUrl: string; privacyUrl: string }) {
  return (
    <p className="mx-auto max-w-sm text-center text-sm text-pretty text-muted">
      <Trans
        ns="auth"
        i18nKey="consent"
        components={{ terms: consentLink(termsUrl), privacy: consentLink(privacyUrl) }}
      />
    </p>
  );
}

/** Title and sentence over a form. */
export function AuthHeading({ title, subtitle }: { title: string; subtitle?: ReactNode }) {
  return (
    <header className="mb-6">
      <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
      {subtitle && <p className="mt-1 text-pretty text-muted">{subtitle}</p>}
    </header>
  );
}
