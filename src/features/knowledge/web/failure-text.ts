import { useTranslation } from 'react-i18next';

/** Why something failed and what can be done, in the person's language. */
export function useFailureText(): (code: string) => { text: string; hint: string | null } {
  const { t, i18n } = useTranslation(['knowledge', 'knowledge-web']);
  return (code) => {
    if (!i18n.exists(`knowledge:failures.${code}.text`))
      return { text: t('knowledge-web:failedUnknown'), hint: null };
    return {
      text: t(`knowledge:failures.${code}.text`),
      hint: i18n.exists(`knowledge:failures.${code}.hint`) ? t(`knowledge:failures.${code}.hint`) : null,
    };
  };
}
