import { z } from 'zod';
import { mintToken, readToken, type TokenKind } from '#platform/crypto/signed-token.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import { resumeDays } from '../../conversations-handoff.contract.ts';
import { isOver } from '../handoff/handoff.models.ts';
import { conversationsRepository, type ConversationRow } from '../conversations.repository.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';

type ResumeClaims = {
  accountId: string;
  conversationId: string;
};
const claims = z.strictObject({ accountId: z.string(), conversationId: z.string(), exp: z.number() });
const resumeToken: TokenKind<ResumeClaims> = {
  purpose: 'resume',
  parse: (value) => claims.safeParse(value).data ?? null,
};

/** Where a link leads. `agent` is null while it is not published. */
export type Resumable = {
  agent: RunningAgent | null;
  conversation: ConversationRow;
  /** It was ended, or lies resolved for too long: there is nothing to go on with. */
  isOver: boolean;
};

/** Links that open one conversation on any device, for whoever gets them in their mailbox. */
export function createResuming(
  services: Pick<ConversationsServices, 'database' | 'clock' | 'box' | 'agents'>,
) {
  const { database, clock } = services;
  return {
    /** What the link to a conversation carries. */
    tokenFor: ({ id, accountId }: Pick<ConversationRow, 'id' | 'accountId'>): string =>
      mintToken(
        services.box,
        resumeToken,
        { accountId, conversationId: id },
        clock.now().getTime() + resumeDays * 86_400_000,
      ),

    /** What a link leads to; null when it is forged, has run out, or what it led to was deleted. */
    async find(token: string): Promise<Resumable | null> {
      const read = readToken(services.box, resumeToken, token, clock.now().getTime());
      const conversation =
        read &&
        (await database.account(read.accountId, (tx) =>
          conversationsRepository(tx).conversation(read.conversationId),
        ));
      if (!conversation || conversation.isPreview) return null;
      return {
        agent: await services.agents.runningById(conversation.accountId, conversation.agentId, false),
        conversation,
        isOver: isOver(conversation, clock.now()),
      };
    },
  };
}
