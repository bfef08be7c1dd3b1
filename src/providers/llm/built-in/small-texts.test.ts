import { describe, expect, it } from 'vitest';
import courtesies from '#platform/language/__fixtures__/courtesies.json' with { type: 'json' };
import { languages, type Language } from '#shared/languages.ts';
import { phrasesOf, createSite } from './__fixtures__/small-site.ts';
import { guestHouses, halls, houseRules } from './__fixtures__/visitor-questions.ts';
import { phrase } from './built-in.texts.ts';
import { compose } from './answer-from-passages.ts';

describe('what words alone would miss', () => {
  const read = (language: Language, question: string, text: string): string =>
    compose({
      question,
      history: [],
      passages: [{ number: 1, title: 'Info', heading: '', text, score: 0 }],
      topics: [],
      agentName: 'Test',
      language,
      texts: phrasesOf,
    });
  it.each<[Language, string, string, string]>([
    [
      'en',
      'where do I find you?',
      'Crumb & Sons, 14 Castle Street, Ludlow SY8 1AS\n\nWe bake every day.',
      'Castle Street',
    ],
    ['cs', 'Kdo u vás stříhá?', 'Prodáváme granule. Stříhání psů dělá Jarmila.', 'Jarmila'],
    ['en', 'do you have vegitarian cheese', 'We sell cheese. The goat cheese is vegetarian.', 'goat cheese'],
    ['cs', 'Hlídáte kočky?', 'Prodáváme granule. Kočky nehlídáme.', 'nehlídáme'],
  ])('is found in a text that is read whole (%s: %s)', (language, question, text, expected) => {
    expect(read(language, question, text)).toContain(expected);
  });
  it('tells what something costs instead of what its page goes on with', () => {
    const text = [
      '# Buying costs and taxes',
      '',
      'The buying costs are 7 to 8 percent of the price: the transfer tax of up to 7.5 percent, stamp ' +
        'duty of 0.8 percent, and about 1,500 euros for the notary and the register.',
      '',
      'Our fee is paid by the seller.',
      '',
      '## Every year',
      '',
      'The property tax is 0.3 percent.',
      '',
      '## Tax number',
      '',
      'You need a tax number.',
    ].join('\n');
    expect(read('en', 'What are the buying costs?', text)).toMatch(/^The buying costs are 7 to 8 percent/);
  });
  it('does not make a price of another thing an answer', () => {
    const text = 'Our prices: a check-up costs € 26.50. A filling costs € 31.80.';
    expect(read('en', 'What does a tattoo cost?', text)).not.toContain('26.50');
  });
});

it('says with the best sentence another one that has the words which it lacks', () => {
  const text = [
    'Traditionally, Labor is strongest in the working class suburbs of the harbour and the cities of the north.',
    'Rain falls on most days of the winter.',
    'The Australian Labor Party is the political party with the most members, before the National Party.',
  ].join('\n');
  const site = createSite([{ title: 'The county', text }], 'en');
  expect(site.ask('Which political party is strongest in the working class suburbs?')).toBe(
    `${text.split('\n')[0]} ${text.split('\n')[2]} [1]`,
  );
});

describe('what is not known', () => {
  const text = [
    '# Warranty',
    '',
    'A warranty on parts of the frame is handled by the maker in its own country.',
    '',
    '# Repairs',
    '',
    'Repairs of the frame take our workshop about two weeks in summer.',
  ].join('\n');
  it('is offered with the words of the places that come closest', () => {
    const answer = compose({
      question: 'When are parts handled in the workshop?',
      history: [],
      passages: [{ number: 1, title: 'Terms', heading: '', text, score: 1 }],
      counts: { chunks: 400, having: new Map() },
      topics: [],
      agentName: 'Test',
      language: 'en',
      texts: phrasesOf,
    });
    expect(answer).toContain(
      [
        'These places come closest:\n',
        '- Terms › Repairs: “Repairs of the frame take our workshop about two weeks in summer.” [1]',
        '- Terms › Warranty: “A warranty on parts of the frame is handled by the maker in its own country.” [1]',
      ].join('\n'),
    );
  });
});

it('thanks and takes leave with the phrases for that, whatever the documents say', () => {
  for (const language of languages)
    for (const kind of ['thanks', 'goodbye'] as const)
      for (const question of courtesies[language][kind]) {
        const answer = compose({
          question,
          history: [],
          passages: [{ number: 1, title: 'Info', heading: '', text: `${question} ${question}.`, score: 1 }],
          topics: [],
          agentName: 'Test',
          language,
          texts: phrasesOf,
        });
        expect(languages.map((one) => phrase(phrasesOf(one), kind))).toContain(answer);
      }
});

describe.each(
  [
    ['who wants to come asks what they need to know', halls] as const,
    ['who stays asks what they need to know', guestHouses] as const,
    ['a breed is a dog, and a brand a card', houseRules] as const,
  ].flatMap(([what, places]) => languages.map((language) => ({ what, language, ...places[language] }))),
)('$what ($language)', ({ language, text, asked, untold }) => {
  const site = createSite([{ title: 'Home', text }], language);

  it.each(asked)('%s', (question, told) => {
    expect(site.ask(question)).toMatch(told);
  });

  it('and what nobody wrote of is not made up', () => {
    expect(site.ask(untold)).not.toContain('[1]');
  });
});
