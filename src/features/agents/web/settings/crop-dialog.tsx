import { useEffect, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Slider } from '#ui/controls/slider.tsx';

/** Side of the picture that is sent, in pixels: enough for the largest place that shows it. */
const side = 512;
const mostZoom = 4;

type Props = {
  file: File;
  onCrop: (picture: Blob) => void;
  onClose: () => void;
  onUnreadable: () => void;
};

/** Which part of a picture fills the avatar's circle: by dragging, wheel, slider or keys. */
export function CropDialog({ file, onCrop, onClose, onUnreadable }: Props) {
  const { t, i18n } = useTranslation('agents-look');
  const [address, setAddress] = useState<string | null>(null);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const apply = async () => {
    if (!address || !area) return;
    setBusy(true);
    const picture = await cut(address, area).catch(() => null);
    if (picture) onCrop(picture);
    else onUnreadable();
  };
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('crop.title')}
      description={t('crop.help')}
      actions={
        <>
          <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
          <Button variant="primary" pending={isBusy} disabled={!area} onClick={() => void apply()}>
            {t('crop.apply')}
          </Button>
        </>
      }
    >
      <div className="relative h-72 overflow-hidden rounded-card bg-sunken [&_[data-testid=cropper]:focus-visible]:outline-3 [&_[data-testid=cropper]:focus-visible]:outline-accent-strong">
        {address && (
          <Cropper
            image={address}
            crop={crop}
            zoom={zoom}
            minZoom={1}
            maxZoom={mostZoom}
            aspect={1}
            cropShape="round"
            showGrid={false}
            keyboardStep={6}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_share, pixels) => setArea(pixels)}
            cropperProps={{ 'aria-label': t('crop.area'), role: 'img' }}
            mediaProps={{ alt: '', onError: onUnreadable }}
          />
        )}
      </div>
      <Field label={t('crop.zoom')} className="mt-4">
        <Slider
          value={zoom}
          onChange={setZoom}
          min={1}
          max={mostZoom}
          step={0.05}
          label={t('crop.zoom')}
          format={(value) => percent.format(value)}
        />
      </Field>
    </Dialog>
  );
}

/** The chosen part as a picture of its own, upright and no larger than it is shown. */
async function cut(address: string, area: Area): Promise<Blob | null> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
