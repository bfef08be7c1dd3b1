import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { ArrowRight, BookOpen } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Badge, Callout, Skeleton } from '#ui/page/display.tsx';
import { ModelFailure } from '#ui/page/model-failure.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { useSection } from '../editor/editor-section.ts';
import { CompareAnswers } from '../answers/compare-answers.tsx';
import { Fallbacks } from '../answers/fallbacks.tsx';
import { ModelField } from '../answers/model-field.tsx';
import {
  DraftFields,
  NumberSetting,
  SettingGroup,
  SettingPlace,
  SliderSetting,
  SwitchSetting,
} from '../settings/setting.tsx';

/** Who answers: the built-in engine or a model of a connected provider, and how. */
export function AiSection() {
  const { t, i18n } = useTranslation('agents');
  const { agent, draft, set, canEdit } = useSection();
  const { ai } = draft;
  const { data, error, refetch } = useEndpoint('GET /api/integrations');
  const connections = data?.connections ?? [];
  const connected = connections.filter((connection) => connection.isConnected || connection.isLocal);
  const others = connections.filter((connection) => !connected.includes(connection));
  const chosen = connected.find((connection) => connection.provider === ai.provider);
  const isBuiltIn = ai.provider === 'built-in';
  // Where nothing is chosen yet: what the first connected model would change.
  const other = chosen ?? connected[0];
  const otherModel = isBuiltIn ? (other?.models[0]?.id ?? '') : ai.model;
  const compared =
    canEdit && other && otherModel !== ''
      ? { provider: other.provider, model: otherModel, label: `${other.label} · ${otherModel}` }
      : null;
  const chooseProvider = (provider: string) => {
    if (provider === ai.provider) return;
    const model = connected.find((connection) => connection.provider === provider)?.models[0]?.id ?? '';
    set('ai', {
      ...ai,
      provider,
      model,
      fallbacks: ai.fallbacks.filter(
        (fallback) => fallback.provider !== provider || fallback.model !== model,
      ),
    });
  };
  return (
    <DraftFields>
      <SettingPlace path="ai.provider">
        <fieldset className="min-w-0" disabled={!canEdit}>
          <legend className="mb-1.5 font-medium">{t('fields.ai.provider')}</legend>
          <div className="overflow-hidden rounded-card border border-line bg-surface">
            <ProviderRow
              value="built-in"
              current={ai.provider}
              onChoose={chooseProvider}
              title={t('builtIn.name')}
              badge={<Badge tone="neutral">{t('builtIn.badge')}</Badge>}
            >
              {t('builtIn.text')}
            </ProviderRow>
            {!data && !error && <Skeleton className="m-4 h-10" />}
            {connected.map((connection) => (
              <ProviderRow
                key={connection.provider}
                value={connection.provider}
                current={ai.provider}
                onChoose={chooseProvider}
                title={connection.label}
                badge={
                  <Badge tone="success" dot>
                    {t(connection.isConnected ? 'ai.connected' : 'ai.local')}
                  </Badge>
                }
              >
                {t('ai.models', { count: connection.models.length })}
                {connection.lastFour && ` · ${t('ai.key', { lastFour: connection.lastFour })}`}
              </ProviderRow>
            ))}
            {others.length > 0 && (
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3">
                <p className="min-w-0 flex-1 basis-64 text-sm text-pretty text-muted">
                  {t('ai.notConnected', {
                    names: new Intl.ListFormat(i18n.language).format(
                      others.map((connection) => connection.label),
                    ),
                  })}
                </p>
                <Link
                  to={paths.settings}
                  search={{ tab: 'integrations' }}
                  className={buttonClass({ size: 'sm' })}
                >
                  {t('ai.connect')}
                  <ArrowRight size={16} aria-hidden="true" />
                </Link>
              </div>
            )}
          </div>
        </fieldset>
      </SettingPlace>
      {error && !data && <ReadFailed title={t('ai.unreadable')} error={error} retry={refetch} />}
      {!isBuiltIn && agent.modelFailure?.provider === ai.provider && (
        <Callout tone="danger" title={t('common:modelFailure.title')}>
          <ModelFailure {...agent.modelFailure} />
        </Callout>
      )}
      {data && !isBuiltIn && !chosen && (
        <Callout
          tone="warning"
          title={t('ai.lostTitle', {
            name: connections.find((connection) => connection.provider === ai.provider)?.label ?? ai.provider,
          })}
        >
          {t('ai.lostText')}
        </Callout>
      )}
      {compared && (
        <SettingGroup title={t('compare.title')} help={t('compare.text', { model: compared.label })}>
          <CompareAnswers key={compared.model} agentId={agent.id} {...compared} />
        </SettingGroup>
      )}
      {isBuiltIn && (
        <Callout tone="neutral" icon={<BookOpen size={20} />}>
          {t('builtIn.more')}
        </Callout>
      )}
      {!isBuiltIn && (
        <>
          {chosen && (
            <SettingPlace path="ai.model">
              <ModelField connection={chosen} />
            </SettingPlace>
          )}
          <SettingGroup title={t('ai.answers')}>
            <SliderSetting
              path="ai.temperature"
              step={0.1}
              ends={[t('ai.precise'), t('ai.free')]}
              format={(value) =>
                new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1 }).format(value)
              }
            />
            <NumberSetting path="ai.maxAnswerTokens" unit={t('ai.tokens')} />
            <NumberSetting path="ai.historyMessages" unit={t('ai.messages')} />
          </SettingGroup>
          <SettingGroup title={t('fields.ai.fallbacks')} help={t('help.ai.fallbacks')}>
            <SettingPlace path="ai.fallbacks">
              <Fallbacks connections={connected} />
            </SettingPlace>
          </SettingGroup>
        </>
      )}
      <SettingGroup title={t('ai.extras')}>
        <SwitchSetting path="ai.imageGeneration" />
        <SwitchSetting path="ai.visitorKey" />
      </SettingGroup>
    </DraftFields>
  );
}

function ProviderRow({
  value,
  current,
  onChoose,
  title,
  badge,
  children,
}: {
  value: string;
  current: string;
  onChoose: (value: string) => void;
  title: string;
  badge: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  const isChosen = value === current;
  return (
    <label
      htmlFor={id}
      className={clsx(
        'flex items-start gap-3 border-b border-line px-4 py-3 last:border-0 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-strong',
        isChosen ? 'bg-accent-tint' : 'hover:bg-sunken',
      )}
    >
      <input
        id={id}
        type="radio"
        name="ai-provider"
        value={value}
        checked={isChosen}
        onChange={() => onChoose(value)}
        aria-describedby={`${id}-text`}
        className="mt-1 size-4 shrink-0 accent-accent-strong outline-none"
      />
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {title}
          {badge}
        </span>
        <span
          id={`${id}-text`}
          className={clsx('block text-sm text-pretty', isChosen ? 'text-ink' : 'text-muted')}
        >
          {children}
        </span>
      </span>
    </label>
  );
}
