import { describe, expect, test } from 'vitest';
import { emptyPageData } from '#shared/landing-pages/page-data.ts';
import { defaultPageSettings } from '#shared/landing-pages/page-settings.ts';
import { readPageFile, withKeys } from './page-file.models.ts';

const key = 'a'.repeat(32);
const page = {
  title: 'Bread',
  slug: 'bread',
  settings: { ...defaultPageSettings('en'), ogImage: `/page-images/${key}` },
  data: {
    ...emptyPageData,
    content: [
      { type: 'text', props: { id: 't', text: 'Words', align: 'start', ground: 'plain', anchor: '' } },
    ],
  },
  pictures: { [key]: { name: 'loaf', webp: 'AAAA' } },
};
const read = (given: unknown) =>
  readPageFile(new TextEncoder().encode(typeof given === 'string' ? given : JSON.stringify(given)));
const block = (props: object, type = 'hero') => ({
  ...page,
  data: { ...page.data, content: [{ type, props: { id: 'a', ...props } }] },
});

describe('a page as a file', () => {
  test('is read as it was written, also without pictures, as older files are', () => {
    expect(read(page)).toMatchObject({ title: 'Bread', settings: page.settings, pictures: page.pictures });
    const { pictures: _, ...older } = page;
    expect(read(older)?.pictures).toEqual({});
  });

  test.each([
    ['no JSON', 'words'],
    ['nothing', ''],
    ['no page', {}],
    ['nesting without an end', '['.repeat(500_000)],
    ['an unknown part', { ...page, evil: 1 }],
    ['an unknown block', block({}, 'evil')],
    ['a script as a link', block({ href: 'javascript:alert(1)' })],
    ['an unknown setting', { ...page, settings: { ...page.settings, onload: 'x' } }],
    ['a script in the head', { ...page, settings: { ...page.settings, headCode: '<script>x</script>' } }],
    [
      'a picture under a name that leads elsewhere',
      { ...page, pictures: { '../../etc': page.pictures[key] } },
    ],
    ['a picture that is no base64', { ...page, pictures: { [key]: { name: '', webp: '<svg>' } } }],
  ])('is none with %s', (_what, given) => {
    expect(read(given)).toBeNull();
  });

  test('gets its pictures under keys of their own; what the file does not bring is shown from nowhere', () => {
    const other = 'b'.repeat(32);
    const document = { data: page.data, settings: page.settings };
    expect(withKeys(document, new Map([[key, other]])).settings.ogImage).toBe(`/page-images/${other}`);
    expect(withKeys(document, new Map()).settings.ogImage).toBe('');
  });
});
