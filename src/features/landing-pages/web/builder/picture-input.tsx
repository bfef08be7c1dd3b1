import { Image, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PictureValue } from '#shared/landing-pages/fields.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { upload } from '#ui/api/upload.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { FileButton } from '#ui/controls/file-button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { PageImage } from '../../landing-pages-images.contract.ts';
import { Drawing, drawingNames } from '../../pages/blocks/drawings.tsx';
import { isElsewhere, TakeIn } from './take-in.tsx';

type Props = {
  label: string;
  value: PictureValue;
  pageId: string;
  onChange: (value: PictureValue) => void;
};

/** A picture: one of the page's, a new one, or one that the page draws; with the words for those who don't see it. */
export function PictureInput({ label, value, pageId, onChange }: Props) {
  const { t } = useTranslation('landing-builder');
  const [isChoosing, setChoosing] = useState(false);
  const take = (src: string, width = 0, height = 0): void => {
    setChoosing(false);
    onChange({ ...value, src, width, height });
  };
  const isMute = value.src !== '' && value.alt.trim() === '' && !value.isDecoration;
  return (
    <section aria-label={label} className="grid gap-2">
      <h3 className="text-sm font-medium">{label}</h3>
      <div className="flex items-center gap-2">
        {value.src !== '' && (
          <span className="size-14 shrink-0 overflow-hidden rounded-control border border-line text-muted">
            <Thumb src={value.src} />
          </span>
        )}
        <Button onClick={() => setChoosing(true)}>
          {t(value.src ? 'picture.change' : 'picture.choose')}
        </Button>
        {value.src !== '' && (
          <IconButton label={t('picture.remove')} onClick={() => take('')}>
            <Trash2 size={16} />
          </IconButton>
        )}
      </div>
      {isElsewhere(value.src) && <TakeIn pageId={pageId} url={value.src} onTake={take} />}
      {value.src !== '' && (
        <>
          {!value.isDecoration && (
            <Field label={t('picture.alt')} error={isMute ? t('picture.noAlt') : undefined}>
              <Input
                value={value.alt}
                maxLength={300}
                onChange={({ target }) => onChange({ ...value, alt: target.value })}
              />
            </Field>
          )}
          <Switch
            label={t('picture.decoration')}
            checked={value.isDecoration}
            onChange={(isDecoration) => onChange({ ...value, isDecoration })}
          />
        </>
      )}
      {isChoosing && <Chooser pageId={pageId} onTake={take} onClose={() => setChoosing(false)} />}
    </section>
  );
}

function Thumb({ src }: { src: string }) {
  if (isElsewhere(src))
    return (
      <span className="flex size-full items-center justify-center">
        <Image size={20} aria-hidden="true" />
      </span>
    );
  if (src.startsWith('drawing:')) return <Drawing name={src.slice('drawing:'.length)} label="" />;
  return <img src={src} alt="" loading="lazy" className="size-full object-cover" />;
}

type ChooserProps = {
  pageId: string;
  onTake: (src: string, width?: number, height?: number) => void;
  onClose: () => void;
};

function Chooser({ pageId, onTake, onClose }: ChooserProps) {
  const { t } = useTranslation('landing-builder');
  const kept = useEndpoint('GET /api/landing-pages/{id}/images', { params: { id: pageId } });
  const [isSending, setSending] = useState(false);
  const send = async (file: File): Promise<void> => {
    setSending(true);
    const form = new FormData();
    form.append('file', file);
    try {
      const made = (await upload(`/api/landing-pages/${pageId}/images`, form)) as PageImage;
      onTake(made.src, made.width, made.height);
    } catch (error) {
      toast({ variant: 'destructive', title: error instanceof Error ? error.message : '' });
    } finally {
      setSending(false);
    }
  };
  const tile =
    'size-24 cursor-pointer overflow-hidden rounded-control border border-line p-1 hover:border-edge';
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={t('picture.title')}>
      <div className="grid gap-4">
        <FileButton accept="image/*" disabled={isSending} onFile={(file) => void send(file)}>
          {t('picture.upload')}
        </FileButton>
        {kept.data && kept.data.images.length > 0 && (
          <section className="grid gap-2">
            <h3 className="text-sm font-medium">{t('picture.own')}</h3>
            <div className="flex flex-wrap gap-2">
              {kept.data.images.map((image) => (
                <button
                  key={image.src}
                  type="button"
                  aria-label={image.name}
                  className={tile}
                  onClick={() => onTake(image.src, image.width, image.height)}
                >
                  <Thumb src={image.src} />
                </button>
              ))}
            </div>
          </section>
        )}
        <section className="grid gap-2">
          <h3 className="text-sm font-medium">{t('picture.drawn')}</h3>
          <div className="lp-drawings flex flex-wrap gap-2">
            {drawingNames.map((name) => (
              <button
                key={name}
                type="button"
                aria-label={name}
                className={tile}
                onClick={() => onTake(`drawing:${name}`)}
              >
                <Thumb src={`drawing:${name}`} />
              </button>
            ))}
          </div>
        </section>
      </div>
    </Dialog>
  );
}
