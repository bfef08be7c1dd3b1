import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { Callout } from '#ui/page/display.tsx';
import { accessSection, historyModes, limitActions } from '../../agents-configuration.contract.ts';
import { AgentUsage } from './agent-usage.tsx';
import { useSection } from '../editor/editor-section.ts';
import { isSite, tidyDomain, tidyPath, type EntryRules } from '../settings/list-entries.ts';
import { ListSetting } from '../settings/list-setting.tsx';
import { MoneySetting } from '../settings/money-setting.tsx';
import {
  ChoiceSetting,
  DraftFields,
  NumberSetting,
  SettingGroup,
  SwitchSetting,
  TextSetting,
} from '../settings/setting.tsx';

const { allowedDomains, allowedPaths } = accessSection.shape;
const domains: Omit<EntryRules, 'most'> = {
  isWord: true,
  tidy: tidyDomain,
  check: (entry) =>
    isSite(entry) && allowedDomains.unwrap().element.safeParse(entry).success
      ? null
      : 'agents:validation.domain',
};
const paths: Omit<EntryRules, 'most'> = {
  isWord: true,
  tidy: tidyPath,
  check: (entry) =>
    allowedPaths.unwrap().element.safeParse(entry).success ? null : 'agents:validation.path',
};

/** Who may use the agent, where, and how much. */
export function AccessSection() {
  const { t } = useTranslation(['agent-sections', 'agents']);
  const { agent, draft, set, canEdit } = useSection();
  const { access } = draft;
  const { host } = location;
  const hasOwnPage = access.allowedDomains.some((domain) =>
    domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain,
  );
  return (
    <DraftFields>
      <SwitchSetting path="access.restrictDomains" />
      {access.restrictDomains && (
        <>
          <ListSetting path="access.allowedDomains" rules={domains} placeholder="example.com" />
          {access.allowedDomains.length === 0 && <Callout tone="warning">{t('access.noDomain')}</Callout>}
          {access.allowedDomains.length > 0 && !hasOwnPage && (
            <Callout
              tone="neutral"
              action={
                canEdit && (
                  <Button
                    size="sm"
                    onClick={() => set('access.allowedDomains', [...access.allowedDomains, host])}
                  >
                    {t('access.addOwnPage', { host })}
                  </Button>
                )
              }
            >
              {t('access.ownPage', { host })}
            </Callout>
          )}
          <ListSetting path="access.allowedPaths" rules={paths} placeholder="/shop/*" />
        </>
      )}
      <Callout tone="neutral" title={t('access.honestTitle')}>
        {t('access.honest')}
      </Callout>
      <SettingGroup title={t('agents:sections.access.privacy')}>
        <SwitchSetting path="access.consentEnabled" />
        {access.consentEnabled && (
          <>
            <TextSetting path="access.consentText" rows={4} />
            {access.consentText.trim() === '' && (
              <Callout tone="warning">{t('access.noConsentText')}</Callout>
            )}
          </>
        )}
        <ChoiceSetting
          path="access.history"
          options={historyModes.map((value) => ({
            value,
            label: t(`agents:options.history.${value}`),
            hint: t(`agents:options.historyHint.${value}`),
          }))}
        />
      </SettingGroup>
      <SettingGroup
        title={t('agents:sections.access.visitorLimits')}
        help={t('agents:sections.access.visitorLimitsHelp')}
      >
        <NumberSetting path="access.messagesPerMinute" unit={t('agents:units.messages')} />
        <NumberSetting path="access.messagesPerDay" unit={t('agents:units.messages')} />
        <NumberSetting path="access.messagesPerConversation" unit={t('agents:units.messages')} />
      </SettingGroup>
      <SettingGroup title={t('agents:sections.access.caps')} help={t('agents:sections.access.capsHelp')}>
        <AgentUsage agentId={agent.id} />
        <NumberSetting path="access.dailyMessages" unit={t('agents:units.messages')} />
        <MoneySetting path="access.monthlyCents" />
        <ChoiceSetting
          path="access.atLimit"
          options={limitActions.map((value) => ({
            value,
            label: t(`agents:options.atLimit.${value}`),
            hint: t(`agents:options.atLimitHint.${value}`),
          }))}
        />
      </SettingGroup>
    </DraftFields>
  );
}
