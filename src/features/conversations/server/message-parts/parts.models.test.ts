import { describe, expect, test } from 'vitest';
import { messageInWords, partText, type MessagePart } from '#shared/chat/message-parts.ts';
import { messagePartSchema, mostParts } from '../../conversations-parts.contract.ts';
import { hasRoomFor, readBlock, readContent, readVideoAddress } from './parts.models.ts';

const all = () => true;
const read = (value: unknown, knows: (url: string) => boolean = all) => {
  const result = readContent(value, knows);
  return 'content' in result ? result.content : null;
};

/** Addresses that must not get into any place of any part. */
const hostileAddresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>1</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'vbscript:x',
  'blob:https://a.example/1',
  'file:///etc/passwd',
  'http://a.example/x.png',
  '//a.example/x.png',
  '/relative.png',
  'https://user:pass@a.example/',
  'https://a.example/"onerror="alert(1)',
  'https://a.example/<script>',
  'https:\\\\a.example',
  'https://localhost/x',
  `https://a.example/${'x'.repeat(3_000)}`,
  'https://',
  42,
  null,
  {},
  [],
  true,
];

describe('what a model wants to show', () => {
  test('is read leniently and becomes one fixed shape', () => {
    expect(
      read({
        type: 'card',
        name: ' Basic ',
        description: 'Line 1\nLine 2',
        image_url: 'https://a.example/x.png',
        buttons: [
          'Tell me more',
          { title: 'Book', href: 'https://a.example/book' },
          { label: 'Ask', message: 'What is in it?' },
          { label: 'Fourth' },
        ],
        onclick: 'alert(1)',
        html: '<b>',
      }),
    ).toEqual({
      type: 'card',
      title: 'Basic',
      text: 'Line 1\nLine 2',
      image: { url: 'https://a.example/x.png', alt: 'Basic' },
      url: null,
      buttons: [
        { label: 'Tell me more', action: 'send', text: 'Tell me more' },
        { label: 'Book', action: 'open', url: 'https://a.example/book' },
        { label: 'Ask', action: 'send', text: 'What is in it?' },
      ],
    });
    expect(read({ kind: 'product', name: 'Rye', price: 4.2, currency: 'eur' })).toMatchObject({
      amount: 420,
      currency: 'EUR',
    });
    expect(read({ type: 'product', name: 'Yen', price: '500', currency: 'JPY' })).toMatchObject({
      amount: 500,
      currency: 'JPY',
    });
    expect(read({ type: 'product', name: 'No price' })).toMatchObject({ amount: null });
    expect(read({ type: 'product', name: 'Odd', price: -4, currency: 'EUR' })).toMatchObject({
      amount: null,
    });
    expect(
      read({
        type: 'form',
        fields: [
          'Name',
          { name: 'E-mail', type: 'email', required: true },
          { label: 'Size', options: ['S', 'M', 'M'] },
          { label: 'Name' },
          { label: 'Which', kind: 'choice', options: ['only'] },
        ],
      }),
    ).toMatchObject({
      fields: [
        { label: 'Name', kind: 'text' },
        { label: 'E-mail', kind: 'email', required: true },
        { label: 'Size', kind: 'choice', options: ['S', 'M'] },
        { label: 'Which', kind: 'text', options: [] },
      ],
    });
    expect(
      read({ type: 'carousel', cards: [{ title: 'A' }, { text: 'no title' }, 7, { title: 'B' }] }),
    ).toMatchObject({ type: 'carousel', cards: [{ title: 'A' }, { title: 'B' }] });
    expect(read({ type: 'carousel', cards: [{ title: 'A' }] })).toMatchObject({ type: 'card', title: 'A' });
  });

  test.each(hostileAddresses.map((address) => [address]))(
    'no address but plain https gets anywhere: %j',
    (url) => {
      for (const part of [
        { type: 'image', url },
        { type: 'video', url },
        { type: 'file', url, name: 'x' },
      ])
        expect([part, read(part)]).toEqual([part, null]);
      expect(
        read({
          type: 'card',
          title: 'A',
          url,
          image: url,
          buttons: [{ label: 'Go', url: url ?? 'javascript:1' }],
        }),
      ).toMatchObject({ url: null, image: null, buttons: [] });
      expect(read({ type: 'product', name: 'A', url, image: { url } })).toMatchObject({
        url: null,
        image: null,
      });
      expect(read({ type: 'video', url: 'https://youtu.be/dQw4w9WgXcQ', poster: url })).toMatchObject({
        image: null,
      });
    },
  );

  test('unknown kinds, and things that are no parts, are nothing', () => {
    for (const value of [
      null,
      7,
      'card',
      [],
      {},
      { type: 'iframe', src: 'https://a.example' },
      { type: 'html', html: '<b>' },
      { type: '__proto__' },
      { type: 'constructor' },
      { type: 'text', text: 'x' },
      { type: 'buttons', buttons: [] },
      { type: 'buttons', buttons: 'x' },
      { type: 'form', fields: [] },
      { type: 'carousel' },
      { type: 'card' },
      { type: { toString: () => 'card' } },
    ])
      expect([value, read(value)]).toEqual([value, null]);
  });

  test('everything has a bound, and signs that hide words go', () => {
    const long = 'x'.repeat(10_000);
    const card = {
      title: long,
      text: long,
      buttons: Array.from({ length: 50 }, () => ({ label: long, text: long })),
    };
    for (const part of [
      { type: 'card', ...card },
      { type: 'carousel', cards: Array.from({ length: 99 }, () => card) },
      { type: 'buttons', text: long, buttons: card.buttons },
      {
        type: 'form',
        title: long,
        fields: Array.from({ length: 99 }, (_, at) => ({
          label: `${at}${long}`,
          options: Array.from({ length: 99 }, (__, option) => `${option}${long}`),
        })),
      },
      { type: 'product', name: long, text: long },
    ]) {
      const content = read(part);
      expect(messagePartSchema.safeParse({ ...content, at: 0 }).success).toBe(true);
      expect(JSON.stringify(content).length).toBeLessThan(32_000);
    }
    expect(read({ type: 'card', title: 'Safe\u202e.exe\u200b\u0000' })).toMatchObject({ title: 'Safe.exe' });
    const full: MessagePart[] = Array.from({ length: mostParts }, (_, at) => ({
      type: 'card',
      at,
      title: `${at}`,
      text: '',
      image: null,
      url: null,
      buttons: [],
    }));
    const [known] = full;
    expect(hasRoomFor(full, { type: 'file', name: 'x', url: 'https://a.example/x' })).toBe(false);
    expect(
      hasRoomFor([known!], { type: 'card', title: '0', text: '', image: null, url: null, buttons: [] }),
    ).toBe(false);
    expect(
      hasRoomFor([known!], { type: 'card', title: 'other', text: '', image: null, url: null, buttons: [] }),
    ).toBe(true);
  });

  test('a picture is shown only from an address that was given, as nothing may carry away what was said', () => {
    const knows = (url: string) => url === 'https://a.example/x.png';
    expect(read({ type: 'image', url: 'https://a.example/x.png' }, knows)).not.toBeNull();
    expect(read({ type: 'image', url: 'https://a.example/x.png?said=secret' }, knows)).toBeNull();
    expect(
      read({ type: 'card', title: 'A', image: 'https://evil.example/?said=secret' }, knows),
    ).toMatchObject({ image: null });
  });

  test('videos are known by their ids', () => {
    const cases: [string, string | null][] = [
      ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10', 'youtube dQw4w9WgXcQ'],
      ['https://youtu.be/dQw4w9WgXcQ?si=x', 'youtube dQw4w9WgXcQ'],
      ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'youtube dQw4w9WgXcQ'],
      ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'youtube dQw4w9WgXcQ'],
      ['https://vimeo.com/76979871', 'vimeo 76979871'],
      ['https://vimeo.com/76979871/abcdef1234', 'vimeo 76979871/abcdef1234'],
      ['https://player.vimeo.com/video/76979871?h=abcdef1234', 'vimeo 76979871/abcdef1234'],
      [
        'https://www.loom.com/share/0281766fa2d04bb788eaf19e65135184',
        'loom 0281766fa2d04bb788eaf19e65135184',
      ],
      ['https://acme.wistia.com/medias/e4a27b971d', 'wistia e4a27b971d'],
      ['https://fast.wistia.net/embed/iframe/e4a27b971d', 'wistia e4a27b971d'],
      ['https://a.example/tour.mp4?x=1', 'file https://a.example/tour.mp4?x=1'],
      ['https://www.youtube.com/watch?v=../../evil', null],
      ['https://www.youtube.com/watch?v=dQw4w9WgXcQ%22onload', null],
      ['https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ', null],
      ['https://vimeo.com/channels', null],
      ['https://a.example/page', null],
    ];
    for (const [url, expected] of cases) {
      const video = readVideoAddress(url);
      expect([url, video && `${video.host} ${video.source}`]).toEqual([url, expected]);
    }
    // The host would hear of the visitor by its preview picture.
    expect(
      read({
        type: 'video',
        url: 'https://youtu.be/dQw4w9WgXcQ',
        image: 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hq.jpg',
      }),
    ).toMatchObject({ image: null });
    expect(
      read({ type: 'video', url: 'https://youtu.be/dQw4w9WgXcQ', image: 'https://a.example/own.jpg' }),
    ).toMatchObject({ image: { url: 'https://a.example/own.jpg' } });
  });

  test('blocks hold one part, several, or texts among them; rubbish holds nothing', () => {
    expect(readBlock('{"type":"card","title":"A"}', all)).toMatchObject([{ type: 'card' }]);
    expect(
      readBlock('[{"type":"text","text":"Look:"},{"type":"card","title":"A"},{"type":"evil"},null]', all),
    ).toMatchObject([{ type: 'text', text: 'Look:' }, { type: 'card' }]);
    expect(readBlock('{"parts":[{"type":"buttons","buttons":["A"]}]}', all)).toMatchObject([
      { type: 'buttons' },
    ]);
    for (const body of ['', '{', 'null', '7', '"card"', '{"type":"card"', '<script>', '['.repeat(5_000)])
      expect(readBlock(body, all)).toEqual([]);
  });
});

