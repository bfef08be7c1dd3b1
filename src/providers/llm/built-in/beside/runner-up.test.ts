import { describe, expect, it } from 'vitest';
import { languages, type Language } from '#shared/languages.ts';
import { phrasesOf } from '../__fixtures__/small-site.ts';
import { compose } from '../answer-from-passages.ts';

type Page = {
  title: string;
  text: string;
};

const answer = (question: string, pages: readonly Page[], language: Language = 'en', chunks = 400): string =>
  compose({
    question,
    history: [],
    passages: pages.map(({ title, text }, index) => ({
      number: index + 1,
      title,
      heading: title,
      text,
      score: 1 - index / 10,
    })),
    counts: { chunks, having: new Map() },
    topics: [],
    agentName: 'Test',
    language,
    texts: phrasesOf,
  });

const glossary = {
  title: 'Glossary',
  text: '# Glossary\n\n##### Tablespace\n\nA named location on the file system of the server. It holds files.',
};
const chapter = {
  title: 'Tablespaces',
  text: '# Tablespaces\n\nA tablespace is a folder that an administrator chooses for the data of tables and indexes.',
};

describe('what a manual says of a thing', () => {
  it('is told with what another section says, in three sentences at most', () => {
    const told = answer('What is a tablespace?', [glossary, chapter]);
    expect(told).toContain('A named location on the file system of the server.');
    expect(told).toContain('A tablespace is a folder that an administrator chooses');
    expect(told.match(/\.(?= |$)/g)?.length).toBeLessThanOrEqual(3);
  });

  it('is not told twice in the same words', () => {
    const copy = { ...chapter, title: 'Tablespaces once more' };
    expect(answer('What is a tablespace?', [chapter, copy]).match(/is a folder/g)).toHaveLength(1);
  });

  it('begins with the first sentence of its entry', () => {
    const text =
      '# Glossary\n\n##### Multi-version concurrency control (MVCC)\n\nA mechanism that lets several transactions read and write the same rows.\n\nIn the server, MVCC is implemented by keeping copies of rows.';
    expect(answer('What is MVCC?', [{ title: 'Glossary', text }])).toContain('A mechanism that lets');
  });

  it('is no line below “See also”, nor the name of what follows', () => {
    const text =
      '# keyimport\n\n## Description\n\nkeyimport makes keys out of labels.\n\n## See also\n\nkeygen(8), signzone(8), the manual of the administrator.';
    expect(answer('What does keygen do?', [{ title: 'keyimport', text }])).not.toContain('signzone(8)');
    const short = { title: 'Leaks', text: '# Definitely lost\n\nIn short:\n\nSee the chapter on leaks.' };
    expect(answer('What does definitely lost mean?', [short])).not.toContain('In short:');
  });

  it('leaves out how something is used where it is asked what it is', () => {
    const text =
      '# The index\n\nThe index is a binary file with a list of path names; git-ls-files shows it:\n\n```\n$ git ls-files\n```';
    expect(answer('What is the index?', [{ title: 'The index', text }])).not.toContain('```');
  });
});

it('reads the default of a setting off its heading, in brackets too', () => {
  const text =
    '##### --num-callers=number [default: 12]\n\nSpecifies the maximum number of entries shown in stack traces that identify locations.';
  expect(answer('What is the default of --num-callers?', [{ title: 'Options', text }])).toContain('12');
});

describe('a theorem that only its heading names', () => {
  const pages: Record<Language, [text: string, told: string, ...questions: string[]]> = {
    en: [
      '# Pythagorean theorem\n\nIn a right triangle, the square of the longest side equals the sum of the other squares.\n\n# Exercises\n\nUse the Pythagorean theorem to find the length of a ladder.',
      'longest side',
      'What is the Pythagorean theorem?',
      'What does the Pythagorean theorem say?',
      'Tell me about the Pythagorean theorem',
    ],
    nl: [
      '# Stelling van Pythagoras\n\nIn een rechthoekige driehoek is het kwadraat van de schuine zijde gelijk aan de som van de andere.\n\n# Oefeningen\n\nGebruik de stelling van Pythagoras om de lengte van een ladder te vinden.',
      'schuine zijde',
      'Wat is de stelling van Pythagoras?',
      'Wat zegt de stelling van Pythagoras?',
      'Leg de stelling van Pythagoras uit',
    ],
    es: [
      '# Teorema de Pitágoras\n\nEn un triángulo rectángulo, el cuadrado de la hipotenusa es igual a la suma de los cuadrados de los catetos.\n\n# Ejercicios\n\nUsa el teorema de Pitágoras para hallar la longitud de una escalera.',
      'hipotenusa',
      '¿Qué es el teorema de Pitágoras?',
      '¿Qué dice el teorema de Pitágoras?',
      '¿En qué consiste el teorema de Pitágoras?',
    ],
    pt: [
      '# Teorema de Pitágoras\n\nEm um triângulo retângulo, o quadrado da hipotenusa é igual à soma dos quadrados dos catetos.\n\n# Exercícios\n\nUse o teorema de Pitágoras para achar o comprimento de uma escada.',
      'hipotenusa',
      'O que é o teorema de Pitágoras?',
      'O que diz o teorema de Pitágoras?',
      'Em que consiste o teorema de Pitágoras?',
    ],
    fr: [
      '# Théorème de Pythagore\n\nDans un triangle rectangle, le carré de l’hypoténuse est égal à la somme des carrés des deux autres côtés.\n\n# Exercices\n\nUtilisez le théorème de Pythagore pour trouver la longueur d’une échelle.',
      'hypoténuse',
      'Qu’est-ce que le théorème de Pythagore ?',
      'C’est quoi le théorème de Pythagore ?',
      'Que dit le théorème de Pythagore ?',
    ],
    cs: [
      '# Pythagorova věta\n\nV pravoúhlém trojúhelníku se druhá mocnina přepony rovná součtu druhých mocnin odvěsen.\n\n# Cvičení\n\nPomocí Pythagorovy věty najděte délku žebříku.',
      'přepony',
      'Co je Pythagorova věta?',
      'Co říká Pythagorova věta?',
      'Jak zní Pythagorova věta?',
    ],
  };
  it.each(languages)('is told, however it is asked for (%s)', (language) => {
    const [text, told, ...questions] = pages[language];
    const silent = questions.filter(
      (question) => !answer(question, [{ title: '2', text }], language, 6).includes(told),
    );
    expect(silent).toEqual([]);
  });
});
