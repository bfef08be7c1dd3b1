import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { applyBrand } from '#ui/apply-brand.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Brand } from '#ui/page/logo.tsx';

type Pictured = {
  name: string;
  primaryColor: string;
  secondaryColor: string;
  logoUrl: string | null;
  iconUrl: string | null;
};

/** Where people meet the brand, in miniature and in its own colours: browser tab, sign-in, chat, mail. */
export function BrandPicture({ brand }: { brand: Pictured }) {
  const { t } = useTranslation('white-label');
  const root = useRef<HTMLElement>(null);
  const { primaryColor, secondaryColor } = brand;
  useLayoutEffect(() => {
    if (root.current) applyBrand({ primaryColor, secondaryColor }, root.current);
  }, [primaryColor, secondaryColor]);
  const shown = { name: brand.name, logoUrl: brand.logoUrl };
  return (
    <section ref={root} aria-labelledby="brand-picture" className="grid gap-4 lg:sticky lg:top-6">
      <h2 id="brand-picture" className="text-md font-semibold">
        {t('picture.title')}
      </h2>
      <div className="overflow-hidden rounded-card border border-line bg-page">
        <div className="flex items-center gap-2 border-b border-line bg-sunken px-3 py-2 text-sm">
          <span className="flex max-w-60 items-center gap-2 rounded-control bg-surface px-2.5 py-1">
            {brand.iconUrl ? (
              <img src={brand.iconUrl} alt="" className="size-4 object-contain" />
            ) : (
              <span className="size-4 rounded-[4px] bg-accent" />
            )}
            <span className="truncate">{t('picture.tab', { brand: brand.name })}</span>
          </span>
        </div>
        <div className="grid gap-4 p-5">
          <Brand {...shown} />
          <p className="font-display text-xl font-medium text-balance">
            {t('picture.headline', { brand: brand.name })}
          </p>
          <span className={buttonClass({ variant: 'primary', className: 'justify-self-start' })}>
            {t('picture.signIn')}
          </span>
        </div>
      </div>
      <div className="grid gap-3 rounded-card border border-line bg-surface p-5">
        <p className="ml-auto max-w-[80%] rounded-card bg-accent px-3 py-2 text-on-accent">
          {t('picture.question')}
        </p>
        <p className="max-w-[85%] rounded-card bg-sunken px-3 py-2">{t('picture.answer')}</p>
        <p className="border-t border-line pt-3 text-center text-sm text-muted">
          {t('picture.footer', { brand: brand.name })}
        </p>
      </div>
    </section>
  );
}
