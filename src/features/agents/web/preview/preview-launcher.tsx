import { clsx } from 'clsx';
import { EyeOff, X } from 'lucide-react';
import { launcherIconPaths } from '#shared/embed/protocol.ts';
import { readableOn } from '#shared/readable-color.ts';
import type { AgentConfiguration } from '../../agents-configuration.contract.ts';

const places = {
  'bottom-left': 'flex-row-reverse justify-end',
  'bottom-center': 'flex-col items-center justify-center',
  'bottom-right': 'justify-end',
};

/** How big the panel of each size is beside the others, as far as the preview has room. */
export const previewPanel = {
  compact: 'max-w-[22.5rem] max-h-[35rem]',
  regular: 'max-w-[25rem] max-h-[44rem]',
  tall: 'max-w-[27.5rem]',
};

/** A distance as far as the preview has room for it, in pixels. */
const distance = (pixels: number): number => Math.min(120, Math.max(0, pixels || 0));

/**
 * The launcher of the draft with its words, and the popup message beside it. A picture for the eye: the real
 * one stands on the owner's pages.
 */
export function PreviewLauncher({ draft }: { draft: AgentConfiguration }) {
  const { avatar, color, launcherIcon } = draft.appearance;
  const { position, launcherText, hideLauncher, popupMessage, size, offsetX, offsetY } = draft.layout;
  const shown = /^#[0-9a-f]{6}$/i.test(color) ? color : '#36d6b5';
  const text = hideLauncher ? '' : launcherText.trim();
  return (
    <div
      aria-hidden="true"
      className={clsx(
        'flex w-full shrink-0 items-end gap-2 pt-3',
        previewPanel[size].split(' ')[0],
        places[position],
      )}
      style={{
        paddingInline: position === 'bottom-center' ? 0 : distance(offsetX),
        paddingBottom: distance(offsetY),
      }}
    >
      {popupMessage.trim() !== '' && (
        <span className="flex min-w-0 items-start gap-2 rounded-card border border-line bg-raised py-2 pr-2 pl-3 text-sm shadow-float">
          <span className="line-clamp-3 min-w-0 break-words">{popupMessage}</span>
          <X size={16} className="mt-0.5 shrink-0 text-muted" />
        </span>
      )}
      {hideLauncher ? (
        <span className="flex size-13 shrink-0 items-center justify-center rounded-full border border-dashed border-edge text-muted">
          <EyeOff size={20} />
        </span>
      ) : (
        <span
          className={clsx(
            'flex h-13 shrink-0 items-center justify-center overflow-hidden rounded-full shadow-float',
            text ? 'max-w-full gap-2 pr-5 pl-3' : 'w-13',
          )}
          style={{ background: shown, color: readableOn(shown) }}
        >
          {launcherIcon === 'avatar' && avatar ? (
            <img
              src={`/avatars/${avatar}`}
              alt=""
              className={clsx('shrink-0 object-cover', text ? '-ml-3 size-13 rounded-full' : 'size-full')}
            />
          ) : (
            <svg
              width="24"
              height="24"
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
              className="shrink-0"
            >
              <path d={launcherIconPaths[launcherIcon]} />
            </svg>
          )}
          {text && <span className="truncate font-semibold">{text}</span>}
        </span>
      )}
    </div>
  );
}
