import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageData } from '#tests/support/pages/page-arbitrary.ts';
import { blockGroups, blockTypes } from './blocks.ts';
import { safeLink, safePicture, videoPlace } from './links.ts';
import { blocksOf, parsePage } from './parse-page.ts';

const block = (type: string, props: object = {}) => ({ type, props: { id: 'one', ...props } });
const page = (...content: unknown[]) => ({ root: { props: {} }, content, zones: {} });
const codes = (input: unknown) => parsePage(input).faults.map(({ code }) => code);

describe('a page', () => {
  it('that the builder can save is read as it is', () => {
    fc.assert(
      fc.property(pageData(), (data) => {
        const read = parsePage(structuredClone(data));
        expect(read.faults).toEqual([]);
        expect(read.data).toEqual(data);
      }),
      { numRuns: 60 },
    );
  });

  it('out of anything is mended once and for all', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.jsonValue({ maxDepth: 6 }), (content, props) => {
        for (const input of [
          content,
          { content },
          page(
            { type: 'hero', props },
            { type: 'columns', props: { id: 'c', first: [content, props] } },
            props,
          ),
        ]) {
          const once = parsePage(input).data;
          const again = parsePage(structuredClone(once));
          expect(again.faults).toEqual([]);
          expect(again.data).toEqual(once);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('keeps what it does not know in a placeholder, and says so', () => {
    const { data, faults } = parsePage(page(block('carousel', { slides: ['one'] })));
    expect(faults).toEqual([{ code: 'unknown-block', path: ['content', 0] }]);
    expect(data.content[0]).toEqual({
      type: 'unknown',
      props: { id: 'one', was: 'carousel', kept: '{"id":"one","slides":["one"]}' },
    });
  });

  it('is as deep and as long as it may be', () => {
    const nested = (depth: number): unknown =>
      block('columns', { id: `c${depth}`, first: depth > 1 ? [nested(depth - 1)] : [] });
    expect(codes(page(nested(5)))).toEqual([]);
    expect(codes(page(nested(6)))).toEqual(['too-deep']);
    expect(codes(page(nested(50)))).toContain('too-deep');
    const many = page(...Array.from({ length: 101 }, (_, at) => block('spacer', { id: `s${at}` })));
    expect(parsePage(many).data.content).toHaveLength(100);
    expect(codes(many)).toEqual(['too-many']);
  });

  it('has ids that are unlike, also within other blocks', () => {
    const inner = block('spacer');
    const { data, faults } = parsePage(page(block('spacer'), block('columns', { id: 'c', first: [inner] })));
    expect(faults.map(({ code }) => code)).toEqual(['same-id']);
    expect(new Set(blocksOf(data.content).map(({ props }) => props.id)).size).toBe(3);
  });

  it('takes blocks of older editors out of their zones', () => {
    const { data } = parsePage({ ...page(), zones: { 'x:left': [block('spacer')] } });
    expect(data.content.map(({ type }) => type)).toEqual(['spacer']);
  });

  it('cuts what is too long and takes no half sign, and reads five megabytes in a moment', () => {
    const long = `${'a'.repeat(139)}😀${'b'.repeat(5_000_000)}`;
    const { data, faults } = parsePage(page(block('hero', { title: long })));
    expect(data.content[0]?.props['title']).toBe('a'.repeat(139));
    expect(faults).toEqual([{ code: 'too-long', path: ['content', 0, 'props', 'title'] }]);
  });

  it('is not misled by names of the language', () => {
    const input: unknown = JSON.parse(
      '{"content":[{"type":"__proto__","props":{"id":"a"}},{"type":"constructor","props":{"id":"b"}},{"type":"hero","props":{"id":"c","__proto__":{"title":"x"}}}]}',
    );
    expect(parsePage(input).data.content.map(({ type }) => type)).toEqual(['unknown', 'unknown', 'hero']);
  });
});

it('has every kind of block in one group of the palette', () => {
  expect(blockGroups.flatMap(({ types }) => types).toSorted()).toEqual(blockTypes.toSorted());
});

describe('addresses', () => {
  it.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    'https://user:pass@evil.example',
    'https:evil',
    'file:///etc/passwd',
    'blob:https://x',
    'mailto:a@b.c"onclick=',
  ])('that are not safe are left out: %s', (address) => {
    expect(safeLink(address)).toBe('');
    expect(safePicture(address)).toBe('');
    const { data, faults } = parsePage(page(block('cta', { href: address })));
    expect([data.content[0]?.props['href'], faults[0]?.code]).toEqual(['', 'unsafe-address']);
  });
  it.each([
    'https://example.com/a?b=c#d',
    '/pricing',
    '#chat',
    'mailto:me@example.com',
    'tel:+31 20'.replace(' ', ''),
  ])('lead on: %s', (address) => expect(safeLink(address)).toBe(address));
  it('of videos are those of players and files', () => {
    expect(videoPlace('https://www.youtube.com/watch?v=dQw4w9WgXcQ')?.player).toBe(
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    );
    expect(videoPlace('https://vimeo.com/12345')?.player).toBe('https://player.vimeo.com/video/12345');
    expect(videoPlace('https://example.com/film.mp4')?.kind).toBe('file');
    expect(videoPlace('https://evil.example/embed')).toBeNull();
    expect(videoPlace('https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ')).toBeNull();
  });
});
