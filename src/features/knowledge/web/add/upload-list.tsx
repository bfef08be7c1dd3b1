import { RotateCw, TriangleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Progress } from '#ui/page/display.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { readableBytes } from '#ui/browser/numbers.ts';
import { Spinner } from '#ui/page/spinner.tsx';
import { isKnowledgeFile } from './file-kinds.ts';
import type { Upload } from './use-uploads.ts';

type Props = {
  items: readonly Upload[];
  onCancel: (id: number) => void;
  onRetry: (id: number) => void;
};

/** Files that are still on their way, or could not be sent. */
export function UploadList({ items, onCancel, onRetry }: Props) {
  const { t, i18n } = useTranslation('knowledge-web');
  if (items.length === 0) return null;
  return (
    <ul
      aria-label={t('files.uploads')}
      className="grid divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
    >
      {items.map((item) => (
        <li key={item.id} className="flex items-center gap-3 py-1.5 pr-2 pl-4">
          {item.state === 'failed' ? (
            <TriangleAlert size={16} className="shrink-0 text-danger-ink" />
          ) : (
            <Spinner size={16} className="shrink-0 text-muted" />
          )}
          <div className="min-w-0 grow">
            <p className="truncate font-medium">
              {item.file.name}{' '}
              <span className="text-sm font-normal text-muted">
                {readableBytes(item.file.size, i18n.language)}
              </span>
            </p>
            {item.state === 'failed' ? (
              <p className="text-sm text-danger-ink">{item.error}</p>
            ) : (
              <Progress
                className="mt-1"
                label={t('files.sending', { name: item.file.name })}
                value={item.share * 100}
              />
            )}
          </div>
          {item.state === 'failed' && isKnowledgeFile(item.file.name) && (
            <IconButton label={t('common:tryAgain')} onClick={() => onRetry(item.id)}>
              <RotateCw size={16} />
            </IconButton>
          )}
          <IconButton
            label={t(item.state === 'failed' ? 'files.dismiss' : 'files.cancel', { name: item.file.name })}
            onClick={() => onCancel(item.id)}
          >
            <X size={16} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
