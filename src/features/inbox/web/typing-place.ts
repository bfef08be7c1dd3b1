import { useEffect } from 'react';

let isInConversation = false;

/**
 * Whether somebody is about to write: they clicked into the conversation last. Letters that they type then are
 * words, and none of them resolves or leaves what they have before them. Escape, or a click anywhere else, gives
 * the keys back.
 */
export const isAboutToWrite = (): boolean => isInConversation;

/** Watches where is clicked; for the screen with the list and the conversation. */
export function useTypingPlace(): void {
  useEffect(() => {
    const look = ({ target }: Event) => {
      isInConversation = target instanceof Element && target.closest('[data-conversation]') !== null;
    };
    const leave = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') isInConversation = false;
    };
    document.addEventListener('pointerdown', look, true);
    document.addEventListener('keydown', leave, true);
    return () => {
      isInConversation = false;
      document.removeEventListener('pointerdown', look, true);
      document.removeEventListener('keydown', leave, true);
    };
  }, []);
}
