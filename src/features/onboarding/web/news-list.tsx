import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePartsOff } from '#features/feature-flags/web/parts-off.ts';
import { Badge } from '#ui/page/display.tsx';
import { newsEntries } from '../onboarding.contract.ts';

/** What is new in the product; what the person has not seen is marked as long as the list is open. */
export function NewsList({ unread, onGo }: { unread: readonly string[]; onGo: () => void }) {
  const { t, i18n } = useTranslation('news');
  // Opening the list marks all as seen, and that must not take the marks away under the reader's eyes.
  const [fresh] = useState(() => new Set(unread));
  const { isOff } = usePartsOff();
  const shown = newsEntries.filter((entry) => !('part' in entry && isOff(entry.part)));
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <ul className="grid">
      {shown.map(({ id, date, path }) => (
        <li key={id} className="grid gap-1 border-t border-line py-4 first:border-0 first:pt-0">
          <p className="flex items-center gap-2 text-sm text-muted">
            <time dateTime={date}>{day.format(Date.parse(date))}</time>
            {fresh.has(id) && <Badge tone="accent">{t('new')}</Badge>}
          </p>
          <h3 className="font-medium">{t(`entries.${id}.title`)}</h3>
          <p className="text-pretty text-muted">{t(`entries.${id}.text`)}</p>
          <Link to={path} onClick={onGo} className="w-fit text-accent-ink underline underline-offset-4">
            {t('open')}
          </Link>
        </li>
      ))}
    </ul>
  );
}
