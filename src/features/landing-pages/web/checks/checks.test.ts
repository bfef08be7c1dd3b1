import { expect, it } from 'vitest';
import { noFacts } from '#shared/landing-pages/page-facts.ts';
import { defaultPageTheme } from '#shared/landing-pages/page-settings.ts';
import { parsePage } from '#shared/landing-pages/parse-page.ts';
import { checkPage } from './checks.ts';

it('names pictures without words and from elsewhere, links that lead nowhere, and what is gone', () => {
  const picture = (src: string, alt: string) => ({ src, alt, isDecoration: false, width: 0, height: 0 });
  const { data } = parsePage({
    root: { props: { agent: 100_001 } },
    content: [
      { type: 'image', props: { id: 'a', picture: picture('https://cdn.example/a.png', 'Bread') } },
      { type: 'image', props: { id: 'b', picture: picture('/page-images/0', '') } },
      { type: 'text', props: { id: 'h', text: 'Bread ![loaf](https://bread.example/a.png)' } },
      { type: 'cta', props: { id: 'c', title: 'Go', label: 'Go', href: '#nowhere' } },
      { type: 'cta', props: { id: 'd', title: 'Go', label: 'Buy', href: '' } },
      { type: 'form', props: { id: 'e', form: 'gone' } },
      { type: 'agent', props: { id: 'f' } },
      { type: 'evil', props: { id: 'g' } },
      { type: 'cta', props: { id: 'i', title: 'Go', label: 'Ask', href: '#chat' } },
    ],
  });
  const theme = { ...defaultPageTheme, text: '#fefefe' };
  const told = checkPage(data.content, { agent: 100_001, theme }, noFacts);
  expect(told.map(({ kind, block, what }) => [kind, block, what].join(' ').trim())).toEqual([
    'contrast  text',
    'elsewhere a cdn.example',
    'alt b',
    'linked h bread.example',
    'anchor c #nowhere',
    'noTarget d Buy',
    'form e',
    'agent f',
    'unknown g evil',
    // It is not the link that is to be mended.
    'agent i',
  ]);
});
