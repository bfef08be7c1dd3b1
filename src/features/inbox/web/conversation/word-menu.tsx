import { clsx } from 'clsx';
import type { WordOffer } from '../inbox-words.ts';

export const wordMenuId = 'inbox-saved';
export const wordOfferId = (at: number): string => `${wordMenuId}-${at}`;

/** Offers saved replies, or colleagues to mention, over the text in which they are being named. */
export function WordMenu({
  label,
  offers,
  at,
  onChoose,
}: {
  label: string;
  offers: readonly WordOffer[];
  /** Counts on beyond the last one, which the first follows. */
  at: number;
  onChoose: (offer: WordOffer) => void;
}) {
  if (offers.length === 0) return null;
  return (
    <div
      id={wordMenuId}
      role="listbox"
      aria-label={label}
      className="absolute inset-x-0 bottom-full z-10 mb-1 max-h-72 overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float"
    >
      {offers.map((one, index) => (
        <button
          key={one.id}
          id={wordOfferId(index)}
          type="button"
          role="option"
          aria-selected={index === at % offers.length}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(one)}
          className={clsx(
            'grid w-full gap-0.5 rounded-control px-2.5 py-1.5 text-left',
            index === at % offers.length && 'bg-sunken dark:bg-line',
          )}
        >
          <span className="truncate font-medium">{one.name}</span>
          {one.body && <span className="truncate text-sm text-muted">{one.body}</span>}
        </button>
      ))}
    </div>
  );
}