test('every part can be said in words, where it stands in the text', () => {
  const parts = [
    read({ type: 'image', url: 'https://a.example/x.png', alt: 'Our shop' }),
    read({ type: 'product', name: 'Rye', price: 4.2, currency: 'EUR', url: 'https://a.example/rye' }),
    read({
      type: 'carousel',
      title: 'Breads',
      cards: [
        { title: 'A', buttons: ['Take it'] },
        { title: 'B', url: 'https://a.example/b' },
      ],
    }),
    read({ type: 'video', url: 'https://youtu.be/dQw4w9WgXcQ', title: 'Tour' }),
    read({ type: 'form', title: 'Book', fields: ['Name'] }),
    read({ type: 'file', name: 'Menu', url: 'https://a.example/m.pdf' }),
  ].filter((part) => part !== null);
  expect(parts.map((part) => partText(part))).toEqual([
    'Our shop (https://a.example/x.png)',
    'Rye · €4.20 (https://a.example/rye)',
    'Breads\n\nA\n- Take it\n\nB (https://a.example/b)',
    'Tour (https://www.youtube.com/watch?v=dQw4w9WgXcQ)',
    'Book\n- Name',
    'Menu (https://a.example/m.pdf)',
  ]);
  expect(messageInWords('First. Then.', [{ ...parts[5]!, at: 6 }])).toBe(
    'First.\n\nMenu (https://a.example/m.pdf)\n\nThen.',
  );
});
