/** @jsxImportSource preact */
import { lazyPart } from '../shell/lazy-part.tsx';
import { citationAddress } from '../shell/safe-url.ts';
import type { Translate } from '../shell/texts.ts';
import type { Citation } from '../store/visitor-types.ts';

/**
 * Title and quote of a source, beside its chip; its script comes with the first source that is pointed at.
 */
export const CitationCard = lazyPart(() =>
  import('./CitationCard.tsx').then((module) => module.CitationCard),
);

/** The card that is shown, and the chip that it belongs to. */
export type ShownCitation = { citation: Citation; anchor: HTMLElement } | null;
export type ShowCitation = (shown: ShownCitation) => void;

type ChipProps = {
  citation: Citation;
  show: ShowCitation;
  t: Translate;
};

const label = (citation: Citation, t: Translate) =>
  `${t('citations.source', { number: citation.number, title: citation.title })}, ${t('citations.newTab')}`;

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
    <a
      class="cw-chip"
      href={address}
      target="_blank"
      rel="noopener"
      aria-label={label(citation, t)}
      {...shows(citation, show)}
    >
      {citation.number}
    </a>
  );
}

/** The sources of an answer, under it. */
export function SourceRow({
  citations,
  show,
  t,
}: {
  citations: Citation[];
  show: ShowCitation;
  t: Translate;
}) {
  const known = citations.filter((citation) => citationAddress(citation.storedUrl));
  if (!known.length) return null;
  return (
    <div class="cw-sources">
      <span class="cw-sources-title">{t('citations.sources')}</span>
      <ul>
        {known.map((citation) => (
          <li key={citation.number}>
            <a
              class="cw-source"
              href={citationAddress(citation.storedUrl)!}
              target="_blank"
              rel="noopener"
              {...shows(citation, show)}
            >
              <b>{citation.number}</b> <span>{citation.title}</span>
              <em class="cw-hidden">, {t('citations.newTab')}</em>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
