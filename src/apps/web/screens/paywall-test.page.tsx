import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BillingPicture } from '#features/billing/web/billing-picture.tsx';
import { billingScenes } from '#features/billing/web/billing-scenes.ts';
import { SceneFrame } from '#features/payments/web/wall-preview/scene-frame.tsx';
import { sceneGroups, scenesOf } from '#features/payments/web/wall-preview/wall-scenes.ts';
import { languageNames, languages, toLanguage, type Language } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { Select } from '#ui/controls/select.tsx';
import { useTheme } from '#ui/browser/theme.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { SubscriptionNotice } from '../shell/subscription-banner.tsx';

const hour = 3_600_000;
type Notice = Parameters<typeof SubscriptionNotice>[0]['subscription'];
/** The notice on top of the dashboard, in each of its states. Times from now in ms. */
const notices: Record<string, (now: number) => Notice> = {
  trialDays: (now) => ({
    status: 'trialing',
    hasPaid: false,
    trialEnd: new Date(now + 5 * 24 * hour).toISOString(),
  }),
  trialDay: (now) => ({
    status: 'trialing',
    hasPaid: false,
    trialEnd: new Date(now + 18 * hour).toISOString(),
  }),
  trialHours: (now) => ({
    status: 'trialing',
    hasPaid: false,
    trialEnd: new Date(now + 6 * hour).toISOString(),
  }),
  trialOver: (now) => ({ status: 'trialing', hasPaid: false, trialEnd: new Date(now - hour).toISOString() }),
  paymentDays: (now) => ({
    status: 'incomplete',
    hasPaid: false,
    createdAt: new Date(now - 2 * 24 * hour).toISOString(),
  }),
  paymentOver: (now) => ({
    status: 'incomplete',
    hasPaid: false,
    createdAt: new Date(now - 8 * 24 * hour).toISOString(),
  }),
  paid: () => ({ status: 'active', hasPaid: true }),
};
const widths = { narrow: 320, wide: 420 } as const;

