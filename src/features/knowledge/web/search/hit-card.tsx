import { factGap } from '#shared/text/fact-gap.ts';
import { clsx } from 'clsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/page/display.tsx';
import type { KnowledgeHit } from '../../knowledge.contract.ts';
import { markTerms } from './mark-terms.ts';
import { passageText, placeInPage } from './passage-text.ts';

type Props = {
  hit: KnowledgeHit;
  rank: number;
  terms: readonly string[];
  threshold: number;
};

/**
 * One passage that was found: where it stands, how likely it answers, and what it was found by.
 */
export function HitCard({ hit, rank, terms, threshold }: Props) {
  const { t, i18n } = useTranslation('knowledge-web');
  const [whole, setWhole] = useState(false);
  const score = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const { lexical, dense, fused, normalised, answer } = hit.scores;
  const parts = [
    t('test.relevance', { score: score.format(normalised), least: score.format(threshold) }),
    lexical === null ? '' : t('test.words', { score: score.format(lexical) }),
    dense === null ? '' : t('test.meaning', { score: score.format(dense) }),
    lexical !== null && dense !== null
      ? t('test.fused', {
          score: new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 4 }).format(fused),
        })
      : '',
  ];
  const text = passageText(hit.text);
  const place = placeInPage(hit.title, hit.heading);
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(answer);
  const long = text.length > 320;
  return (
    <li
      className={clsx(
        'grid min-w-0 gap-2 rounded-card border border-line bg-surface p-4',
        !hit.passes && 'border-dashed',
      )}
    >
      <div className="flex items-start gap-3">
        <span className="tabular mt-px text-sm font-semibold text-muted">{rank}</span>
        <div className="min-w-0 grow">
          <p className="font-medium break-words">
            {hit.title}
            {place && (
              <span className="font-normal text-muted">
                {factGap}
                {place}
              </span>
            )}
          </p>
          <p className="truncate text-sm text-muted">
            {hit.page === null ? hit.url?.replace(/^https?:\/\//, '') : t('copy.page', { page: hit.page })}
          </p>
        </div>
        <Badge tone={hit.passes ? 'success' : 'neutral'} dot className="shrink-0">
          {t(hit.passes ? 'test.passes' : 'test.below')}
        </Badge>
      </div>
      <div className="flex items-center gap-3 text-sm">
        <span aria-hidden="true" className="text-muted">
          {t('test.score')}
        </span>
        <div
          role="meter"
          aria-label={t('test.score')}
          aria-valuemin={0}
          aria-valuemax={1}
          aria-valuenow={Number(answer.toFixed(2))}
          aria-valuetext={percent}
          className="relative h-1.5 grow rounded-full bg-line"
        >
          <div
            className={clsx('h-full rounded-full', hit.passes ? 'bg-accent-strong' : 'bg-edge')}
            style={{ width: `${Math.min(1, Math.max(0, answer)) * 100}%` }}
          />
        </div>
        <span className="tabular min-w-9 text-right font-semibold">{percent}</span>
      </div>
      <p className="tabular text-xs text-muted">{parts.filter(Boolean).join(factGap)}</p>
      <p
        className={clsx(
          'text-sm leading-6 break-words whitespace-pre-line',
          long && !whole && 'line-clamp-4',
        )}
      >
        {markTerms(text, terms).map((part, index) =>
          part.marked ? (
            <mark key={index} className="rounded-[3px] bg-accent-tint px-0.5 text-accent-ink">
              {part.text}
            </mark>
          ) : (
            part.text
          ),
        )}
      </p>
      {long && (
        <button
          type="button"
          onClick={() => setWhole(!whole)}
          className="min-h-11 w-fit rounded-control text-sm font-medium text-accent-ink underline-offset-4 hover:underline md:min-h-0"
        >
          {t(whole ? 'test.less' : 'test.more')}
        </button>
      )}
    </li>
  );
}
