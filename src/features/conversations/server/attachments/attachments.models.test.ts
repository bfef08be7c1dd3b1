import { describe, expect, test } from 'vitest';
import { documentPassages, filesNote, uploadKind, type MaterialFile } from './attachments.models.ts';

const file = (given: Partial<MaterialFile>): MaterialFile => ({
  id: 'att_1',
  kind: 'document',
  name: 'contract.pdf',
  mimeType: 'application/pdf',
  body: '',
  isNew: true,
  ...given,
});

describe('what an upload is', () => {
  test.each([
    ['photo.png', '\u0089PNG\r\n\u001a\n', 'image'],
    ['photo.jpg', '\u00ff\u00d8\u00ff\u00e0', 'image'],
    ['photo', 'RIFF0000WEBPVP8 ', 'image'],
    ['bill.PDF', '\n%PDF-1.4', 'pdf'],
    ['letter.docx', 'PK\u0003\u0004', 'docx'],
    ['note.txt', 'anything', 'txt'],
    ['note.md', 'anything', null],
    ['note.txt', 'PK\u0003\u0004', null],
    ['film.webp', 'RIFF0000AVI LIST', null],
    ['photo.png', '%PDF-1.4', null],
    ['no extension', 'anything', null],
  ])('%s', (name, head, kind) => expect(uploadKind(Buffer.from(head, 'latin1'), name)).toBe(kind));
});

describe('a document before a model', () => {
  const pages = Array.from(
    { length: 200 },
    (_, page) =>
      `## Clause ${page}\n\nThe parties agree about matter ${page} in the usual way, as they did in the years before.${page === 150 ? ' The deposit is 450 euros.' : ''}\n`,
  ).join('\n');

  test('is there from its beginning, with what the question is about, in order and within its share', () => {
    const passages = documentPassages([file({ body: pages })], 'How high is the deposit?', 'en', 6_000);
    expect(passages[0]?.text).toContain('Clause 0');
    expect(passages.some(({ text }) => text.includes('450 euros'))).toBe(true);
    expect(passages.map(({ start }) => start)).toEqual(
      passages.map(({ start }) => start).toSorted((a, b) => a - b),
    );
    expect(passages.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(6_000);
    expect(passages.every(({ start, end, text }) => pages.slice(start, end) === text)).toBe(true);
  });

  test('shares the room with others, and pictures take none', () => {
    const files = [
      file({ id: 'att_1', body: pages }),
      file({ id: 'att_2', name: 'annex.pdf', body: 'The annex names the garden.' }),
      file({ id: 'att_3', kind: 'image' }),
    ];
    expect(new Set(documentPassages(files, 'garden', 'en', 8_000).map(({ title }) => title))).toEqual(
      new Set(['contract.pdf', 'annex.pdf']),
    );
  });
});

test('a model is told of pictures whether it can see them or not', () => {
  const files = [file({}), file({ kind: 'image', name: 'a "quoted"\nname.png' })];
  expect(filesNote(files, true)).toContain('Pictures that the visitor sent: "a  quoted  name.png"');
  expect(filesNote(files, true)).not.toContain('can not see');
  expect(filesNote(files, false)).toContain('you can not see them');
  expect(filesNote([], true)).toBe('');
});
