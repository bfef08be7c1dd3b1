import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Callout } from './display.tsx';

/** Says why nothing on a screen can be changed by this member, and who can. */
export function ReadOnlyNotice({ className }: { className?: string }) {
  const { t } = useTranslation('common');
  return (
    <Callout
      tone="neutral"
      icon={<Eye size={20} aria-hidden="true" />}
      title={t('readOnly.title')}
      className={className}
    >
      {t('readOnly.text')}
    </Callout>
  );
}
