import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { processorMs } from '#tests/support/processor-time.ts';
import { languages, type Language } from '#shared/languages.ts';
import { createTranslator } from '../i18n/translator.ts';
import { asksForPerson } from './person-request.ts';

/** What people wrote to chats: `+ ` asks for a person, `- ` does not. */
function phrases(language: Language, set: 'tuned' | 'held-out'): { asks: string[]; others: string[] } {
  const file = path.join(import.meta.dirname, '__fixtures__/person-requests', `${language}.${set}.txt`);
  const lines = readFileSync(file, 'utf8').split('\n');
  const of = (mark: string) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(2));
  return { asks: of('+ '), others: of('- ') };
}

describe.each(languages)('in %s, of phrases that the judge was made with', (language) => {
  const { asks, others } = phrases(language, 'tuned');

  it('there are sixty that ask for a person, and forty that do not', () => {
    expect(asks.length).toBeGreaterThanOrEqual(60);
    expect(others.length).toBeGreaterThanOrEqual(40);
  });
  it('19 of 20 requests are found', () => {
    const missed = asks.filter((text) => !asksForPerson(text));
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(asks.length * 0.05);
  });
  it('1 of 50 others is taken for one at most', () => {
    const wrong = others.filter(asksForPerson);
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(others.length * 0.02);
  });
});

// When they were first tried, 56 of 60 requests were found, and 1 of 48 others was taken for one; of 60 more that came later,
// 50 and none. All but one of the 120 are now.
describe('of phrases that the judge was not made with', () => {
  const all = languages.map((language) => phrases(language, 'held-out'));
  const [asks, others] = [all.flatMap((set) => set.asks), all.flatMap((set) => set.others)];

  it('19 of 20 requests are found', () => {
    const missed = asks.filter((text) => !asksForPerson(text));
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(asks.length * 0.05);
  });
  it('1 of 50 others is taken for one at most', () => {
    const wrong = others.filter(asksForPerson);
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(others.length * 0.02);
  });
});

test.each(languages)('what the button says for the visitor in %s asks for a person', (language) => {
  const words = createTranslator(path.join(import.meta.dirname, '../../../locales')).text(
    language,
    'chat:people.words',
  );
  expect(asksForPerson(words)).toBe(true);
});

test.each([
  'How do I put the agent on my website?',
  'Can I put an agent on two sites?',
  'How do I train an agent on my documents?',
  'What can an agent do for a shop?',
  'How do I connect the agent to my store?',
  'I want to build an agent that sells bread',
  'How many agents can I have?',
  'Hoe zet ik de agent op mijn website?',
  '¿Cómo conecto el agente con mi tienda?',
  'Comment mettre l’agent sur mon site ?',
  'Como conecto o agente à minha loja?',
  'Jak dám agenta na svůj web?',
])('who asks about an agent as a thing asks for no person: %s', (text) => {
  expect(asksForPerson(text)).toBe(false);
});

test('a long message is judged in little time', async () => {
  const long = 'can you please talk to me about a person that you want me to call and connect with '.repeat(
    40,
  );
  expect(await processorMs(() => asksForPerson(long))).toBeLessThan(1_000);
});
