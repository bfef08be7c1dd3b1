/** @jsxImportSource preact */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icons.tsx';
import { citationAddress } from './safe-url.ts';
import type { Translate } from './texts.ts';
import type { Citation } from './visitor-types.ts';

/** The card that is shown, and the chip that it belongs to. */
export type ShownCitation = { citation: Citation; anchor: HTMLElement } | null;
export type ShowCitation = (shown: ShownCitation) => void;

type ChipProps = { citation: Citation; show: ShowCitation; t: Translate };

const label = (citation: Citation, t: Translate) => `${t('citations.source', { number: citation.number, title: citation.title })}, ${t('citations.newTab')}`;

/** The events that show the card of a citation: pointing at it, and reaching it by keyboard. */
function shows(citation: Citation, show: ShowCitation) {
  const open = (event: Event) => show({ citation, anchor: event.currentTarget as HTMLElement });
  return { onMouseEnter: open, onFocus: open, onMouseLeave: () => show(null), onBlur: () => show(null) };
}

/** The small number behind a statement. */
export function CitationChip({ citation, show, t }: ChipProps) {
  const address = citationAddress(citation.storedUrl);
  if (!address) return null;
  return (
    <a class="cw-chip" href={address} target="_blank" rel="noopener" aria-label={label(citation, t)} {...shows(citation, show)}>
      {citation.number}
    </a>
  );
}

/** The sources of an answer, under it. */
export function SourceRow({ citations, show, t }: { citations: Citation[]; show: ShowCitation; t: Translate }) {
  const known = citations.filter((citation) => citationAddress(citation.storedUrl));
  if (!known.length) return null;
  return (
    <div class="cw-sources">
      <span class="cw-sources-title">{t('citations.sources')}</span>
      <ul>
        {known.map((citation) => (
          <li key={citation.number}>
            <a class="cw-source" href={citationAddress(citation.storedUrl)!} target="_blank" rel="noopener" {...shows(citation, show)}>
              <b>{citation.number}</b> <span>{citation.title}</span>
              <em class="cw-hidden">, {t('citations.newTab')}</em>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const host = (address: string | null) => {
  try {
    return address ? new URL(address).hostname.replace(/^www\./, '') : '';
  } catch {
    return '';
  }
};

/** Title and quote of a source, beside its chip. It stays while the pointer is on it; Escape takes it away. */
export function CitationCard({ shown, show, t }: { shown: ShownCitation; show: ShowCitation; t: Translate }) {
  const card = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Record<string, string>>({});
  useLayoutEffect(() => {
    const box = card.current;
    if (!shown || !box) return;
    const chip = shown.anchor.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const above = chip.top > height + 16;
    setPlace({
      left: `${Math.max(12, Math.min(chip.left + chip.width / 2 - width / 2, innerWidth - width - 12))}px`,
      top: `${above ? chip.top - height - 6 : Math.min(chip.bottom + 6, innerHeight - height - 12)}px`,
    });
  }, [shown]);
  useEffect(() => {
    if (!shown) return;
    const hide = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      show(null);
    };
    addEventListener('keydown', hide, true);
    return () => removeEventListener('keydown', hide, true);
  }, [shown, show]);
  if (!shown) return null;
  const { citation, anchor } = shown;
  const where = citation.page ? t('citations.page', { page: citation.page }) : host(citation.url);
  return (
    <div ref={card} class="cw-card" role="tooltip" style={place} onMouseEnter={() => show(shown)} onMouseLeave={() => show(null)} onClick={() => anchor.click()}>
      <p class="cw-card-title">
        <Icon name="page" size={16} />
        <span>{citation.title}</span>
      </p>
      {citation.quote && <blockquote>{citation.quote}</blockquote>}
      <p class="cw-card-meta">
        <span>{where}</span>
        <span class="cw-card-open">
          {t('citations.open')} <Icon name="open" size={14} />
        </span>
      </p>
    </div>
  );
}
