import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDocumentParser, type DocumentParser } from '#platform/documents/document-parser.ts';
import { siteOfPages, type Page } from './__fixtures__/site-of-pages.ts';
import { readSiteProfile } from './site-profile.ts';

let parser: DocumentParser;
beforeAll(() => {
  parser = createDocumentParser();
});
afterAll(() => parser.close());

const site = (pages: Record<string, Page>) => siteOfPages(parser.parseHtml, pages);

describe('the profile of a site', () => {
  test('gives name, language, colours and the best icon', async () => {
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(50)]);
    const services = site({
      '/': `<html lang="cs"><head><title>Pekárna u mostu | Domů</title><meta name="description" content="Poctivý chléb"><meta name="theme-color" content="#ffffff"><link rel="manifest" href="/app.webmanifest"><link rel="icon" href="/tiny.ico"><link rel="apple-touch-icon" href="/touch.png"><link rel="stylesheet" href="/site.css"><style>:root{--brand-color: rgb(180, 83, 42)}</style></head><body><h1>Chléb, jak má být</h1><p>Pečeme každé ráno.</p><footer>Mostecká 1, Praha</footer></body></html>`,
      '/app.webmanifest': {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          short_name: 'Pekárna',
          theme_color: '#0a7',
          icons: [{ src: 'missing.png', sizes: '128x128' }],
        }),
      },
      '/site.css': {
        headers: { 'content-type': 'text/css' },
        body: 'a{color:#336699}b{color:#336699}i{color:#333}',
      },
      '/touch.png': { body: png },
    });
    const profile = await readSiteProfile('shop.test', services);
    expect(profile).toMatchObject({
      url: 'https://shop.test/',
      siteName: 'Pekárna',
      description: 'Poctivý chléb',
      language: 'cs',
      headings: ['Chléb, jak má být'],
      footerText: 'Mostecká 1, Praha',
      colours: ['#00aa77', '#b4532a', '#336699'],
    });
    expect(profile.icon).toMatchObject({ url: 'https://shop.test/touch.png', type: 'image/png' });
  });

  test('an icon that is something else is not taken, and an inner icon address is never asked', async () => {
    const services = site({
      '/': '<title>X</title><link rel="icon" href="/evil.png"><p>Some text about the company.</p>',
      '/evil.png': { body: '<script>alert(1)</script>' },
    });
    expect((await readSiteProfile('https://shop.test/', services)).icon).toBeNull();
    await expect(readSiteProfile('javascript://x', services)).rejects.toMatchObject({
      code: 'fetch.bad_url',
    });
    await expect(readSiteProfile('https://shop.test/none', services)).rejects.toMatchObject({
      code: 'fetch.unreachable',
    });
  });
});
