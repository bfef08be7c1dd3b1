import { createInstance } from 'i18next';
import { describe, expect, it, vi } from 'vitest';
import { languages } from '../languages.ts';
import { numbersInTexts, valueInText } from './numbers-in-texts.ts';

describe('numbers in texts', () => {
  it('are written as the language of the text writes them', async () => {
    const texts = createInstance();
    await texts.use(numbersInTexts.formatter).init({
      lng: 'en',
      resources: {
        en: {
          translation: { pages_one: '{{count}} page', pages_other: '{{done}} of {{count, number}} pages' },
        },
        nl: { translation: { pages_other: "{{done}} van {{count}} pagina's" } },
      },
      interpolation: numbersInTexts.interpolation,
    });
    expect(texts.t('pages', { done: 1_154, count: 12_153 })).toBe('1,154 of 12,153 pages');
    expect(texts.t('pages', { done: 1_154, count: 12_153, lng: 'nl' })).toBe("1.154 van 12.153 pagina's");
    expect(texts.t('pages', { count: 1 })).toBe('1 page');
  });

  it('make no format for what every language writes alike', () => {
    for (const language of languages)
      for (const value of [0, 7, 10, 999])
        expect([language, new Intl.NumberFormat(language).format(value)]).toEqual([language, `${value}`]);
    const made = vi.spyOn(Intl, 'NumberFormat');
    expect(valueInText(7, 'days', 'pt')).toBe('7');
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
  });

  it('leave alone what is no amount, and what is written already', () => {
    expect(valueInText(2026, 'year', 'en')).toBe(2026);
    expect(valueInText('1.234,50 EUR', 'amount', 'en')).toBe('1.234,50 EUR');
    expect(valueInText(0.5, 'share', 'cs')).toBe('0,5');
  });
});
