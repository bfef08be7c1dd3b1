/** @jsxImportSource preact */
import type { ChatStore } from '../store/chat-store.ts';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  formatPrice,
  type ButtonsContent,
  type CarouselContent,
  type PartButton,
  type PartCard,
  type PartPicture,
  type ProductContent,
} from '#shared/chat/message-parts.ts';
import { LateIcon } from '../shell/late-icons.tsx';
import { Outside, Picture } from './PartMedia.tsx';
import type { Translate } from '../shell/texts.ts';

/** What parts work with: `say` sends a text as the visitor. */
export type PartContext = {
  say: (text: string) => void;
  isBusy: boolean;
  language: string;
  t: Translate;
  store: ChatStore;
};

function ActionButton({ button, say, isBusy, t }: { button: PartButton } & PartContext) {
  if (button.action === 'open')
    return (
      <a
        class="cw-button cw-part-button"
        href={button.url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        aria-label={`${button.label}, ${t('citations.newTab')}`}
      >
        {button.label}
        <LateIcon name="open" size={14} />
      </a>
    );
  return (
    <button
      type="button"
      class="cw-button cw-part-button"
      aria-disabled={isBusy}
      onClick={() => say(button.text)}
    >
      {button.label}
    </button>
  );
}

/** A picture beside its own title says nothing twice. */
export const beside = (picture: PartPicture, title: string): PartPicture =>
  picture.alt === title ? { ...picture, alt: '' } : picture;

export function Card({ card, context }: { card: PartCard; context: PartContext }) {
  const { t } = context;
  return (
    <article class="cw-part cw-part-frame cw-part-card">
      {card.image && <Picture picture={beside(card.image, card.title)} t={t} />}
      <div class="cw-part-words">
        <p class="cw-part-title">
          {card.url ? <Outside url={card.url} label={card.title} t={t} /> : card.title}
        </p>
        {card.text && <p class="cw-part-text">{card.text}</p>}
      </div>
      {card.buttons.length > 0 && (
        <ul class="cw-part-actions">
          {card.buttons.map((button, at) => (
            <li key={at}>
              <ActionButton button={button} {...context} />
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

export function Carousel({ part, context }: { part: CarouselContent; context: PartContext }) {
  return (
    <Slides
      title={part.title}
      t={context.t}
      slides={part.cards.map((card, index) => (
        <Card key={index} card={card} context={context} />
      ))}
    />
  );
}

type SlidesProps = {
  title: string;
  slides: ComponentChildren[];
  t: Translate;
};

/** Things side by side: by finger, by wheel, by the two buttons, by the arrow keys. */
export function Slides({ title, slides, t }: SlidesProps) {
  const track = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const [fits, setFits] = useState(false);
  const count = slides.length;
  useLayoutEffect(() => {
    const box = track.current;
    if (!box) return;
    const observer = new ResizeObserver(() => setFits(box.scrollWidth <= box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const places = () =>
    [...(track.current?.children ?? [])].map(
      (slide) => (slide as HTMLElement).offsetLeft - (track.current?.offsetLeft ?? 0),
    );
  const go = (wanted: number) => {
    const next = Math.max(0, Math.min(count - 1, wanted));
    setAt(next);
    track.current?.scrollTo({
      left: (places()[next] ?? 0) - 4,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
    });
  };
  const onScroll = () => {
    const box = track.current;
    if (!box) return;
    const isAtEnd = box.scrollLeft + box.clientWidth >= box.scrollWidth - 8;
    const near = places().findLastIndex((place) => place <= box.scrollLeft + 40);
    /* The last ones may all be in view: then the place that was asked for stands. */
    if (!isAtEnd) setAt(Math.max(0, near));
    else if (box.scrollLeft > 8) setAt((known) => Math.max(known, near));
  };
  return (
    <div
      class="cw-part cw-part-carousel"
      role="group"
      aria-roledescription={t('parts.carousel')}
      aria-label={title || t('parts.cards')}
      onKeyDown={(event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        go(at + step);
      }}
    >
      {title && <p>{title}</p>}
      <ul
        ref={track}
        class="cw-carousel-track"
        tabIndex={0}
        aria-label={title || t('parts.cards')}
        onScroll={onScroll}
      >
        {slides.map((slide, index) => (
          <li key={index} aria-label={t('parts.slide', { at: index + 1, count })}>
            {slide}
          </li>
        ))}
      </ul>
      <div class="cw-carousel-bar" hidden={fits}>
        <button
          type="button"
          class="cw-button cw-icon-button"
          aria-label={t('parts.previous')}
          title={t('parts.previous')}
          aria-disabled={at === 0}
          onClick={() => go(at - 1)}
        >
          <Chevron turned />
        </button>
        <span aria-live="polite">{t('parts.slide', { at: at + 1, count })}</span>
        <button
          type="button"
          class="cw-button cw-icon-button"
          aria-label={t('parts.next')}
          title={t('parts.next')}
          aria-disabled={at === count - 1}
          onClick={() => go(at + 1)}
        >
          <Chevron />
        </button>
      </div>
    </div>
  );
}

const Chevron = ({ turned }: { turned?: boolean }) => (
  <svg class="cw-icon" width={18} height={18} viewBox="0 0 24 24" aria-hidden="true">
    <path d={turned ? 'M15 5l-7 7 7 7' : 'M9 5l7 7-7 7'} />
  </svg>
);

export function Buttons({ part, context }: { part: ButtonsContent; context: PartContext }) {
  return (
    <div class="cw-part cw-part-buttons" role="group" aria-label={part.text || context.t('parts.buttons')}>
      {part.text && <p>{part.text}</p>}
      <ul>
        {part.buttons.map((button, at) => (
          <li key={at}>
            <ActionButton button={button} {...context} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Product({ part, context }: { part: ProductContent; context: PartContext }) {
  const { t, language } = context;
  return (
    <article class="cw-part cw-part-frame cw-part-product">
      {part.image && <Picture picture={beside(part.image, part.name)} t={t} />}
      <div class="cw-part-words">
        <p class="cw-part-title">
          {part.url ? <Outside url={part.url} label={part.name} t={t} /> : part.name}
        </p>
        {part.amount !== null && (
          <p class="cw-part-price">{formatPrice(part.amount, part.currency, language)}</p>
        )}
        {part.text && <p class="cw-part-text">{part.text}</p>}
      </div>
    </article>
  );
}
