import { anyLanguage } from './language-content.ts';

const everywhere = new RegExp(`^(?:${anyLanguage(({ pages }) => pages.everywhere)})$`, 'iu');

/**
 * Whether a title is one that every site or book may have ("Contents", "User Manual", "Privacy"): it doesn't tell what its
 * page is about, and nobody asks for it.
 */
export const isCommonTitle = (title: string): boolean => everywhere.test(title.slice(0, 200).trim());
