import { useTranslation } from 'react-i18next';
import { Switch } from '#ui/controls/switch.tsx';
import { builtInToolNames, type BuiltInToolName } from '../../agents-tools.contract.ts';
import { useSection } from '../editor/editor-section.ts';
import { DraftFields, NumberSetting, SettingPlace, TextSetting } from '../settings/setting.tsx';

/** What the agent can do by itself, each with a switch; with a model, and without one by its own judgement. */
export function ToolsSection() {
  const { t } = useTranslation(['agent-sections', 'agents']);
  const { draft, set, canEdit } = useSection();
  const { off } = draft.tools;
  const isOn = (name: BuiltInToolName): boolean => !off.includes(name);
  return (
    <DraftFields>
      <SettingPlace path="tools.off">
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {builtInToolNames.map((name) => (
            <li key={name} className="px-4 py-3">
              <Switch
                label={t(`tools.${name}.label`)}
                help={t(`tools.${name}.help`)}
                checked={isOn(name)}
                disabled={!canEdit}
                onChange={(next) =>
                  set('tools.off', next ? off.filter((each) => each !== name) : [...off, name])
                }
              />
            </li>
          ))}
        </ul>
      </SettingPlace>
      {isOn('book_link') && (
        <>
          <TextSetting path="tools.bookingUrl" type="url" placeholder="https://" />
          {draft.tools.bookingUrl !== '' && <TextSetting path="tools.bookingTitle" />}
        </>
      )}
      {isOn('book_link') && draft.tools.bookingUrl !== '' && draft.payment.enabled && (
        <NumberSetting path="tools.bookingCost" unit={t('agents:units.messages')} />
      )}
      {draft.ai.imageGeneration && draft.payment.enabled && (
        <NumberSetting path="tools.imageCost" unit={t('agents:units.messages')} />
      )}
      {isOn('send_summary') && draft.payment.enabled && (
        <NumberSetting path="tools.summaryCost" unit={t('agents:units.messages')} />
      )}
      <p className="text-sm text-pretty text-muted">{t('tools.others')}</p>
    </DraftFields>
  );
}
