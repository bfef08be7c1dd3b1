import { ImageOff } from 'lucide-react';
import { useRef, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSection } from '../editor/editor-section.ts';
import { ImageSetting } from './image-setting.tsx';
import { SliderSetting } from './setting.tsx';

/** The picture behind the messages: which part of it stays in sight, and how much it is veiled. */
export function BackgroundSetting() {
  const { t, i18n } = useTranslation('agents-look');
  const { draft } = useSection();
  const { backgroundImage } = draft.appearance;
  const percent = (value: number) =>
    new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(value / 100);
  return (
    <>
      <ImageSetting
        path="appearance.backgroundImage"
        kind="background"
        help={t('image.backgroundHelp')}
        picture={backgroundImage ? null : <NoPicture />}
      />
      {backgroundImage && (
        <>
          <FocusPoint image={backgroundImage} />
          <SliderSetting
            path="appearance.backgroundX"
            step={1}
            ends={[t('background.left'), t('background.right')]}
            format={percent}
          />
          <SliderSetting
            path="appearance.backgroundY"
            step={1}
            ends={[t('background.top'), t('background.bottom')]}
            format={percent}
          />
          <div>
            <SliderSetting
              path="appearance.overlayDarkness"
              step={1}
              ends={[t('background.clear'), t('background.veiled')]}
              format={percent}
            />
            <p className="text-sm text-muted">{t('background.veilHelp')}</p>
          </div>
        </>
      )}
    </>
  );
}

function NoPicture() {
  return (
    <span
      aria-hidden="true"
      className="flex h-14 w-24 items-center justify-center rounded-card border border-dashed border-edge text-muted"
    >
      <ImageOff size={20} />
    </span>
  );
}

/**
 * The whole picture; the point that is clicked or dragged stays in sight however the chat is shaped. The
 * sliders do the same by keyboard.
 */
function FocusPoint({ image }: { image: string }) {
  const { t } = useTranslation('agents-look');
  const { draft, set, canEdit } = useSection();
  const box = useRef<HTMLImageElement>(null);
  const { backgroundX, backgroundY } = draft.appearance;
  const move = (event: PointerEvent) => {
    const place = box.current?.getBoundingClientRect();
    if (!canEdit || !place || event.buttons !== 1) return;
    const share = (at: number, start: number, length: number) =>
      Math.round(Math.min(1, Math.max(0, (at - start) / length)) * 100);
    set('appearance', {
      ...draft.appearance,
      backgroundX: share(event.clientX, place.left, place.width),
      backgroundY: share(event.clientY, place.top, place.height),
    });
  };
  return (
    <div>
      <div
        className="relative inline-block max-w-full cursor-crosshair touch-none overflow-hidden rounded-card border border-line select-none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          move(event);
        }}
        onPointerMove={move}
      >
        <img
          ref={box}
          src={`/images/${image}`}
          alt=""
          draggable={false}
          className="block max-h-56 max-w-full"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute size-7 -translate-1/2 rounded-full border-2 border-page shadow-float outline-2 outline-ink"
          style={{ left: `${backgroundX}%`, top: `${backgroundY}%` }}
        />
      </div>
      <p className="mt-1 text-sm text-muted">{t('background.focus')}</p>
    </div>
  );
}
