import { useEffect } from 'react';

let isInConversation = false;
/** Until when letters are those of a word that has begun, in ms since the page was opened. */
let wordEnd = 0;

/** How long after a letter the next one still belongs to the same word, in ms. */
const wordPause = 1_000;

/** The letters that are keys of the inbox by themselves. */
export const inboxKeys = {
  next: 'j',
  previous: 'k',
  reply: 'r',
  note: 'n',
  resolve: 'e',
  unread: 'u',
  take: 't',
  snooze: 's',
} as const;
const singleKeys = new Set<string>(Object.values(inboxKeys));

/**
 * Until when letters belong to a word after `key` at `now`: one that means nothing by itself here begins a word,
 * and inside of one no letter does.
 */
export const wordUntil = (key: string, now: number, until: number): number =>
  /^\p{L}$/u.test(key) && (now < until || !singleKeys.has(key)) ? now + wordPause : until;

/** Whether letters are those of a word that has begun: none of them is a key, not even one that only goes to the text. */
export const isInWord = (): boolean => performance.now() < wordEnd;

/**
 * Whether somebody is about to write: they clicked into the conversation last, or are in the middle of a word.
 * Letters that they type then are words, and none of them resolves or leaves what they have before them. Escape,
 * or a click anywhere else, gives the keys back.
 */
export const isAboutToWrite = (): boolean => isInConversation || isInWord();

/** Watches where is clicked; for the screen with the list and the conversation. */
export function useTypingPlace(): void {
  useEffect(() => {
    const look = ({ target }: Event) => {
      isInConversation = target instanceof Element && target.closest('[data-conversation]') !== null;
      wordEnd = 0;
    };
    const leave = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (key === 'Escape') {
        isInConversation = false;
        wordEnd = 0;
      } else if (!ctrlKey && !metaKey && !altKey) wordEnd = wordUntil(key, performance.now(), wordEnd);
    };
    document.addEventListener('pointerdown', look, true);
    document.addEventListener('keydown', leave, true);
    return () => {
      isInConversation = false;
      wordEnd = 0;
      document.removeEventListener('pointerdown', look, true);
      document.removeEventListener('keydown', leave, true);
    };
  }, []);
}
