import { describe, expect, it } from 'vitest';
import { explainedBy, explainedIn } from './explained.ts';

describe('what a chunk explains', () => {
  it('is what its headings name and what its sentences say what it is', () => {
    const found = explainedIn(
      {
        text: '## The accept router\n\nIt takes all addresses. A transport is a driver that delivers. Exim is slow today.',
        headings: ['Routers', 'The accept router'],
      },
      'en',
    );
    expect(found).toContain(explainedBy('What does the accept router do?', 'en'));
    expect(found).toContain(explainedBy('What is a transport?', 'en'));
    expect(found).not.toContain(explainedBy('What is Exim?', 'en'));
  });

  it('is the page where a heading only says “Description”', () => {
    const found = explainedIn(
      { text: '## Description\n\nRemoves archives.', headings: ['tool prune — Tool', 'Description'] },
      'en',
    );
    expect(found).toContain(explainedBy('What does tool prune do?', 'en'));
  });

  it.each([
    ['nl', 'Een ketting is een rij van schakels.', 'Wat is een ketting?'],
    ['es', 'Un router es un aparato que une redes.', '¿Qué es un router?'],
    ['pt', 'Um roteador é um aparelho que une redes.', 'O que é um roteador?'],
    ['fr', 'Un routeur est un appareil qui relie des réseaux.', 'Qu’est-ce qu’un routeur ?'],
    ['cs', 'Router je zařízení, které spojuje sítě.', 'Co je to router?'],
  ] as const)('is told in %s', (language, text, question) => {
    expect(explainedIn({ text, headings: ['Site'] }, language)).toContain(explainedBy(question, language));
  });
});
