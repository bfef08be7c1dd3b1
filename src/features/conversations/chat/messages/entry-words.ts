import type { Entry } from '../store/chat-state.ts';
import { withoutMarkdown } from '#shared/chat/without-markdown.ts';

let inWords = (entry: Entry) => withoutMarkdown(entry.text);

/** An answer as plain words, for the clipboard and for screen readers. */
export const entryWords = (entry: Entry) => inWords(entry);

/** Takes over a fuller way to say it, from the script that draws the parts. */
export const setEntryFormatter = (way: typeof inWords) => void (inWords = way);
