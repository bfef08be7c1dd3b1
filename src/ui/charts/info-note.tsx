import { Link } from '@tanstack/react-router';
import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Popover } from '../controls/menu.tsx';

/** The "i" beside a figure: what exactly it counts. */
export function InfoNote({ name, text }: { name: string; text: string }) {
  const { t } = useTranslation('common');
  return (
    <Popover
      label={t('chart.counts', { name })}
      trigger={
        <button
          type="button"
          aria-label={t('chart.counts', { name })}
          className="relative z-10 -m-2.5 inline-grid size-9 shrink-0 place-items-center rounded-full text-muted hover:text-ink print:hidden"
        >
          <Info size={14} aria-hidden="true" />
        </button>
      }
    >
      <p className="font-medium">{name}</p>
      <p className="mt-1 text-sm text-muted">{text}</p>
      <Link to={paths.figures} className="mt-2 inline-block text-sm underline">
        {t('chart.all')}
      </Link>
    </Popover>
  );
}
