import { blockTypes, fieldsOf, type BlockType } from '#shared/landing-pages/blocks.ts';
import type { Field, Fields } from '#shared/landing-pages/fields.ts';
import type { PageBlock, PageData } from '#shared/landing-pages/page-data.ts';

const sentence = 'Bread that keeps for a week begins the evening before, with flour, water and patience. ';
const article =
  '## How it is done\n\nMix, fold and **wait**. See [the recipe](https://example.com/rye).\n\n' +
  '- wholemeal rye\n- water at 26 °C\n\n1. Mix\n2. Bake\n\n| Flour | Hours |\n|---|---|\n| Rye | 6 |\n| Spelt | 4 |\n\n> It smells of malt.\n\n`72 %` water.';
const drawings = ['chat', 'guide', 'course', 'service'];

type Place = {
  type: BlockType;
  variant: number;
  /** Public id of a form. */
  form: string;
};

const cut = (words: string, most: number): string => words.slice(0, most).trim();

function valueOf(name: string, field: Field, { type, variant, form }: Place, item = 0): unknown {
  switch (field.kind) {
    case 'text':
      if (name === 'price') return ['€9', '€29', '€290'][item];
      if (name === 'value') return ['72 %', '6 h', '1,200'][item];
      if (/label|per|role/i.test(name))
        return cut(['Ask now', 'Look at it', 'More'][item] ?? 'Ask now', field.max);
      // Short ones of one block, and as long as they may be in another.
      if (field.max > 500) return cut(sentence, field.max);
      return cut(
        variant === 1 ? `A ${type} block: ${sentence}` : `A ${type} block, ${variant + 1}.${item + 1}`,
        field.max,
      );
    case 'markdown':
      return name === 'answer' ? sentence : article;
    case 'html':
      return '<p style="font:16px sans-serif">Own HTML, apart from the page.</p>';
    case 'link':
      if (name === 'captions') return '';
      return ['#chat', 'https://example.com/rye', 'mailto:rye@example.com'][item] ?? '#chat';
    case 'video':
      return ['https://youtu.be/abcdefghijk', 'https://vimeo.com/123456', '/films/rye.mp4'][variant % 3];
    case 'anchor':
      return `${type}-${variant}`;
    case 'moment':
      return variant === 1 ? '2020-01-01T00:00:00Z' : '2036-12-24T18:00:00Z';
    case 'picture':
      return {
        src: name === 'logo' ? '' : `drawing:${drawings[(item + variant) % drawings.length]}`,
        alt: 'A loaf on a board',
        isDecoration: false,
        width: 0,
        height: 0,
      };
    case 'choice':
      return field.options[variant % field.options.length];
    case 'switch':
      return name === 'isBest' ? item === 1 : variant % 2 === 0;
    case 'number':
      return field.max - item;
    case 'agent':
      return 0;
    case 'offer':
      return '';
    case 'form':
      return form;
    case 'list':
      return Array.from({ length: Math.min(3, field.max) }, (_, at) =>
        valuesOf(field.of as Fields, { type, variant, form }, at),
      );
    case 'slot':
      return [];
  }
}

const valuesOf = (fields: Fields, place: Place, item = 0): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, valueOf(name, field, place, item)]),
  );

/** As many as the longest choice of a kind has options: each option stands in one of them. */
function variantsOf(type: BlockType): number {
  if (type === 'nav' || type === 'footer') return 1;
  const choices = Object.values(fieldsOf(type)).map((field) =>
    field.kind === 'choice' ? field.options.length : 1,
  );
  return Math.max(...choices, type === 'video' ? 3 : 1);
}

function blockOf(type: BlockType, variant: number, form: string): PageBlock {
  const props = valuesOf(fieldsOf(type), { type, variant, form });
  if (type === 'columns')
    for (const name of ['first', 'second', 'third', 'fourth'])
      props[name] = [
        {
          type: 'text',
          props: { id: `${name}-${variant}`, text: sentence, align: 'start', ground: 'plain' },
        },
      ];
  return { type, props: { id: `${type}-${variant}`, ...props } };
}

/** Kinds of the first page; one page holds no more than a hundred blocks. */
const firstHalf = blockTypes.indexOf('testimonials');

/**
 * Pages that hold every kind of block in each of its layouts and on each ground, with words in it: what is looked at before
 * a release. `agent` is the number of a published agent, `form` the public id of a form.
 */
export function everyBlock({ agent, form }: { agent: number; form: string }): PageData[] {
  const between = blockTypes.filter((type) => type !== 'nav' && type !== 'footer');
  return [between.slice(0, firstHalf), between.slice(firstHalf)].map((types) => ({
    root: { props: { agent } },
    content: (['nav', ...types, 'footer'] as const).flatMap((type) =>
      Array.from({ length: variantsOf(type) }, (_, variant) => blockOf(type, variant, form)),
    ),
    zones: {},
  }));
}
