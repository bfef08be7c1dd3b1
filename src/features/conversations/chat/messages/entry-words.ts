import type { Entry } from '../store/chat-state.ts';
import { plainText } from './plain-text.ts';

let inWords = (entry: Entry) => plainText(entry.text);

/** An answer as plain words, for the clipboard and for screen readers. */
export const entryWords = (entry: Entry) => inWords(entry);

/** Takes over a fuller way to say it, from the script that draws the parts. */
export const setEntryFormatter = (way: typeof inWords) => void (inWords = way);
