import { createElement, type ReactNode } from 'react';
import type { ArticleNode } from '#shared/article.ts';
import type { PictureValue } from '#shared/landing-pages/fields.ts';
import { widthsOf } from '#shared/landing-pages/page-settings.ts';
import { readMarkdown } from '#shared/read-article.ts';
import { Drawing } from './drawings.tsx';
import type { PageScene } from './scene.ts';

type SectionProps = {
  /** Names the block's look: `lp-<name>`. */
  name: string;
  id: string;
  ground: string;
  anchor?: string;
  title?: string;
  text?: string;
  isHeading?: boolean;
  children?: ReactNode;
};

/** A section over the whole width with its heading and lead. */
export function Section({ name, id, ground, anchor, title, text, isHeading, children }: SectionProps) {
  const heading = `lp-${id}-title`;
  const inside = (
    <div className="lp-inside">
      {(title || text) && (
        <div className="lp-lead">
          {title && createElement(isHeading ? 'h1' : 'h2', { id: heading, className: 'lp-title' }, title)}
          {text && <Lines text={text} />}
        </div>
      )}
      {children}
    </div>
  );
  const className = `lp-section lp-${name}-block lp-${ground}`;
  const place = anchor ? { id: anchor } : {};
  return title ? (
    <section className={className} aria-labelledby={heading} {...place}>
      {inside}
    </section>
  ) : (
    <div className={className} {...place}>
      {inside}
    </div>
  );
}

/** How an entry of a section is headed: a level below the section, or in its place where that says nothing. */
export const itemHeading = (title: string): 'h2' | 'h3' => (title === '' ? 'h2' : 'h3');

/** A text of several lines, each empty line a new paragraph. */
export function Lines({ text }: { text: string }) {
  const paragraphs = text.split(/\n{2,}/).filter((part) => part.trim() !== '');
  return paragraphs.map((part, at) => (
    <p key={at} className="lp-text">
      {part}
    </p>
  ));
}

type ButtonProps = {
  label: string;
  href: string;
  scene: PageScene;
  look?: 'solid' | 'quiet';
};

/** A link that looks like a button; nothing without words, nor where it leads nowhere. In the builder it is seen. */
export function ButtonLink({ label, href, scene, look = 'solid' }: ButtonProps) {
  if (!label) return null;
  const className = `lp-button lp-${look}`;
  if (!href && scene.isEditing) return <span className={className}>{label}</span>;
  if (!leadsSomewhere(href, scene)) return null;
  return (
    <a className={className} {...linkProps(href, scene)}>
      {label}
    </a>
  );
}

/** Whether there is anything at the end of a link: the page's agent may be gone. In the builder every link is seen. */
export function leadsSomewhere(href: string, { isEditing, chat, agent, facts }: PageScene): boolean {
  if (isEditing || href === '') return isEditing;
  return href !== '#chat' || chat.kind === 'anchor' || facts.agents[String(agent)]?.isLive === true;
}

type LinkAttributes = {
  href?: string;
  rel?: string;
  tabIndex?: number;
  'data-chatelier-open'?: number;
};

/** Attributes of a link. What leads away is told nothing, and in the builder nothing leads away. */
export function linkProps(href: string, scene: PageScene): LinkAttributes {
  if (scene.isEditing) return { href: '#', tabIndex: -1 };
  if (href === '#chat') return chatLink(scene);
  return /^https?:/i.test(href) ? { href, rel: 'noopener' } : { href };
}

/** To the page's agent: where it stands in the page, in its corner, or on a page of its own. */
function chatLink({ chat, agent, facts }: PageScene): LinkAttributes {
  if (chat.kind === 'block' || chat.kind === 'anchor') return { href: '#chat' };
  if (!facts.agents[String(agent)]?.isLive) return { href: '#' };
  const href = `/widgets/${agent}`;
  // The script of the agent opens its panel; without it there is the agent's own page.
  return chat.kind === 'corner' ? { href, 'data-chatelier-open': agent } : { href };
}

/** The name by which links find a block's agent, where it is the page's. */
export const chatAnchor = (id: string, { chat }: PageScene): { id?: string } =>
  chat.kind === 'block' && chat.id === id ? { id: 'chat' } : {};

type PictureProps = {
  value: PictureValue;
  /** How wide it is drawn, as `sizes` says it. */
  sizes?: string;
  isFirst?: boolean;
};

/** A picture in the size that a screen needs, or one that is drawn here. */
export function Picture({ value, sizes = '100vw', isFirst = false }: PictureProps) {
  const { src, isDecoration, width, height } = value;
  const alt = isDecoration ? '' : value.alt;
  if (!src) return null;
  if (src.startsWith('drawing:')) return <Drawing name={src.slice('drawing:'.length)} label={alt} />;
  const size = width > 0 && height > 0 ? { width, height } : {};
  const loading = isFirst ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy' } as const);
  const image = <img src={src} alt={alt} decoding="async" {...size} {...loading} />;
  if (!/^\/page-images\/[0-9a-f]+$/.test(src) || width === 0) return image;
  const set = (format: string): string =>
    widthsOf(width)
      .map((each) => `${src}/${each}.${format} ${each}w`)
      .join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={set('webp')} sizes={sizes} />
      {image}
    </picture>
  );
}

/** Markdown as elements. Markup in it is text; there is no way from a text to HTML. */
export function Markdown({ text, scene }: { text: string; scene: PageScene }) {
  return <Nodes nodes={readMarkdown(text).nodes} scene={scene} />;
}

function Nodes({ nodes, scene }: { nodes: readonly ArticleNode[]; scene: PageScene }): ReactNode {
  return nodes.map((node, at): ReactNode => {
    if (typeof node === 'string') return node;
    const { tag, children, href, src, alt, start } = node;
    if (tag === 'br' || tag === 'hr') return createElement(tag, { key: at });
    if (tag === 'img') return <img key={at} src={src} alt={alt ?? ''} loading="lazy" />;
    const inner = <Nodes nodes={children} scene={scene} />;
    if (tag === 'table')
      return (
        <div key={at} className="lp-table" tabIndex={0} role="group" aria-label={scene.text('table')}>
          <table>{inner}</table>
        </div>
      );
    return createElement(
      tag,
      {
        key: at,
        ...(tag === 'ol' && start !== undefined && { start }),
        ...(tag === 'a' && linkProps(href ?? '', scene)),
        ...(tag === 'th' && { scope: 'col' }),
        ...(tag === 'pre' && { tabIndex: 0 }),
      },
      inner,
    );
  });
}

/** What stands where something is missing: to visitors a sentence, to the owner what to do. */
export function Missing({ children, hint, scene }: { children: ReactNode; hint: string; scene: PageScene }) {
  return (
    <div className="lp-missing">
      <p>{children}</p>
      {scene.isEditing && <p className="lp-hint">{hint}</p>}
    </div>
  );
}

/** Lines of a text as a list with ticks. */
export function Points({ text }: { text: string }) {
  const points = text.split('\n').filter((line) => line.trim() !== '');
  if (points.length === 0) return null;
  return (
    <ul className="lp-points">
      {points.map((point, at) => (
        <li key={at}>{point}</li>
      ))}
    </ul>
  );
}
