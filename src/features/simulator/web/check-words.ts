import type { TFunction } from 'i18next';
import { languageNames } from '#shared/languages.ts';
import { readableCost, readableMilliseconds } from '#ui/browser/numbers.ts';
import type { Check } from '#features/agents/agents-tests.contract.ts';

/** A check as a sentence. */
export function checkInWords(check: Check, t: TFunction<'simulator'>, language: string): string {
  switch (check.kind) {
    case 'contains':
      return t(check.expected ? 'checks.says.contains' : 'checks.says.containsNot', { text: check.text });
    case 'matches':
      return t(check.expected ? 'checks.says.matches' : 'checks.says.matchesNot', { text: check.pattern });
    case 'cites':
      return check.source ? t('checks.says.cites', { text: check.source }) : t('checks.says.citesAny');
    case 'calls':
      return [
        t(check.expected ? 'checks.says.calls' : 'checks.says.callsNot', { text: check.tool }),
        ...check.arguments.map(({ path, how, value }) => `${path} ${t(`checks.how.${how}`)} “${value}”`),
      ].join(', ');
    case 'hands-over':
      return t(check.expected ? 'checks.says.handsOver' : 'checks.says.handsOverNot');
    case 'silent':
      return t('checks.says.silent');
    case 'wall':
      return t(check.expected ? 'checks.says.wall' : 'checks.says.wallNot');
    case 'charges':
      return t('checks.says.charges', { count: check.messages });
    case 'language':
      return t('checks.says.language', { language: languageNames[check.language] });
    case 'within':
      return t('checks.says.within', { time: readableMilliseconds(check.milliseconds, language) });
    case 'costs-at-most':
      return t('checks.says.costsAtMost', { cost: readableCost(check.micros, language) });
    case 'no-promise':
      return t('checks.says.noPromise');
    case 'no-leak':
      return t('checks.says.noLeak');
    case 'knows':
      return t(check.expected ? 'checks.says.knows' : 'checks.says.knowsNot');
    case 'judged':
      return t('checks.says.judged', { text: check.criterion });
  }
}
