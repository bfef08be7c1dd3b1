import type { ChatMode } from '#features/conversations/chat/shell/Chat.tsx';
import type { PublicAgent } from '#features/conversations/chat/store/visitor-types.ts';

/**
 * What the server writes into the page for the chat to begin with
 * (`<script type="application/json" id="chatelier-boot">`).
 */
export type ChatBoot = {
  agent: PublicAgent;
  mode: ChatMode;
  /** CSS variables of the agent's colour. */
  colors?: Record<string, string>;
  /** Lets the editor's preview talk to an agent that is not published. */
  preview?: string | null;
  /** For an agent that runs on named pages only: says on whose page this one was opened. */
  placeTicket?: string | null;
  /** Out of a link to one conversation, and where the chat is that begins others. */
  resume?: { token: string; home: string } | null;
  /** Tracking tag out of the address. */
  tag?: string | null;
  poweredBy?: { product: string; url: string | null } | null;
};

/** Reads the boot data; without it there is nothing to show. */
export function readBoot(): ChatBoot {
  return JSON.parse(document.getElementById('chatelier-boot')!.textContent!) as ChatBoot;
}
