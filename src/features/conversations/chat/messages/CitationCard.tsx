/** @jsxImportSource preact */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ShowCitation, ShownCitation } from './Citations.tsx';
import { LateIcon } from '../shell/late-icons.tsx';
import type { Translate } from '../shell/texts.ts';

const host = (address: string | null) => {
  try {
    return address ? new URL(address).hostname.replace(/^www\./, '') : '';
  } catch {
    return '';
  }
};

/**
 * Title and quote of a source, beside its chip. It stays while the pointer is on it; Escape takes it away.
 */
export function CitationCard({
  shown,
  show,
  t,
}: {
  shown: NonNullable<ShownCitation>;
  show: ShowCitation;
  t: Translate;
}) {
  const card = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Record<string, string>>({});
  useLayoutEffect(() => {
    const box = card.current;
    if (!box) return;
    const chip = shown.anchor.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const above = chip.top > height + 16;
    setPlace({
      left: `${Math.max(12, Math.min(chip.left + chip.width / 2 - width / 2, innerWidth - width - 12))}px`,
      top: `${above ? chip.top - height - 6 : Math.min(chip.bottom + 6, innerHeight - height - 12)}px`,
    });
  }, [shown]);
  useEffect(() => {
    const hide = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      show(null);
    };
    addEventListener('keydown', hide, true);
    return () => removeEventListener('keydown', hide, true);
  }, [show]);
  const { citation, anchor } = shown;
  const where = citation.page ? t('citations.page', { page: citation.page }) : host(citation.url);
  return (
    <div
      ref={card}
      class="cw-card"
      role="tooltip"
      style={place}
      onMouseEnter={() => show(shown)}
      onMouseLeave={() => show(null)}
      onClick={() => anchor.click()}
    >
      <p class="cw-card-title">
        <LateIcon name="page" size={16} />
        <span>{citation.title}</span>
      </p>
      {citation.quote && <blockquote>{citation.quote}</blockquote>}
      <p class="cw-card-meta">
        <span>{where}</span>
        <span class="cw-card-open">
          {t('citations.open')} <LateIcon name="open" size={14} />
        </span>
      </p>
    </div>
  );
}
