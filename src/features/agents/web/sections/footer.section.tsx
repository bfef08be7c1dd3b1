import { useTranslation } from 'react-i18next';
import { DraftFields, SwitchSetting, TextSetting } from '../settings/setting.tsx';

/** The small print under the message box. */
export function FooterSection() {
  const { t } = useTranslation('agents');
  return (
    <DraftFields>
      <TextSetting path="footer.text" rows={3} placeholder={t('options.footerExample')} />
      <SwitchSetting path="footer.showBrand" />
    </DraftFields>
  );
}
