import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/page/display.tsx';
import type { TemplateSummary } from '../templates.contract.ts';
import { readablePrice } from './readable-price.ts';

/** The piece of a chat that stands out of the lower edge, and rises a little. */
const sheetClass = clsx(
  'absolute top-5 left-1/2 w-[min(16.5rem,82%)] -translate-x-1/2 rounded-t-card border border-b-0 border-line',
  'shadow-float transition-transform duration-200 motion-safe:group-hover:-translate-y-1.5',
);

/**
 * One template in the gallery: a piece of its real chat, what it is, what it could cost. The whole card opens
 * it.
 */
export function TemplateCard({ template, onOpen }: { template: TemplateSummary; onOpen: () => void }) {
  const { t, i18n } = useTranslation('templates');
  const { title, tagline, pictureUrl, color, price } = template;
  return (
    <article
      aria-labelledby={`template-${template.slug}`}
      className={clsx(
        'group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface',
        'transition-colors duration-150 hover:border-edge',
      )}
    >
      <div
        className="relative h-44 overflow-hidden border-b border-line"
        style={{ background: `color-mix(in oklch, ${color} 16%, var(--color-sunken))` }}
      >
        {pictureUrl ? (
          <img src={pictureUrl} alt="" loading="lazy" width={400} height={500} className={sheetClass} />
        ) : (
          <NoPicture color={color} title={title} />
        )}
      </div>
      <div className="flex grow flex-col gap-1 p-4">
        <h2 id={`template-${template.slug}`} className="text-md leading-6 font-semibold">
          <button
            type="button"
            onClick={onOpen}
            className={clsx(
              'text-left break-words after:absolute after:inset-0 after:rounded-card focus-visible:outline-none',
              'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2',
              'focus-visible:after:outline-accent-strong',
            )}
          >
            {title}
          </button>
        </h2>
        <p className="text-muted">{tagline}</p>
        <p className="mt-auto flex flex-wrap gap-1.5 pt-2">
          <Badge>{t(`categories.${template.category}`)}</Badge>
          {price.type !== 'none' && <Badge tone="accent">{readablePrice(price, i18n.language, t)}</Badge>}
        </p>
      </div>
    </article>
  );
}

/** The look of a chat in the template's colour, where nobody took a picture of it. */
function NoPicture({ color, title }: { color: string; title: string }) {
  return (
    <div aria-hidden="true" className={clsx(sheetClass, 'grid gap-3 bg-surface p-4 pb-24')}>
      <span className="flex items-center gap-2">
        <span className="size-7 rounded-full" style={{ background: color }} />
        <span className="truncate text-sm font-semibold">{title}</span>
      </span>
      <span className="h-9 w-4/5 rounded-card rounded-bl-none bg-sunken" />
      <span
        className="h-7 w-1/2 justify-self-end rounded-card rounded-br-none"
        style={{ background: color }}
      />
    </div>
  );
}
