import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { roles } from '#features/accounts/accounts.contract.ts';
import { judgeNotice, type Listener } from './notices.models.ts';

const owner: Listener = { userId: 'usr_o', role: 'owner', agentIds: null };
const support = (agentIds: string[] | null = null): Listener => ({
  userId: 'usr_s',
  role: 'support',
  agentIds,
});

describe('a notice', () => {
  test('of every kind that is sent has a rule, and the owner hears it', () => {
    const table = readFileSync(new URL('../../../../../docs/reference/events.md', import.meta.url), 'utf8');
    const kinds = [...table.matchAll(/`account:\{[^|]*\| `\{ type: '([\w.]+)'/g)].map(
      ([, kind]) => kind ?? '',
    );
    expect(kinds.length).toBeGreaterThan(15);
    for (const type of kinds) expect(judgeNotice({ type, userIds: ['usr_o'] }, owner), type).not.toBeNull();
  });
  test('of a kind without a rule is heard by nobody', () => {
    for (const role of roles)
      for (const type of ['secret.changed', 'constructor', ''])
        expect(judgeNotice({ type }, { ...owner, role })).toBeNull();
  });
  test('about money, chats and agents goes to the roles that may read those, and to no other', () => {
    const heard = (type: string) =>
      roles.filter(
        (role) => judgeNotice({ type, agentId: 'agt_1' }, { userId: 'u', role, agentIds: null }) !== null,
      );
    expect(heard('purchase.changed')).toEqual(['owner', 'admin', 'editor', 'billing']);
    expect(heard('conversation.changed')).toEqual(['owner', 'admin', 'editor', 'support', 'viewer']);
    expect(heard('agent.changed')).not.toContain('billing');
    expect(heard('account.exported')).toEqual(['owner']);
  });
  test('about an agent goes to members who reach it; what names none is asked for', () => {
    const member = { ...support(['agt_1']), role: 'editor' };
    expect(
      judgeNotice({ type: 'purchase.changed', agentId: 'agt_2', purchaseId: 'pur_1' }, member),
    ).toBeNull();
    expect(
      judgeNotice({ type: 'purchase.changed', agentId: 'agt_1', purchaseId: 'pur_1' }, member),
    ).toMatchObject({ unless: null });
    expect(
      judgeNotice({ type: 'conversation.changed', conversationId: 'cnv_1', contactId: 'con_1' }, member),
    ).toMatchObject({ unless: { kind: 'conversation', id: 'cnv_1' } });
    expect(
      judgeNotice({ type: 'conversation.changed', conversationId: '', contactId: 'con_1' }, member),
    ).toMatchObject({ unless: { kind: 'contact', id: 'con_1' } });
    expect(judgeNotice({ type: 'knowledge.changed', collectionId: 'col_1' }, member)).toMatchObject({
      unless: { kind: 'collection', id: 'col_1' },
    });
  });
  test('of a mention goes to whom it names, and names nobody else; one of a member’s change to whoever manages the team', () => {
    const mention = {
      type: 'inbox.mentioned',
      conversationId: 'cnv_1',
      userIds: ['usr_s', 'usr_x'],
      by: 'Vera',
    };
    expect(judgeNotice(mention, support())).toEqual({
      notice: { ...mention, userIds: ['usr_s'] },
      unless: null,
    });
    expect(judgeNotice(mention, owner)).toBeNull();
    expect(judgeNotice({ type: 'team.changed', userId: 'usr_x' }, support())).toEqual({
      notice: { type: 'team.changed' },
      unless: null,
    });
    expect(judgeNotice({ type: 'team.changed', userId: 'usr_x' }, owner)?.notice).toHaveProperty('userId');
  });
});
