import { describe, expect, it } from 'vitest';
import { countProcessorTime } from '#tests/support/app/processor-time.ts';
import type { Language } from '#shared/languages.ts';
import { detectLanguage, readLanguage } from './detect-language.ts';

const lines: Record<Language, string[]> = {
  en: [
    'How much is a repair?',
    'opening hours',
    'is it open',
    'hello',
    'thanks!',
    'returns policy',
    'and on Sunday?',
    'good morning',
    'where are you',
    'Do you sell helmets',
    'How long does shipping take?',
  ],
  nl: [
    'Wat kost een reparatie?',
    'Hoe laat zijn jullie open?',
    'openingstijden',
    'hoi',
    'bedankt',
    'en zondag?',
    'goedemorgen',
    'verkopen jullie helmen',
    'waar zitten jullie',
    'prijs van een band',
  ],
  es: [
    '¿Cuánto cuesta?',
    'cuanto cuesta una reparacion',
    'hola',
    'muchas gracias',
    '¿y el domingo?',
    'buenos días',
    '¿venden cascos?',
    'a que hora abren',
    'horario',
  ],
  pt: [
    'Quanto custa?',
    'quais são os horários',
    'olá',
    'obrigado',
    'e no domingo?',
    'bom dia',
    'vendem capacetes',
    'onde ficam',
    'a que horas abrem',
    'tchau',
  ],
  fr: [
    'Combien ça coûte ?',
    'quels sont vos horaires',
    'bonjour',
    'merci beaucoup',
    'et le dimanche ?',
    'vendez-vous des casques',
    'où êtes-vous',
    'au revoir',
    "c'est quoi le prix d'une réparation",
  ],
  cs: [
    'Kolik to stojí?',
    'kdy mate otevreno',
    'ahoj',
    'děkuji',
    'a v neděli?',
    'dobrý den',
    'prodáváte helmy',
    'jaka je cena opravy',
    'kde jste',
    'nashledanou',
    'díky',
  ],
};

describe('the language of a visitor’s line', () => {
  for (const [language, examples] of Object.entries(lines) as [Language, string[]][]) {
    it.each(examples)(`is ${language} for “%s”, whatever the browser says`, (line) => {
      expect(detectLanguage(line, language === 'en' ? 'fr' : 'en')).toBe(language);
    });
  }

  it.each(['', '   ', '12345', '👍', 'ok', 'iPhone 15 Pro', 'Łódź', 'привет', 'A-1234'])(
    'falls back to the hint for “%s”',
    (line) => {
      expect(detectLanguage(line, 'cs')).toBe('cs');
      expect(detectLanguage(line, 'pt')).toBe('pt');
    },
  );

  it('reads a long document by its beginning only', () => {
    const spent = countProcessorTime();
    expect(detectLanguage('De winkel is open van maandag tot vrijdag. '.repeat(50_000), 'en')).toBe('nl');
    expect(spent()).toBeLessThan(5_000);
  });
});

it('a message that is asked about by several is read once, and each is answered by its own hint', () => {
  const reading = readLanguage('menu 12');
  expect(readLanguage('menu 12')).toBe(reading);
  expect([reading('nl'), reading('cs')]).toEqual(['nl', 'cs']);
});
