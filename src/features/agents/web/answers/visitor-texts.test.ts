import { describe, expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';
import english from '../../../../../locales/en/chat.json' with { type: 'json' };
import { longestVisitorText, textsSection } from '../../agents-configuration.contract.ts';
import { groupTexts, variableProblems, withText } from './visitor-texts.ts';

const usual: Record<string, string> = {
  'header.close': 'Close chat',
  'composer.send': 'Send message',
  'composer.label': 'Your message',
  'launcher.open': 'Open chat with {{name}}',
  'gate.failed': 'That did not work',
  'new.text': 'New',
};

describe('the words that an owner gives the chat', () => {
  test('stand beside the usual ones, by parts of the chat, and those of texts that are gone are not shown', () => {
    const groups = groupTexts(usual, { 'header.close': 'Bye', 'gone.text': 'Old' });
    expect(groups.map(({ area, texts }) => [area, texts.length])).toEqual([
      ['launcher', 1],
      ['header', 1],
      ['composer', 2],
      ['form', 1],
      ['other', 1],
    ]);
    expect(groups[1]?.texts[0]).toEqual({ key: 'header.close', usual: 'Close chat', own: 'Bye' });
  });

  test('are found by usual and by own words, with and without accents', () => {
    const found = (search: string): string[] =>
      groupTexts(usual, { 'header.close': 'Zavřít' }, { search }).flatMap(({ texts }) =>
        texts.map(({ key }) => key),
      );
    expect(found('message send')).toEqual(['composer.send']);
    expect(found('zavrit')).toEqual(['header.close']);
    expect(found('umbrella')).toEqual([]);
    expect(groupTexts(usual, { 'header.close': 'Bye' }, { changedOnly: true })).toHaveLength(1);
  });

  test('are taken back by emptying them', () => {
    expect(withText(withText({}, 'header.close', 'Bye'), 'header.close', '')).toEqual({});
  });

  test('say when they leave out what the chat fills in, or ask for what it can not', () => {
    expect(variableProblems('Chat with {{name}}', 'Chat, {{who}}')).toEqual({
      missing: ['{{name}}'],
      unknown: ['{{who}}'],
    });
    expect(variableProblems('Chat with {{name}}', '')).toEqual({ missing: [], unknown: [] });
  });

  test('can be given to every text of the chat within the bounds of the contract', () => {
    const all = Object.fromEntries(Object.keys(english).map((key) => [key, 'x'.repeat(longestVisitorText)]));
    expect(textsSection.safeParse(Object.fromEntries(languages.map((code) => [code, all]))).success).toBe(
      true,
    );
    expect(Object.keys(english).filter((key) => !/^[a-zA-Z0-9._]{1,60}$/.test(key))).toEqual([]);
  });
});
