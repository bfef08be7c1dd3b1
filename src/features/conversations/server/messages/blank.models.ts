import type { MessageRow } from '../conversations.repository.ts';

/** A message with everything empty that was not given. */
export function blankMessage(
  given: Pick<
    MessageRow,
    'id' | 'accountId' | 'conversationId' | 'visitorId' | 'seq' | 'role' | 'body' | 'status' | 'createdAt'
  > &
    Partial<MessageRow>,
): MessageRow {
  return {
    clientMessageId: null,
    byMail: false,
    isSpoken: false,
    answersId: null,
    engine: null,
    provider: null,
    model: null,
    parts: [],
    suggestions: [],
    citations: [],
    attachments: [],
    trace: null,
    inputTokens: null,
    outputTokens: null,
    costMicros: null,
    feedback: null,
    feedbackReason: null,
    errorCode: null,
    processId: null,
    completedAt: null,
    authorId: null,
    authorName: null,
    authorAvatar: null,
    event: null,
    editedAt: null,
    deletedAt: null,
    earlier: [],
    ...given,
  };
}
