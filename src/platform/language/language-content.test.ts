import { expect, it } from 'vitest';
import { languages } from '#shared/languages.ts';
import { forEachLanguage } from './language-content.ts';

const kindsOf = forEachLanguage(({ phrases }) => ({
  smallTalk: Object.keys(phrases.smallTalk).toSorted(),
  topics: Object.keys(phrases.topics).toSorted(),
}));

it.each(languages)('%s knows the same kinds of small talk and topics as the others', (language) => {
  expect(kindsOf[language]).toEqual(kindsOf.en);
});
