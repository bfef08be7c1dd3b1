import { describe, expect, it } from 'vitest';
import { countProcessorTime } from '#tests/support/app/processor-time.ts';
import type { Language } from '#shared/languages.ts';
import { analyze, chunkTerms, queryTerms } from './analyze.ts';

/**
 * Whether a text in a language can be found by a question in it: every word that the question asks for has a
 * spelling in the text.
 */
function finds(question: string, text: string, language: Language = 'en'): boolean {
  const { terms } = chunkTerms({ text }, language);
  const query = queryTerms(question, [language]);
  const groups = [...new Set(query.filter(({ weight }) => weight >= 1).map(({ group }) => group))];
  return groups.every((group) => query.some((entry) => entry.group === group && terms.has(entry.term)));
}

describe('words of a question find words of a text', () => {
  it.each<[string, string, Language]>([
    ['repairs', 'We repair bicycles.', 'en'],
    ['repairing bikes', 'Bike repair', 'en'],
    ['cafe', 'A nice café', 'en'],
    ['customers', 'the customer’s bike', 'en'],
    ['reparaties', 'Een reparatie duurt twee dagen', 'nl'],
    ["foto's", 'een foto van de fiets', 'nl'],
    ['Kan ik een fiets huren?', 'Fietsen huurt u bij ons.', 'nl'],
    ['levert', 'Wij leveren binnen een week.', 'nl'],
    ['reparacion', 'La reparación cuesta 20 €', 'es'],
    ['reparaciones', 'La reparación cuesta 20 €', 'es'],
    ['reparación', 'la reparacion cuesta 20', 'es'],
    ['informacao', 'Informações úteis: informação', 'pt'],
    ['horarios', 'Nossos horários', 'pt'],
    ['devolucao', 'Devoluções em 14 dias', 'pt'],
    ['reparation', 'Les réparations sont rapides', 'fr'],
    ['atelier', "L'atelier est ouvert", 'fr'],
    ['atelier', 'L’atelier est ouvert', 'fr'],
    ['ouverture', 'horaires d’ouverture', 'fr'],
    ['opravy', 'Oprava kola trvá dva dny', 'cs'],
    ['oteviraci doba', 'Otevírací doba: po–pá', 'cs'],
    ['v kolách', 'Prodáváme kola', 'cs'],
    ['kolach', 'Mluvíme o kolech a kolách', 'cs'],
    ['objednávek', 'Objednávka je potvrzena', 'cs'],
    ['Praze', 'Praha je hlavní město', 'cs'],
  ])('“%s” finds “%s” (%s)', (question, text, language) => {
    expect(finds(question, text, language)).toBe(true);
  });

  it.each([
    ['A-1234', 'Order part A-1234 today'],
    ['A1234', 'Order part A-1234 today'],
    ['1234', 'Order part A-1234 today'],
    ['e-bike', 'We sell an e-bike'],
    ['ebike', 'We sell an e-bike'],
    ['v2.1', 'Release v2.1 is out'],
    ['12,50', 'It costs 12.50'],
    ['1000', 'Up to 1,000 users'],
    ['info@shop.example', 'Write to info@shop.example please'],
    ['10:30', 'The train leaves at 10:30.'],
    ['자전거', '이 자전거는 빠릅니다'],
    ['修理', '自転車の修理は三日です'],
    ['ремонт', 'Ремонт велосипедов'],
    ['ΠΟΔΉΛΑΤΟ', 'ένα ποδήλατο'],
  ])('“%s” finds “%s”', (question, text) => {
    expect(finds(question, text)).toBe(true);
  });

  it.each([
    ['helicopter', 'We repair bicycles.'],
    ['v2.2', 'Release v2.1 is out'],
    ['A-1235', 'Order part A-1234 today'],
  ])('“%s” does not find “%s”', (question, text) => {
    expect(finds(question, text)).toBe(false);
  });
});

describe('terms of a question', () => {
  it('leave greetings and grammar out', () => {
    expect(
      queryTerms('Hello, could you please tell me what the price is?', ['en']).map(({ term }) => term),
    ).toEqual(['price']);
  });
  it('keep what there is when there is nothing else', () => {
    expect(queryTerms('hello', ['en']).map(({ term }) => term)).toEqual(['hello']);
    expect(queryTerms('who are you', ['en']).length).toBeGreaterThan(0);
  });
  it('carry the stems of the documents’ languages as alternatives of the same word', () => {
    const query = queryTerms('reparaties', ['nl', 'en']);
    expect(new Set(query.map(({ group }) => group)).size).toBe(1);
    expect(query.length).toBeGreaterThan(1);
  });
  it('hold a name out of code as one thing, however many languages the documents have', () => {
    const query = queryTerms('shared_buffers', ['en', 'nl', 'fr']);
    const whole = query.filter(({ term }) => term.startsWith('sharedbuf'));
    expect(new Set(whole.map(({ group }) => group)).size).toBe(1);
    const parts = query.filter(({ term }) => !term.startsWith('sharedbuf'));
    expect(Math.max(...parts.map(({ weight }) => weight))).toBeLessThan(whole[0]?.weight ?? 0);
  });
  it('are empty for an empty question and bounded for a huge one', () => {
    expect(queryTerms('', ['en'])).toEqual([]);
    expect(queryTerms('?!', ['en'])).toEqual([]);
    expect(
      queryTerms(Array.from({ length: 5_000 }, (_, index) => `word${index}`).join(' '), ['en']).length,
    ).toBeLessThanOrEqual(256);
  });
});

describe('terms of a chunk', () => {
  it('count words of headings more', () => {
    const { terms } = chunkTerms(
      { text: 'bike bike', headings: ['Opening hours', 'Opening hours'] },
      'en',
      2,
    );
    expect(terms.get('bike')).toBe(2);
    expect(terms.get('hour')).toBe(2);
  });
  it('know their places in the text', () => {
    const text = 'The réparation of an e-bike.';
    for (const { start, end } of analyze(text, 'fr')) expect(text.slice(start, end).trim()).not.toBe('');
    expect(analyze(text, 'en').find(({ term }) => term === 'bike')).toMatchObject({ start: 21, end: 27 });
  });
  it('come out of broken and enormous text without trouble', () => {
    expect(() => analyze('\uD800 \uDFFF a\u0300\u0301 '.repeat(1_000), 'cs')).not.toThrow();
    const spent = countProcessorTime();
    analyze('x'.repeat(1_000_000), 'en');
    analyze("a'b-".repeat(100_000), 'en');
    expect(spent()).toBeLessThan(2_000);
  });
});
