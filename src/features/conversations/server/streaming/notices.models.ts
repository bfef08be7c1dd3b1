import { roleGrants, type Permission } from '#features/accounts/accounts.contract.ts';

/** A notice of an account as its sender wrote it. */
export type AccountNotice = Readonly<Record<string, unknown>>;
/** Whose stream it is. `agentIds`: the agents that the member reaches; null is all of them. */
export type Listener = {
  userId: string;
  role: string;
  agentIds: readonly string[] | null;
};
/** What has to be reached before a notice about it is handed out. */
export type NoticeSubject = {
  kind: 'conversation' | 'contact' | 'collection';
  id: string;
};
export type NoticeJudgement = {
  notice: AccountNotice;
  /** Still to be asked of the database. */
  unless: NoticeSubject | null;
};

/** Which rights hear of something; one of them is enough. None named: every member. */
const heardBy: Readonly<Record<string, readonly Permission[]>> = {
  everything: [],
  'billing.changed': [],
  'brand.changed': [],
  'team.changed': [],
  'agent.changed': ['agents.read'],
  'agent.limit': ['agents.read'],
  'agent.seen': ['agents.read'],
  'knowledge.changed': ['agents.read'],
  'conversation.changed': ['inbox.read', 'contacts.read'],
  'conversation.typing': ['inbox.read'],
  'inbox.mentioned': ['inbox.read'],
  'inbox.viewing': ['inbox.read'],
  'form.submitted': ['forms.read'],
  'payments.changed': ['payments.read'],
  'purchase.changed': ['payments.read'],
  'account.exported': ['account.manage'],
};

const idIn = (notice: AccountNotice, name: string): string | null => {
  const id = notice[name];
  return typeof id === 'string' && id !== '' ? id : null;
};

function subjectOf(notice: AccountNotice): NoticeSubject | null {
  const names = [
    ['conversationId', 'conversation'],
    ['contactId', 'contact'],
    ['collectionId', 'collection'],
  ] as const;
  for (const [name, kind] of names) {
    const id = idIn(notice, name);
    if (id !== null) return { kind, id };
  }
  return null;
}

/**
 * Notices name ids, so each goes to those who may read what it is about. Null: this listener hears nothing of
 * it; nor does anybody of a kind that stands in no rule.
 */
export function judgeNotice(notice: AccountNotice, listener: Listener): NoticeJudgement | null {
  const type = String(notice['type']);
  const rights = Object.hasOwn(heardBy, type) ? heardBy[type] : undefined;
  if (!rights || (rights.length > 0 && !rights.some((right) => roleGrants(listener.role, right))))
    return null;
  if (type === 'team.changed') {
    const isTheirs = notice['userId'] === listener.userId || roleGrants(listener.role, 'team.manage');
    return { notice: isTheirs ? notice : { type }, unless: null };
  }
  if (type === 'inbox.mentioned') {
    const userIds = notice['userIds'];
    if (!Array.isArray(userIds) || !userIds.includes(listener.userId)) return null;
    return {
      notice: { ...notice, userIds: [listener.userId] },
      unless: listener.agentIds === null ? null : subjectOf(notice),
    };
  }
  if (listener.agentIds === null) return { notice, unless: null };
  if ('agentId' in notice) {
    const agentId = idIn(notice, 'agentId');
    return agentId === null || listener.agentIds.includes(agentId) ? { notice, unless: null } : null;
  }
  return { notice, unless: subjectOf(notice) };
}
