import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Attachment } from '../conversations-attachments.contract.ts';
import { fileSize } from '../chat/composer/file-size.ts';

/**
 * What came with a message or was drawn for it, as the owner sees it: pictures small, documents by name, both
 * with their size.
 */
export function OwnerAttachments({ items }: { items: readonly Attachment[] | undefined }) {
  const { t, i18n } = useTranslation('attachments');
  if (!items || items.length === 0) return null;
  return (
    <ul aria-label={t('list')} className="mt-1 flex flex-wrap gap-2">
      {items.map(({ id, kind, name, size, url, width, height }) => (
        <li key={id} className="min-w-0 max-w-full">
          <a
            href={url}
            target="_blank"
            rel="noopener"
            aria-label={t('open', { name, size: fileSize(size, i18n.language) })}
            className="flex w-fit max-w-full min-w-0 items-center gap-2.5 rounded-card border border-line bg-surface p-1.5 pr-3 text-sm hover:bg-sunken"
          >
            {kind === 'image' ? (
              <img
                src={url}
                alt=""
                width={width ?? undefined}
                height={height ?? undefined}
                loading="lazy"
                className="size-14 shrink-0 rounded-control bg-sunken object-cover"
              />
            ) : (
              <span
                className="grid size-11 shrink-0 place-items-center rounded-control bg-sunken text-muted dark:bg-line"
                aria-hidden="true"
              >
                <FileText size={20} />
              </span>
            )}
            <span className="grid min-w-0">
              <span className="truncate font-medium">{name}</span>
              <span className="tabular text-muted">{fileSize(size, i18n.language)}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
