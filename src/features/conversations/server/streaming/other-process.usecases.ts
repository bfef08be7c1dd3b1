import type { VisitorIdentity } from '#platform/http/access.ts';
import type { ChatMessage } from '../../conversations.contract.ts';
import type { AnswerEvent } from './live-answer.models.ts';
import { conversationsRepository, type MessageRow } from '../conversations.repository.ts';
import type { VisitorAgents } from '../sessions/visitor-agents.usecases.ts';
import type { ConversationsServices } from '../conversations.usecases.ts';
import type { Joined } from './following.usecases.ts';

const followMs = 5_000;

/** How readers hear of answers that another process writes: its notices say when to look. */
export function createFollowingElsewhere(
  services: Pick<ConversationsServices, 'database' | 'realtime' | 'log'>,
  present: (row: MessageRow) => ChatMessage,
  agents: Pick<VisitorAgents, 'balanceOf'>,
) {
  const { database, realtime } = services;

  function followElsewhere(
    visitor: VisitorIdentity,
    answer: MessageRow,
    listener: (event: AnswerEvent) => void,
  ): Joined {
    let shown = answer.body;
    let shownParts = answer.parts.length;
    let looking = Promise.resolve();
    let left = false;
    const look = (): void => {
      looking = looking
        .then(async () => {
          const row = left
            ? null
            : await database.account(visitor.accountId, (tx) =>
                conversationsRepository(tx).message(answer.id),
              );
          if (!row || left) return;
          if (row.body.startsWith(shown) && row.body.length > shown.length)
            listener({ type: 'delta', text: row.body.slice(shown.length) });
          shown = row.body;
          for (const part of row.parts.slice(shownParts)) listener({ type: 'part', part });
          shownParts = row.parts.length;
          if (row.status !== 'streaming')
            listener({ ...endOf(present(row)), balance: await agents.balanceOf(visitor) });
        })
        .catch((error: unknown) =>
          services.log.warn({ err: error, answerId: answer.id }, 'a running answer could not be read'),
        );
    };
    // Also without a notice now and then: the process that writes may die between its last word and its last
    // notice.
    const timer = setInterval(look, followMs);
    const stops = [
      realtime.subscribe(`answer:${answer.id}`, (data) => {
        const call = pageCallIn(data);
        if (call) listener(call);
        else look();
      }),
      realtime.onGap(look),
      () => clearInterval(timer),
    ];
    look();
    return {
      text: answer.body,
      parts: answer.parts,
      tools: [],
      pageCall: null,
      end: null,
      leave() {
        left = true;
        for (const stop of stops) stop();
      },
    };
  }

  return { followElsewhere };
}

/** What a notice asks pages for, as the process that writes the answer sent it; null where it asks nothing. */
function pageCallIn(data: Record<string, unknown>): AnswerEvent | null {
  const { pageCall, pageTool } = data;
  return typeof pageCall === 'string' && typeof pageTool === 'string'
    ? { type: 'page-call', id: pageCall, name: pageTool }
    : null;
}

/** What is said at the end of an answer. */
export function endOf(message: ChatMessage): Extract<AnswerEvent, { type: 'done' | 'failed' }> {
  const isGood = message.status === 'complete' || message.status === 'stopped';
  return isGood
    ? { type: 'done', message }
    : {
        type: 'failed',
        code: message.errorCode ?? 'answer.interrupted',
        message,
        isRetryable: message.errorCode !== 'answer.taken_over',
      };
}
