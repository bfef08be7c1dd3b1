import type { Translator } from '#platform/i18n/translator.ts';
import type { BuiltInEngine } from '#features/conversations/server/conversations.usecases.ts';

export function createBuiltInEngine(_translator: Translator): BuiltInEngine {
  return ({ passages }) => {
    const [first] = passages;
    return first ? [`${first.text.slice(0, 200)} [${first.number}]`] : ['I do not know.'];
  };
}
