import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { paths, safeNextPath } from '#shared/paths.ts';
import { useSession } from '#ui/api/session.ts';
import { Callout } from '#ui/page/display.tsx';
import { Tabs } from '#ui/controls/tabs.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { AuthFrame, AuthHeading, usePublicBrand } from './auth-frame.tsx';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';

/** Sign in or register. Whoever is signed in already goes on to where they wanted, or to the dashboard. */
export function AuthPage() {
  const { t } = useTranslation('auth');
  const user = useSession();
  const brand = usePublicBrand();
  const { next, ended } = useSearch({ from: '/auth' });
  const [asked, setTab] = useUrlParam('tab', 'login', { allowed: ['login', 'register'] });
  const { signUp, signUpNote } = brand;
  const tab = signUp === 'open' ? asked : 'login';
  const { history } = useRouter();
  useEffect(() => {
    if (user) history.replace(safeNextPath(next) ?? paths.dashboard);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- leaves when somebody is signed in, not when the address changes on the way
  }, [user]);
  if (user) return null;
  const note = signUpNote !== '' && (
    <p className="mt-6 text-sm text-pretty break-words whitespace-pre-line text-muted">{signUpNote}</p>
  );
  const login = (
    <>
      <AuthHeading title={t('login.title')} subtitle={t('login.subtitle')} />
      <LoginForm />
      {signUp !== 'open' && <p className="mt-6 text-sm text-pretty text-muted">{t(`newcomers.${signUp}`)}</p>}
      {signUp !== 'open' && note}
    </>
  );
  return (
    <AuthFrame title={t(`${tab}.title` as 'login.title')} consent>
      <p className="mb-6 font-display text-2xl font-medium text-balance">
        {t('headline', { brand: brand.name })}
      </p>
      {ended === 'access' && (
        <Callout tone="info" className="mb-6" live title={t('accessEnded.title')}>
          {t('accessEnded.text')}
        </Callout>
      )}
      {signUp === 'open' ? (
        <Tabs
          stretch
          label={t('tabs')}
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'login',
              label: t('login.tab'),
              content: login,
            },
            {
              value: 'register',
              label: t('register.tab'),
              content: (
                <>
                  <AuthHeading title={t('register.title')} subtitle={t('register.subtitle')} />
                  <RegisterForm domains={brand.signUpDomains} />
                  {note}
                </>
              ),
            },
          ]}
        />
      ) : (
        login
      )}
    </AuthFrame>
  );
}
