import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Archive, CirclePause, CirclePlay, EyeOff } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { refresh, setEndpointData, useEndpoint } from '#ui/api/hooks.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Textarea } from '#ui/controls/input.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { useUser } from '#ui/api/session.ts';
import type { AgentSummary, SubscribersChoice } from '../../agents.contract.ts';
import { AffectedHolders, SubscriberChoice, useSubscribers } from './subscriber-choice.tsx';

const longestMessage = 300;
const states = ['live', 'paused', 'draft', 'archived'] as const;
const pictures = { live: CirclePlay, paused: CirclePause, draft: EyeOff, archived: Archive };

/** Who can reach the agent now. Takes effect at once; the draft is not published by it. */
export function AgentStateDialog({
  agent,
  onClose,
}: {
  agent: Pick<AgentSummary, 'id' | 'name'>;
  onClose: () => void;
}) {
  const { t } = useTranslation('agents-lifecycle');
  const client = useQueryClient();
  const name = useId();
  const { data, error } = useEndpoint('GET /api/agents/{id}', { params: { id: agent.id } });
  const [status, setStatus] = useState<(typeof states)[number] | null>(null);
  const [message, setMessage] = useState('');
  const { affected, isKnown } = useSubscribers([agent.id]);
  const mayRefund = useUser().can['payments.manage'] !== false;
  const [request, setRequest] = useState<SubscribersChoice>('pause');
  useEffect(() => {
    if (!data) return;
    setStatus((before) => before ?? data.status);
    setMessage((before) => before || data.closedMessage);
  }, [data]);
  const wasPublished = data !== undefined && data.liveVersion !== null;
  const isClosing = status !== null && status !== 'live' && status !== data?.status;
  const isAsked = isClosing && affected !== null && affected.count > 0;
  // Only a paused agent can still answer those who use up what they paid for.
  const choices = (['pause', 'period', 'refund'] as const).filter(
    (one) => (one !== 'period' || status === 'paused') && (one !== 'refund' || mayRefund),
  );
  const choice = choices.includes(request) ? request : 'pause';
  const save = async (): Promise<void | false> => {
    if (!status) return false;
    const subscribers = isAsked || (isClosing && !affected) ? { subscribers: choice } : {};
    const changed = await api('POST /api/agents/{id}/status', {
      params: { id: agent.id },
      body: { status, closedMessage: message, ...subscribers },
    });
    setEndpointData(client, 'GET /api/agents/{id}', { params: { id: agent.id } }, () => changed);
    void refresh(client, '/api/agents');
    toast({ variant: 'success', title: t(`done.${status}`, { name: agent.name }) });
  };
  return (
    <ConfirmDialog
      title={t('state.title', { name: agent.name })}
      description={t('state.text')}
      confirm={t('state.save')}
      tone="primary"
      disabled={!data || status === null || !isKnown}
      run={save}
      onClose={onClose}
    >
      {error && (
        <Callout tone="danger" live>
          {error.message}
        </Callout>
      )}
      {!data && !error && <Skeleton className="h-48 rounded-card" />}
      {data && (
        <fieldset className="grid min-w-0 gap-2">
          <legend className="sr-only">{t('state.legend')}</legend>
          {states.map((value) => {
            const Picture = pictures[value];
            const isOff = (value === 'live' || value === 'paused') && !wasPublished;
            return (
              <label
                key={value}
                htmlFor={`${name}-${value}`}
                className={clsx(
                  'relative flex items-start gap-3 rounded-card border p-3 transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-strong',
                  status === value ? 'border-accent-strong bg-accent-tint' : 'border-line hover:border-edge',
                  isOff && 'text-muted',
                )}
              >
                <input
                  type="radio"
                  id={`${name}-${value}`}
                  name={name}
                  checked={status === value}
                  disabled={isOff}
                  onChange={() => setStatus(value)}
                  className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
                />
                <Picture size={20} aria-hidden="true" className="mt-0.5 shrink-0" />
                <span>
                  <span className="block font-medium">{t(`state.${value}.title`)}</span>
                  <span className="block text-sm text-pretty text-muted">
                    {t(isOff ? 'state.publishFirst' : `state.${value}.text`)}
                  </span>
                </span>
              </label>
            );
          })}
        </fieldset>
      )}
      {status === 'paused' && (
        <Field label={t('state.message')} help={t('state.messageHelp')}>
          <Textarea
            rows={3}
            maxLength={longestMessage}
            value={message}
            placeholder={t('state.messageExample')}
            onChange={(event) => setMessage(event.target.value)}
          />
        </Field>
      )}
      {isAsked && affected && (
        <SubscriberChoice affected={affected} choices={choices} value={choice} onChange={setRequest} />
      )}
      {status !== null && status !== 'live' && data?.status === 'live' && (
        <AffectedHolders affected={affected} isForGood={false} />
      )}
    </ConfirmDialog>
  );
}