/** Every state of paying that visitors and owners can meet, one click each, drawn by the real parts. */
export function PaywallTestPage() {
  const { t, i18n } = useTranslation('paywall-test');
  const [appTheme] = useTheme();
  const agents = useEndpoint('GET /api/agents', { query: {} });
  const [agentId, setAgent] = useUrlParam<string>('agent', '');
  const chosen =
    agents.data?.agents.find(({ id }) => id === agentId) ??
    agents.data?.agents.find(({ payments }) => payments.length > 0) ??
    agents.data?.agents[0];
  const agent = useEndpoint(
    'GET /api/agents/{id}',
    { params: { id: chosen?.id ?? '' } },
    { enabled: chosen !== undefined },
  );
  const [theme, setTheme] = useUrlParam<'light' | 'dark'>('theme', appTheme, { allowed: ['light', 'dark'] });
  const [width, setWidth] = useUrlParam<keyof typeof widths>('width', 'wide', {
    allowed: ['narrow', 'wide'],
  });
  const [language, setLanguage] = useUrlParam<Language>('language', toLanguage(i18n.language) ?? 'en', {
    allowed: languages,
  });
  const groups = useGroups(agent.data?.draft.payment);
  const all = groups.flatMap(({ ids }) => ids);
  const [state, setState] = useUrlParam<string>('state', all[0] ?? '', { allowed: all });
  const at = all.indexOf(state);
  const notice = notices[state]?.(Date.now());
  const plan = Object.hasOwn(billingScenes, state)
    ? billingScenes[state as keyof typeof billingScenes](Date.now())
    : null;
  if (agents.data && !chosen)
    return (
      <Page>
        <PageHeader title={t('title')} description={t('intro')} />
        <EmptyState
          title={t('noAgentTitle')}
          action={
            <Link to={paths.newAgent} className={buttonClass({ variant: 'primary' })}>
              {t('noAgentAction')}
            </Link>
          }
        >
          {t('noAgentText')}
        </EmptyState>
      </Page>
    );
  return (
    <Page>
      <PageHeader title={t('title')} description={t('intro')} />
      <div className="mb-6 flex flex-wrap items-center gap-2">
        {(agents.data?.agents.length ?? 0) > 1 && (
          <div className="w-full sm:w-56">
            <Select
              aria-label={t('agent')}
              value={chosen?.id}
              onChange={setAgent}
              options={(agents.data?.agents ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
          </div>
        )}
        <div className="w-[calc(50%-0.25rem)] sm:w-36">
          <Select
            aria-label={t('theme.label')}
            value={theme}
            onChange={setTheme}
            options={(['light', 'dark'] as const).map((value) => ({ value, label: t(`theme.${value}`) }))}
          />
        </div>
        <div className="w-[calc(50%-0.25rem)] sm:w-36">
          <Select
            aria-label={t('width.label')}
            value={width}
            onChange={setWidth}
            options={(['narrow', 'wide'] as const).map((value) => ({ value, label: t(`width.${value}`) }))}
          />
        </div>
        <div className="w-full sm:w-44">
          <Select
            aria-label={t('language')}
            value={language}
            onChange={setLanguage}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
        </div>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <nav
          aria-label={t('states')}
          className="grid max-h-64 gap-4 overflow-y-auto rounded-card border border-line bg-surface p-3 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)]"
        >
          {groups.map(({ group, ids }) => (
            <div key={group}>
              <h2 className="px-2.5 pb-1 text-xs font-medium text-muted">{t(`group.${group}`)}</h2>
              <ul>
                {ids.map((id) => (
                  <li key={id}>
                    <button
                      type="button"
                      aria-current={id === state}
                      onClick={() => setState(id)}
                      className={`min-h-11 w-full rounded-control px-2.5 text-left md:min-h-8 ${id === state ? 'bg-accent-tint font-medium text-accent-ink' : 'hover:bg-sunken'}`}
                    >
                      {t(`state.${id}`)}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <section aria-labelledby="scene" className="min-w-0">
          <div className="mb-3 flex items-center gap-1">
            <h2 id="scene" aria-live="polite" className="mr-auto text-md font-semibold">
              {t(`state.${state}`)}
            </h2>
            <IconButton label={t('before')} disabled={at <= 0} onClick={() => setState(all[at - 1] ?? state)}>
              <ChevronLeft size={20} />
            </IconButton>
            <IconButton
              label={t('next')}
              disabled={at >= all.length - 1}
              onClick={() => setState(all[at + 1] ?? state)}
            >
              <ChevronRight size={20} />
            </IconButton>
          </div>
          {agent.error && <Callout tone="danger">{agent.error.message}</Callout>}
          {!agent.data && !agent.error && <Skeleton className="h-[40rem]" />}
          {notice && (
            <div style={{ maxWidth: width === 'narrow' ? widths.narrow : undefined }}>
              {state === 'paid' ? (
                <Callout tone="neutral">{t('noNotice')}</Callout>
              ) : (
                <SubscriptionNotice key={state} subscription={notice} label={t(`state.${state}`)} />
              )}
            </div>
          )}
          {plan && <BillingPicture scene={plan} theme={theme} />}
          {agent.data && !notice && !plan && (
            <SceneFrame
              key={`${agent.data.id} ${state} ${language}`}
              agent={agent.data}
              sceneId={state}
              theme={theme}
              language={language}
              width={widths[width]}
            />
          )}
        </section>
      </div>
    </Page>
  );
}

/** The states by what they are about. */
function useGroups(
  payment: Parameters<typeof scenesOf>[0]['payment'] | undefined,
): { group: (typeof sceneGroups)[number] | 'banner' | 'plan'; ids: string[] }[] {
  return useMemo(() => {
    const scenes = payment ? scenesOf({ payment, now: new Date(), question: '', codeWrong: '' }) : [];
    return [
      ...sceneGroups.map((group) => ({
        group,
        ids: scenes.filter((scene) => scene.group === group).map(({ id }) => id),
      })),
      { group: 'banner' as const, ids: Object.keys(notices) },
      { group: 'plan' as const, ids: Object.keys(billingScenes) },
    ];
  }, [payment]);
}
