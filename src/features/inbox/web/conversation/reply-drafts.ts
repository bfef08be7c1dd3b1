export type ReplyDraft = {
  kind: 'reply' | 'note';
  text: string;
};
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * What somebody has written and not sent, by conversation; a reload keeps it, another person in the same tab
 * does not see it.
 */
export function createReplyDrafts(userId: string, store: Store) {
  const nameOf = (conversationId: string): string => `inbox-draft ${userId} ${conversationId}`;
  const get = (conversationId: string): ReplyDraft => {
    try {
      const kept = JSON.parse(store.getItem(nameOf(conversationId)) ?? '{}') as Partial<ReplyDraft>;
      return {
        kind: kept.kind === 'note' ? 'note' : 'reply',
        text: typeof kept.text === 'string' ? kept.text : '',
      };
    } catch {
      return { kind: 'reply', text: '' };
    }
  };
  const put = (conversationId: string, draft: ReplyDraft): void => {
    try {
      if (draft.text === '') store.removeItem(nameOf(conversationId));
      else store.setItem(nameOf(conversationId), JSON.stringify(draft));
    } catch {
      // A full or forbidden store: the text stays in its field.
    }
  };
  return { get, put };
}

/** What was not sent after all, before what has been written since: neither is lost. */
export const mergeUnsentDraft = (returned: ReplyDraft, now: ReplyDraft): ReplyDraft => ({
  kind: now.text.trim() === '' ? returned.kind : now.kind === returned.kind ? now.kind : 'note',
  text: [returned.text, now.text].filter((text) => text.trim() !== '').join('\n\n'),
});
