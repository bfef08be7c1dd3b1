import { clsx } from 'clsx';
import { ImageUp } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#ui/api/client.ts';
import { upload } from '#ui/api/upload.ts';
import { Button } from '#ui/controls/button.tsx';
import { FileButton } from '#ui/controls/file-button.tsx';
import {
  largestServerPicture,
  serverPicturePath,
  type ServerPictureKind,
} from '../server-pictures.contract.ts';

type Props = {
  kind: ServerPictureKind;
  label: string;
  help: string;
  /** The key of the picture, or null for none. */
  value: string | null;
  onChange: (key: string | null) => void;
  error?: string | undefined;
};

/** A picture of what the server shows: sent when it is chosen, kept when the form is saved. */
export function ServerPictureField({ kind, label, help, value, onChange, error }: Props) {
  const { t } = useTranslation('server-pictures');
  const id = useId();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function send(file: File): Promise<void> {
    if (file.size > largestServerPicture)
      return setFailure(t('tooLarge', { size: largestServerPicture / 1_048_576 }));
    setFailure(null);
    setSending(true);
    const form = new FormData();
    form.append('file', file);
    try {
      const { key } = (await upload(`/api/superadmin/pictures?kind=${kind}`, form)) as { key: string };
      onChange(key);
    } catch (refused) {
      setFailure(refused instanceof ApiError ? refused.message : t('common:failed.offline'));
    } finally {
      setSending(false);
    }
  }

  const wrong = failure ?? error;
  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-help`} className="grid gap-1.5">
      <p id={id} className="font-medium">
        {label}
      </p>
      <p id={`${id}-help`} className="-mt-1 text-sm text-muted">
        {help}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {value && (
          <img
            src={serverPicturePath(value)}
            alt={t('alt')}
            className={clsx(
              'border border-line object-cover',
              kind === 'person' ? 'size-12 rounded-full' : 'h-24 rounded-control',
            )}
          />
        )}
        <FileButton
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          icon={<ImageUp size={16} />}
          pending={isSending}
          onFile={(file) => void send(file)}
        >
          {t(value ? 'replace' : 'upload')}
        </FileButton>
        {value && (
          <Button variant="ghost" onClick={() => onChange(null)}>
            {t('common:actions.remove')}
          </Button>
        )}
      </div>
      {wrong && (
        <p role="alert" className="text-sm text-danger-ink">
          {wrong}
        </p>
      )}
    </div>
  );
}
