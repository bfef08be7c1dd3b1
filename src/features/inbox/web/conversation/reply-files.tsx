import { FileText, Paperclip, RotateCw, TriangleAlert, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Progress } from '#ui/page/display.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { readableBytes } from '#ui/browser/numbers.ts';
import { replyFileTypes, type ReplyFile, type useReplyFiles } from './use-reply-files.ts';

type Files = ReturnType<typeof useReplyFiles>;
const icon = { size: 16 } as const;

/** What goes with the message, with its progress, and why something does not. */
export function ReplyFiles({ files }: { files: Files }) {
  const { t } = useTranslation('inbox');
  return (
    <>
      {files.items.length > 0 && (
        <ul aria-label={t('files.list')} className="flex flex-wrap gap-2 px-3 pb-2">
          {files.items.map((item) => (
            <Row key={item.key} item={item} files={files} />
          ))}
        </ul>
      )}
      <div role="alert" className="empty:hidden px-4 pb-2 text-sm text-danger-ink">
        {files.refusals.map((text) => (
          <p key={text} className="flex items-start justify-between gap-2">
            {text}
            <IconButton label={t('common:close')} onClick={() => files.dismiss(text)} className="-my-1.5">
              <X size={16} />
            </IconButton>
          </p>
        ))}
      </div>
    </>
  );
}

function Row({ item, files }: { item: ReplyFile; files: Files }) {
  const { t, i18n } = useTranslation('inbox');
  const { file, attachment, failure } = item;
  return (
    <li className="flex w-full min-w-0 items-center gap-2.5 rounded-card border border-line bg-surface p-1.5 text-sm sm:w-64">
      {attachment?.kind === 'image' ? (
        <img src={attachment.url} alt="" className="size-9 shrink-0 rounded-control bg-sunken object-cover" />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken text-muted dark:bg-line"
        >
          {failure ? <TriangleAlert {...icon} className="text-danger-ink" /> : <FileText {...icon} />}
        </span>
      )}
      <span className="grid min-w-0 grow">
        <span className="truncate font-medium">{attachment?.name ?? file.name}</span>
        {failure ? (
          <span className="text-danger-ink">{failure}</span>
        ) : attachment ? (
          <span className="tabular text-xs text-muted">{readableBytes(attachment.size, i18n.language)}</span>
        ) : (
          <Progress
            className="mt-1"
            label={t('files.sending', { name: file.name })}
            value={item.share * 100}
          />
        )}
      </span>
      {failure && (
        <IconButton size="sm" label={t('files.again', { name: file.name })} onClick={() => files.retry(item)}>
          <RotateCw size={14} />
        </IconButton>
      )}
      <IconButton size="sm" label={t('files.remove', { name: file.name })} onClick={() => files.remove(item)}>
        <X size={14} />
      </IconButton>
    </li>
  );
}

/** Opens the file chooser. */
export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('inbox');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={replyFileTypes}
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <IconButton label={t('files.add')} onClick={() => input.current?.click()}>
        <Paperclip {...icon} />
      </IconButton>
    </>
  );
}
