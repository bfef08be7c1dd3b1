import fc from 'fast-check';
import { blockTypes, fieldsOf, type BlockType } from '#shared/landing-pages/blocks.ts';
import type { Field, Fields } from '#shared/landing-pages/fields.ts';
import type { PageBlock, PageData } from '#shared/landing-pages/page-data.ts';
import { blocksOf } from '#shared/landing-pages/parse-page.ts';

/** Texts as people and attackers write them. */
const words = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  fc.constantFrom(
    '',
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '{{constructor}}',
    'Přeprava — 30 % sleva\n\nDruhý odstavec',
    '- one\n- two\n\n**bold** [link](javascript:alert(1)) [good](https://example.com)',
    '</style><style>*{display:none}</style>',
  ),
);
const links = fc.constantFrom(
  '',
  '#chat',
  '#',
  '/pricing',
  'https://example.com/a?b=1',
  'mailto:a@example.com',
  'tel:+420123',
);
const pictures = fc.record({
  src: fc.constantFrom(
    '',
    'drawing:chat',
    'drawing:nothing',
    '/page-images/0123456789abcdef0123456789abcdef',
    'https://example.com/p.png',
  ),
  alt: words,
  isDecoration: fc.boolean(),
  width: fc.integer({ min: 0, max: 4_000 }),
  height: fc.integer({ min: 0, max: 4_000 }),
});

/** What the builder lets through: no half signs, no zero byte, not longer than the field. */
const clean = (max: number) =>
  words.map((text) => text.toWellFormed().replaceAll('\u0000', '').slice(0, max).toWellFormed());

function valueOf(field: Exclude<Field, { kind: 'slot' }>): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'text':
    case 'markdown':
    case 'html':
      return clean(field.max);
    case 'link':
      return links;
    case 'video':
      return fc.constantFrom('', 'https://youtu.be/abcdefghijk', 'https://vimeo.com/123', '/films/a.mp4');
    case 'anchor':
      return fc.constantFrom('', 'chat', 'prices-2');
    case 'moment':
      return fc.constantFrom('', '2026-12-24T18:00:00Z', '2020-01-01T00:00Z');
    case 'picture':
      return pictures.map((value) => ({ ...value, alt: value.alt.toWellFormed().replaceAll('\u0000', '') }));
    case 'choice':
      return fc.constantFrom(...field.options);
    case 'switch':
      return fc.boolean();
    case 'number':
      return fc.integer({ min: field.min, max: field.max });
    case 'agent':
      return fc.constantFrom(0, 100_001, 999_999);
    case 'offer':
      return fc.constantFrom('', 'monthly', 'gone');
    case 'form':
      return fc.constantFrom('', 'abc123defg', 'gone');
    case 'list':
      return fc.array(valuesOf(field.of as Fields), { maxLength: Math.min(4, field.max) });
  }
}

const valuesOf = (fields: Fields): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) =>
        field.kind === 'slot' ? [] : [[name, valueOf(field)]],
      ),
    ),
  );

/** A block of this kind, with blocks in its places while levels are left. */
export const pageBlock = (type: BlockType, levels = 3): fc.Arbitrary<PageBlock> => {
  const fields = fieldsOf(type);
  const slots = Object.entries(fields).filter(([, { kind }]) => kind === 'slot');
  const inner =
    slots.length > 0 && levels > 1 ? fc.array(anyBlock(levels - 1), { maxLength: 2 }) : fc.constant([]);
  return fc
    .record({
      values: valuesOf(fields),
      places: fc.record(Object.fromEntries(slots.map(([name]) => [name, inner]))),
    })
    .map(({ values, places }) => ({ type, props: { id: 'x', ...values, ...places } }));
};

const anyBlock = (levels: number): fc.Arbitrary<PageBlock> =>
  fc.constantFrom(...blockTypes).chain((type) => pageBlock(type, levels));

/** Pages that the builder can save: any blocks within the limits, each with an id of its own. */
export const pageData = (most = 8): fc.Arbitrary<PageData> =>
  fc
    .record({ content: fc.array(anyBlock(3), { maxLength: most }), agent: fc.constantFrom(0, 100_001) })
    .map(({ content, agent }) => {
      for (const [at, block] of blocksOf(content).entries()) block.props.id = `b${at}`;
      return { root: { props: { agent } }, content, zones: {} };
    });
