import type { EmbedValues } from '#shared/embed/protocol.ts';
import type { VisitorApi } from './visitor-api.ts';
import type { PublicAgent } from './visitor-types.ts';

/** What a chat is opened with. */
export type ChatStoreOptions = {
  agent: PublicAgent;
  api: VisitorApi;
  preview?: string | null;
  tag?: string | null;
  /** Keeps the visitor's token where this mount can keep it; null forgets it. */
  onToken?: (token: string | null) => void;
  /** Tells the page around, or whoever mounts the chat, what happened. */
  tell?: ChatTeller;
  /** Where one goes for another conversation, in a chat that a link opened for this one alone. */
  home?: string | undefined;
  /** An answer asks the page around to do something. */
  onPageCall?: (call: { id: string; name: string }) => void;
  /** Waits between two attempts; a test makes it short. */
  pause?: (milliseconds: number) => Promise<void>;
};

/**
 * What parts of the chat tell the page around: `lead` when the contact form was sent, `end` with the address
 * to go to, `paywall` and `purchase` about paying.
 */
export type ChatTeller = <Kind extends 'lead' | 'end' | 'error' | 'paywall' | 'purchase'>(
  kind: Kind,
  value?: EmbedValues[Kind],
) => void;

/** Milliseconds between the attempts to reach the server. */
export const delays = [400, 1000, 2500, 5000, 8000];

/** Waits, but not longer than until the network is back. */
export const pauseOrOnline = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(() => (navigator.onLine ? end() : undefined), milliseconds);
    addEventListener('online', end);
  });
