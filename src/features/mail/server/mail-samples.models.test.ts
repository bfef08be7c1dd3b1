import path from 'node:path';
import { expect, it } from 'vitest';
import { languages } from '#shared/languages.ts';
import { createTranslator } from '#platform/i18n/translator.ts';
import { mailKinds } from '../mail.contract.ts';
import { mailSamples } from './mail-samples.models.ts';

const translator = createTranslator(path.join(import.meta.dirname, '../../../../locales'));

it('every mail says something whole in every language, with nothing left to fill in', () => {
  for (const language of languages) {
    const samples = mailSamples(language, (key, variables) => translator.text(language, key, variables));
    for (const kind of mailKinds) {
      const { variables, ...sample } = samples[kind];
      const said = ['subject', 'title', 'body', 'button', 'footer'].map((part) =>
        translator.text(language, `mail:${kind}.${part}`, { brand: 'Chatelier', ...variables }),
      );
      const text = [...said, JSON.stringify(sample)].join('\n');
      expect([
        language,
        kind,
        /\{\{|undefined|NaN|mail:[a-z-]+\.|mail-samples:|[a-z-]+\.(title|body|subject)/.exec(text)?.[0],
      ]).toEqual([language, kind, undefined]);
      expect([language, kind, said.filter((part) => part.trim() === '')]).toEqual([language, kind, []]);
    }
  }
});
