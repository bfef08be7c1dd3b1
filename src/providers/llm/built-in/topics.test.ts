import { describe, expect, it } from 'vitest';
import { nameTopics } from './topics.ts';

describe('what an agent says it can tell about', () => {
  it.each([
    ['en', 'About Bakery Blom', 'Bakery Blom'],
    ['en', 'About Bakery Blom', 'Bakery Blom in Ghent'],
    ['nl', 'Over Bakkerij Blom', 'Bakkerij Blom'],
    ['es', 'Sobre Casa Luz', 'Casa Luz'],
    ['pt', 'Sobre Pão de Ouro', 'Pão de Ouro'],
    ['fr', 'À propos de Boulangerie Tilleul', 'Boulangerie Tilleul'],
    ['cs', 'O nás: Pekárna Lípa', 'Pekárna Lípa'],
    ['en', 'About us', 'Bakery Blom'],
    ['fr', 'Qui sommes-nous', 'Boulangerie Tilleul'],
    // A visitor reads another language than the page.
    ['cs', 'About Bakery Blom', 'Bakery Blom'],
  ] as const)('is no page about itself: %s, %s', (language, title, agent) => {
    expect(nameTopics([title], agent, language)).toBe('');
    expect(nameTopics([title, 'Gluten'], agent, language)).toContain('Gluten');
  });

  it.each([
    'Preface',
    'Legal Notice',
    'This Page',
    'Voorwoord',
    'Índice',
    'Sommaire',
    'Obsah',
    'User Manual',
    'GNU Free Documentation License',
    'Version 1.2, November 2002',
    'Introducción',
    'Licença pública',
    'Handleiding',
    'Remerciements',
    'Příručka',
  ])('is no page that every book has: %s', (title) => expect(nameTopics([title], 'Elk', 'en')).toBe(''));

  it('is what a page is about, without the word for that', () => {
    expect(nameTopics(['About sourdough'], 'Bakery Blom', 'en')).toBe('“sourdough”');
    expect(nameTopics(['O nás: Lípa'], 'Pekárna', 'cs')).toBe('„Lípa“');
  });
});
