import { forEachLanguage } from './language-content.ts';

/**
 * Short everyday words that give a language away in a chat line, where a statistical detector has too little
 * to go on.
 * A word may stand under several languages: it then counts as a weak hint for each.
 */
export const functionWords = forEachLanguage(({ words }) => new Set(words.everyday));
