/** @jsxImportSource preact */
import type { Entry } from '../store/chat-state.ts';
import { Icon } from '../shell/icons.tsx';
import { lazyPart } from '../shell/lazy-part.tsx';
import type { Translate } from '../shell/texts.ts';

export type FeedbackProps = {
  entry: Entry;
  give: (value: 'up' | 'down' | null, reason?: string) => void;
  t: Translate;
};

/** Asks what was wrong; its script comes with the first thumb down. */
export const FeedbackReason = lazyPart(() =>
  import('./FeedbackReason.tsx').then((module) => module.FeedbackReason),
);

/** Thumbs; the lower one may be explained. */
export function Thumbs({ entry, give, t, onDown }: FeedbackProps & { onDown: (isOpen: boolean) => void }) {
  const thumb = (value: 'up' | 'down') => (
    <button
      type="button"
      class={`cw-button cw-icon-button cw-thumb-${value}`}
      aria-label={t(`actions.${value}`)}
      title={t(`actions.${value}`)}
      aria-pressed={entry.feedback === value}
      onClick={() => {
        const next = entry.feedback === value ? null : value;
        give(next);
        onDown(next === 'down');
      }}
    >
      <Icon name="up" />
    </button>
  );
  return (
    <>
      {thumb('up')}
      {thumb('down')}
    </>
  );
}
