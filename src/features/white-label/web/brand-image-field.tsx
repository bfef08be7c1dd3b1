import { ImageUp } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { FileButton } from '#ui/controls/file-button.tsx';
import { largestBrandImage, type BrandImageKind } from '../white-label.contract.ts';
import type { ChosenImage } from './chosen-image.ts';

/** The logo or the icon: chosen, shown, taken away; sent when the brand is saved. */
export function BrandImageField({ kind, image }: { kind: BrandImageKind; image: ChosenImage }) {
  const { t } = useTranslation('white-label');
  const id = useId();
  const [isTooLarge, setTooLarge] = useState(false);
  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-help`} className="grid gap-1.5">
      <p id={id} className="font-medium">
        {t(`field.${kind}`)}
      </p>
      <p id={`${id}-help`} className="-mt-1 text-sm text-muted">
        {t(`help.${kind}`)}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {image.url && (
          <span className="flex h-12 min-w-12 items-center justify-center rounded-control border border-line bg-page p-1.5">
            <img src={image.url} alt={t(`alt.${kind}`)} className="max-h-full max-w-40 object-contain" />
          </span>
        )}
        <FileButton
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          icon={<ImageUp size={16} />}
          onFile={(file) => {
            setTooLarge(file.size > largestBrandImage);
            if (file.size <= largestBrandImage) image.choose(file);
          }}
        >
          {t(image.url ? 'image.replace' : 'image.upload')}
        </FileButton>
        {image.url && (
          <Button variant="ghost" onClick={image.remove}>
            {t('common:actions.remove')}
          </Button>
        )}
      </div>
      {isTooLarge && (
        <p role="alert" className="text-sm text-danger-ink">
          {t('image.tooLarge', { size: largestBrandImage / 1_048_576 })}
        </p>
      )}
    </div>
  );
}
