import { useTranslation } from 'react-i18next';
import type { TextChange } from '#shared/landing-pages/block-texts.ts';

/** Texts as they are, each above what it would be. */
export function TextChanges({ changes }: { changes: readonly TextChange[] }) {
  const { t } = useTranslation('landing-builder');
  return (
    <ul className="grid gap-3">
      {changes.map(({ path, before, after }) => (
        <li key={path} className="grid gap-2 rounded-card border border-line p-3 text-sm">
          <Words label={t('rewrite.before')} text={before} isOld />
          <Words label={t('rewrite.after')} text={after} />
        </li>
      ))}
    </ul>
  );
}

const Words = ({ label, text, isOld = false }: { label: string; text: string; isOld?: boolean }) => (
  <div>
    <p className="text-xs text-muted">{label}</p>
    <p className={isOld ? 'whitespace-pre-line text-muted' : 'font-medium whitespace-pre-line'}>{text}</p>
  </div>
);
