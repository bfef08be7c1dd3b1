import { fieldsOf, isBlockType } from '#shared/landing-pages/blocks.ts';
import type { Field, Fields, PictureValue } from '#shared/landing-pages/fields.ts';
import type { PageBlock } from '#shared/landing-pages/page-data.ts';
import type { PageFacts } from '#shared/landing-pages/page-facts.ts';
import type { PageTheme } from '#shared/landing-pages/page-settings.ts';
import { blocksOf } from '#shared/landing-pages/parse-page.ts';
import { weakContrasts } from '#shared/landing-pages/theme-css.ts';
import { picturesElsewhere } from './markdown-pictures.ts';

/** What an owner may want to mend before a page goes online. */
export type PageCheck = {
  kind: 'alt' | 'elsewhere' | 'linked' | 'anchor' | 'noTarget' | 'contrast' | 'agent' | 'form' | 'unknown';
  /** Null: of the page as a whole. */
  block: string | null;
  /** What is meant: the address that leads nowhere, the pair of colours, where a picture stands. */
  what: string;
};

/** Everything that is amiss with a page: pictures without words, links that lead nowhere, colours that can't be read. */
export function checkPage(
  content: readonly PageBlock[],
  { agent, theme }: { agent: number; theme: PageTheme },
  facts: PageFacts,
): PageCheck[] {
  const blocks = blocksOf(content);
  const anchors = new Set(['', 'lp-main', ...blocks.map(({ props }) => String(props['anchor'] ?? ''))]);
  // Links to the chat find the page's agent wherever it is.
  if (facts.agents[String(agent)]?.isLive) anchors.add('chat');
  const found: PageCheck[] = weakContrasts(theme).map(({ pair }) => ({
    kind: 'contrast',
    block: null,
    what: pair,
  }));
  for (const { type, props } of blocks) {
    const tell = (kind: PageCheck['kind'], what = ''): void =>
      void found.push({ kind, block: props.id, what });
    if (!isBlockType(type)) {
      tell('unknown', String(props['was'] ?? ''));
      continue;
    }
    if (type === 'agent' || type === 'offer') {
      const number = Number(props['agent']) || agent;
      if (!facts.agents[String(number)]?.isLive) tell('agent');
    }
    if (type === 'form' && !facts.forms[String(props['form'])]?.isOpen) tell('form');
    checkValues(fieldsOf(type), props, anchors, tell);
  }
  return found;
}

function checkValues(
  fields: Fields,
  values: Record<string, unknown>,
  anchors: ReadonlySet<string>,
  tell: (kind: PageCheck['kind'], what?: string) => void,
): void {
  for (const [name, field] of Object.entries(fields) as [string, Field][]) {
    const value = values[name];
    if (field.kind === 'picture') {
      const { src, alt, isDecoration } = value as PictureValue;
      if (src !== '' && alt.trim() === '' && !isDecoration) tell('alt');
      if (src.startsWith('https:')) tell('elsewhere', new URL(src).host);
    }
    if (field.kind === 'markdown')
      for (const address of picturesElsewhere(String(value))) tell('linked', new URL(address).host);
    if (field.kind === 'link') {
      const address = String(value);
      if (address === '#chat' && !anchors.has('chat')) tell('agent');
      else if (address.startsWith('#') && !anchors.has(address.slice(1))) tell('anchor', address);
      const label = values[name === 'secondHref' ? 'secondLabel' : 'label'];
      if (address === '' && typeof label === 'string' && label !== '' && name !== 'captions')
        tell('noTarget', label);
    }
    if (field.kind === 'list')
      for (const item of value as Record<string, unknown>[]) checkValues(field.of, item, anchors, tell);
  }
}
