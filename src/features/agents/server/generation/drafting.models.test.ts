import { describe, expect, test } from 'vitest';
import { agentConfiguration } from '../../agents-configuration.contract.ts';
import { brandColor, draftFromDescription, draftFromSite, type SiteProfile } from './drafting.models.ts';
import { nameOfSite } from './site-name.models.ts';
import { diffConfigurations } from '../agents.models.ts';

const site: SiteProfile = {
  url: 'https://www.atelier-velo.example/',
  title: 'Bike repair in Gent | Atelier Vélo',
  siteName: null,
  description: 'Repairs, rentals and bikes made to measure.',
  language: 'en',
  colors: ['#ffffff', '#222222', '#c2410c'],
  headings: ['Our prices', 'Opening hours'],
  text: 'A puncture costs 15 euros. Open Tuesday to Saturday. Return to the top. Mail us: hello@velo.example',
  icon: null,
};
const text = (key: string, variables: Record<string, string> = {}): string =>
  `${key}(${Object.values(variables).join(',')})`;

describe('an agent drafted from a website', () => {
  test('carries its name, its colour and questions that its page answers', () => {
    const draft = draftFromSite(site, 'en', text);
    expect(draft.basic.name).toBe('Atelier Vélo');
    expect(draft.appearance.color).toBe('#c2410c');
    expect(draft.prompt.iceBreakers.map((question) => question.split('(')[0])).toEqual([
      'iceBreakers.hours',
      'iceBreakers.prices',
      'iceBreakers.contact',
    ]);
  });

  test('is named after its address when the page says nothing usable', () => {
    expect(nameOfSite({ ...site, title: '', siteName: ' ' })).toBe('atelier-velo.example');
  });

  test.each([
    [
      'Fietsenmaker De Ketting – Haarlem',
      'https://127.0.0.1/',
      '© 2026 De Ketting · KvK 34567890 · Alle rechten',
      'De Ketting',
    ],
    [
      'Fietsenmaker De Ketting – Haarlem',
      'https://www.deketting.example/',
      'Welkom',
      'Fietsenmaker De Ketting',
    ],
    ['Home | Atelier Vélo', 'https://shop.example/', 'Bikes', 'Atelier Vélo'],
    ['Welkom bij – Bakkerij van der Linden', 'https://brood.example/', 'Brood', 'Bakkerij van der Linden'],
    ['Domů | Kavárna Lípa', 'https://kavarna-lipa.example/', 'Káva', 'Kavárna Lípa'],
    [
      'Studio Linden | Yoga',
      'https://linden.example/',
      'Copyright © Studio Linden. All rights reserved.',
      'Studio Linden',
    ],
    ['Welcome to Corner Books', 'https://shop.example/', 'Books', 'Corner Books'],
    ['Prices | Acme', 'https://acme.example/', '© All rights reserved', 'Acme'],
    ['Welcome to Riverside Gym!', 'https://gym.example/', 'Open daily', 'Riverside Gym'],
    ['Hotel Alpenblick **** | Wellness in Tirol', 'https://alpenblick.example/', '', 'Hotel Alpenblick'],
    ['Clínica Dental Sol ▷ Dentistas en Sevilla ✅', 'https://sol.example/', '', 'Clínica Dental Sol'],
    ['Linden: the garden for everyone', 'https://linden.example/', '', 'Linden'],
    ['Kestrel – My Shopify Store', 'https://kestrel.myshopify.com/', '', 'Kestrel'],
    [
      'Kaasboerderij De Wilgen – cheese farm',
      'https://192.0.2.7/',
      'Kaasboerderij De Wilgen. We are a cheese farm near Gouda. Kaasboerderij De Wilgen, Wilgenpad 12, Gouda',
      'Kaasboerderij De Wilgen',
    ],
    ['Fresh bread | Linden Bakery', 'https://lindenbakery.co.uk/', '', 'Linden Bakery'],
  ])('finds the name in %s of %s', (title, url, footer, name) => {
    expect(nameOfSite({ ...site, title, url, text: `Text of the page. ${footer}` })).toBe(name);
  });

  test.each(['Online Shop', 'Untitled', '404 Not Found', 'Just a moment...', 'Index of /files'])(
    'takes "%s" for no name',
    (title) =>
      expect(nameOfSite({ ...site, title, url: 'https://kestrel.example/' })).toBe('kestrel.example'),
  );

  test('keeps the beginning of a name that is too long for the top of a chat', () => {
    expect(
      nameOfSite({
        ...site,
        title: '',
        siteName: 'Museum of Everyday Things and Remarkable Small Objects of the North Sea Coast',
      }),
    ).toBe('Museum of Everyday Things and Remarkable Small Objects');
  });

  test('keeps our colour when the site shows only greys', () => {
    expect(brandColor(['#fefefe', '#111111', '#808080', 'red;}'])).toBe('#36d6b5');
  });
});

describe('an agent drafted from a description', () => {
  test.each([
    ['Support for a bike shop called Atelier Velo', 'Atelier Velo'],
    ['A guide for "The Linden Hotel" in Brno', 'The Linden Hotel'],
    ['Orders for Kiosk & Co in Lyon', 'Kiosk & Co'],
    [
      'A guide named "Museum of Everyday Things and Remarkable Small Objects of the North Sea Coast"',
      'Museum of Everyday Things and Remarkable Small Objects',
    ],
    [
      'Support for a shop called Kladderadatschmanufaktur Oberammergau Dampfschiffahrtsgesellschaft Unterhaltungselektronik',
      'Kladderadatschmanufaktur Oberammergau',
    ],
    [`A guide called "${'w'.repeat(70)}"`, 'w'.repeat(60)],
    ['helps people', 'defaultName()'],
  ])('%s', (description, name) => {
    expect(draftFromDescription(description, text).basic.name).toBe(name);
  });

  test('asks first what the sentence answers, and nothing else', () => {
    const questions = (description: string): string[] =>
      draftFromDescription(description, text).prompt.iceBreakers.map(
        (question) => question.split('(')[0] ?? '',
      );
    expect(questions('Linden Bakery in Utrecht, open Tuesday to Friday. A loaf costs € 4.20.')).toEqual([
      'iceBreakers.hours',
      'iceBreakers.prices',
    ]);
    // How long delivery takes is said nowhere.
    expect(questions('Bakery in Ghent, open on Mondays. We deliver by bike. A loaf costs € 4.20.')).toEqual([
      'iceBreakers.hours',
      'iceBreakers.prices',
    ]);
    expect(questions('helps people')).toEqual([]);
  });
});

describe('the difference between two configurations', () => {
  const before = agentConfiguration.parse({});

  test('is nothing for equal ones', () => {
    expect(diffConfigurations(before, structuredClone(before))).toEqual([]);
  });

  test('names each changed field with both values, lists as a whole', () => {
    const after = structuredClone(before);
    after.basic.name = 'Concierge';
    after.prompt.iceBreakers = ['When do you open?'];
    expect(diffConfigurations(before, after)).toEqual([
      { path: 'basic.name', before: 'New agent', after: 'Concierge' },
      { path: 'prompt.iceBreakers', before: [], after: ['When do you open?'] },
    ]);
  });

  test('lists every field when nothing was published before', () => {
    expect(diffConfigurations(null, before).find((change) => change.path === 'basic.name')).toEqual({
      path: 'basic.name',
      before: null,
      after: 'New agent',
    });
  });
});
