import { Link } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowRight, Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { refresh, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { useServerEvents } from '#ui/api/server-events.ts';
import { useUser } from '#ui/api/session.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { FirstStepName, FirstSteps as Steps } from '../onboarding.contract.ts';
import { SamplePreview } from './sample-preview.tsx';

/** Where a step is done; the address of a person is proven by a mail. */
function pathOf(name: Exclude<FirstStepName, 'email'>, agentId: string | null): string {
  if (name === 'colleague') return paths.team;
  if (name === 'agent' || agentId === null) return paths.newAgent;
  if (name === 'knowledge' || name === 'payment') return `${paths.editAgent(agentId)}?section=${name}`;
  return paths.editAgent(agentId);
}

/** The way from nothing to an agent that earns its keep, while something of it is open. */
export function FirstSteps() {
  const { t } = useTranslation('onboarding');
  const client = useQueryClient();
  const { data } = useEndpoint('GET /api/first-steps', undefined, { refetchOnMount: 'always' });
  const look = () => void refresh(client, '/api/first-steps');
  useServerEvents({
    'agent.changed': look,
    'agent.seen': look,
    'knowledge.changed': look,
    'conversation.changed': look,
    'payments.changed': look,
    'purchase.changed': look,
    'team.changed': look,
  });
  const putAway = useMutate('PUT /api/first-steps/put-away', { refreshes: ['/api/first-steps'] });
  // A help beside the work: where it can't be read, the rest of the page is still of use.
  if (!data || data.steps.every(({ isDone }) => isDone)) return null;
  const done = data.steps.filter(({ isDone }) => isDone).length;
  const count = t('done', { done, total: data.steps.length });
  const set = (isPutAway: boolean) => putAway.mutate({ body: { isPutAway } });
  if (data.isPutAway)
    return data.canPutAway ? (
      <p className="mt-6 flex flex-wrap items-center gap-3 text-sm text-muted">
        {t('awayText', { done, total: data.steps.length })}
        <Button variant="ghost" size="sm" pending={putAway.isPending} onClick={() => set(false)}>
          {t('bringBack')}
        </Button>
      </p>
    ) : null;
  return (
    <section
      aria-labelledby="first-steps"
      className="grid overflow-hidden rounded-card border border-line bg-surface lg:grid-cols-[1fr_22rem]"
    >
      <div className="p-4 sm:p-6">
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <h2 id="first-steps" className="grow text-md font-semibold">
            {t('title')}
          </h2>
          <p className="tabular text-sm text-muted">{count}</p>
          {data.canPutAway && (
            <Button variant="ghost" size="sm" pending={putAway.isPending} onClick={() => set(true)}>
              {t('putAway')}
            </Button>
          )}
        </div>
        <ol className="mt-3 grid">
          {data.steps.map((step, index) => (
            <Step key={step.name} {...step} number={index + 1} data={data} />
          ))}
        </ol>
      </div>
      <div
        aria-hidden="true"
        inert
        className="hidden items-center justify-center border-l border-line bg-sunken p-6 lg:flex"
      >
        <SamplePreview />
      </div>
    </section>
  );
}

function Step({ name, isDone, number, data }: Steps['steps'][number] & { number: number; data: Steps }) {
  const { t } = useTranslation('onboarding');
  const isNext = data.steps.find((step) => !step.isDone)?.name === name;
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className="flex gap-3 border-t border-line py-3 first:border-0 sm:gap-4"
    >
      <span
        className={
          isDone
            ? 'flex size-7 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent'
            : `tabular flex size-7 shrink-0 items-center justify-center rounded-full border text-sm font-semibold ${isNext ? 'border-accent-strong text-accent-ink' : 'border-line text-muted'}`
        }
      >
        {isDone ? <Check size={16} strokeWidth={2.25} aria-hidden="true" /> : number}
      </span>
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-60">
          <h3 className={`font-medium ${isDone ? 'text-muted' : ''}`}>
            {t(`steps.${name}.title`)}
            {isDone && <span className="sr-only"> ({t('isDone')})</span>}
          </h3>
          {isNext && <p className="mt-0.5 text-pretty text-muted">{t(`steps.${name}.text`)}</p>}
        </div>
        {!isDone && <Action name={name} isNext={isNext} agentId={data.agentId} />}
      </div>
    </li>
  );
}

function Action({ name, isNext, agentId }: { name: FirstStepName; isNext: boolean; agentId: string | null }) {
  const { t } = useTranslation('onboarding');
  const user = useUser();
  const ask = useMutate('POST /api/user/email-proof', {
    refreshes: ['/api/first-steps'],
    onSuccess: ({ isProven }) =>
      void (
        isProven ||
        toast({
          variant: 'success',
          title: t('proof.sentTitle'),
          description: t('proof.sentText', { email: user.email }),
        })
      ),
  });
  const variant = isNext ? 'primary' : 'outline';
  const label = t(`steps.${name}.action`);
  if (name === 'email')
    return (
      <Button variant={variant} size="sm" pending={ask.isPending} onClick={() => ask.mutate({})}>
        {label}
      </Button>
    );
  // Without an agent there is nothing yet that these could be about.
  if (agentId === null && name !== 'agent' && name !== 'colleague') return null;
  return (
    <Link to={pathOf(name, agentId)} className={buttonClass({ variant, size: 'sm' })}>
      {label}
      {isNext && <ArrowRight size={16} aria-hidden="true" />}
    </Link>
  );
}
