import { factGap } from '#shared/text/fact-gap.ts';
import { BookOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Callout } from '#ui/page/display.tsx';
import { ModelFailure } from '#ui/page/model-failure.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { useSection } from '../editor/editor-section.ts';
import { CompareAnswers } from '../answers/compare-answers.tsx';
import { Fallbacks } from '../answers/fallbacks.tsx';
import { ModelField } from '../answers/model-field.tsx';
import { ModelEndNotice } from '../answers/model-end-notice.tsx';
import { proposedModel } from '../answers/model-text.ts';
import { ProviderChoice } from '../answers/provider-choice.tsx';
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
  const otherModel = isBuiltIn ? (other ? proposedModel(other) : '') : ai.model;
  const compared =
    canEdit && other && otherModel !== ''
      ? { provider: other.provider, model: otherModel, label: `${other.label}${factGap}${otherModel}` }
      : null;
  const chooseProvider = (provider: string) => {
    if (provider === ai.provider) return;
    const connection = connected.find((one) => one.provider === provider);
    const model = connection ? proposedModel(connection) : '';
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
      <ProviderChoice
        path="ai.provider"
        current={ai.provider}
        onChoose={chooseProvider}
        keyless={{
          value: 'built-in',
          title: t('builtIn.name'),
          badge: t('builtIn.badge'),
          text: t('builtIn.text'),
        }}
        connected={connected.map(({ provider, label, isConnected, models, lastFour }) => ({
          value: provider,
          title: label,
          badge: t(isConnected ? 'ai.connected' : 'ai.local'),
          text: [t('ai.models', { count: models.length }), lastFour && t('ai.key', { lastFour })]
            .filter(Boolean)
            .join(factGap),
        }))}
        isWaiting={!data && !error}
        others={others.map(({ label }) => label)}
        sayOthers={(names) => t('ai.notConnected', { names })}
      />
      {error && !data && <ReadFailed title={t('ai.unreadable')} error={error} retry={refetch} />}
      {!isBuiltIn && agent.modelFailure?.provider === ai.provider && (
        <Callout tone="danger" title={t('common:modelFailure.title')}>
          <ModelFailure {...agent.modelFailure} />
        </Callout>
      )}
      {chosen && <ModelEndNotice connection={chosen} />}
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
