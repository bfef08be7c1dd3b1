import { useTranslation } from 'react-i18next';
import { readableNumber } from '#ui/browser/numbers.ts';
import { knowledgeLimits } from '../../knowledge.contract.ts';

/** The lines of a field that holds one entry a line. */
export const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A typed whole number within its bounds; null for anything else. Points and spaces between thousands count not. */
export function numberWithin(text: string, least: number, most: number): number | null {
  const bare = text.replace(/(?<=\d)[.,\s\u00a0\u202f](?=\d{3}(?!\d))/g, '').trim();
  const value = Number(bare);
  return /^\d+$/.test(bare) && value >= least && value <= most ? value : null;
}

/** What is wrong with the typed bounds of a site: they are never corrected without a word. */
export function useBounds(): (values: {
  maxPages: string;
  maxDepth: string;
}) => Record<string, string | undefined> {
  const { t, i18n } = useTranslation('knowledge-web');
  const between = (text: string, least: number, most: number): string | undefined =>
    numberWithin(text, least, most) === null
      ? t('website.between', { least, most: readableNumber(most, i18n.language) })
      : undefined;
  return ({ maxPages, maxDepth }) => ({
    maxPages: between(maxPages, 1, knowledgeLimits.maxPages),
    maxDepth: between(maxDepth, 0, knowledgeLimits.maxDepth),
  });
}
