import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, it, vi } from 'vitest';
import type { MessagePart } from '#shared/chat/message-parts.ts';
import { AnswerWithParts } from './message-parts.tsx';

vi.stubGlobal('location', { origin: 'https://instance.example' });
afterAll(() => void vi.unstubAllGlobals());

it('the owner sees every part in its place, and no other server hears of it', () => {
  const parts: MessagePart[] = [
    { type: 'image', at: 6, url: 'https://pictures.example/a.jpg', alt: 'Our shop', caption: '' },
    {
      type: 'video',
      at: 6,
      host: 'youtube',
      source: 'dQw4w9WgXcQ',
      title: 'Tour',
      image: { url: 'https://pictures.example/b.jpg', alt: '' },
    },
    {
      type: 'card',
      at: 6,
      title: '<img src=x onerror=alert(1)>',
      text: '',
      image: { url: 'https://pictures.example/c.jpg', alt: 'Bread' },
      url: null,
      buttons: [{ label: 'Odd', action: 'open', url: 'javascript:alert(1)' }],
    },
    { type: 'product', at: 6, name: 'Rye', text: '', amount: 420, currency: 'EUR', image: null, url: null },
    {
      type: 'form',
      at: 12,
      title: 'Order',
      text: '',
      fields: [{ label: 'Name', kind: 'text', required: true, options: [] }],
      submit: '',
    },
  ];
  const html = renderToStaticMarkup(
    <AnswerWithParts text="First.Second" parts={parts} isStreaming={false} cite={() => null} />,
  );
  expect(html).not.toMatch(/<(img|video|iframe|script)|javascript:/i);
  const places = [
    'First.',
    'Our shop',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    '&lt;img',
    'Rye',
    'Second',
    'Order',
  ].map((text) => html.indexOf(text));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
});
