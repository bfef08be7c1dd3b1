import { randomUUID } from 'node:crypto';
import type { Chance } from './chance.ts';
import type { AgentChange, AgentKey, OpenTalk, Talk } from './content.ts';
import { agentKeys } from './content.ts';
import type { World } from './days.ts';
import type { Happening } from './queue.ts';
import type { Member } from './set-up.ts';
import { inventVisitor, openVisit, type Visit, type Visitor } from './visitors.ts';

const minuteMs = 60_000;

const after = ({ time, chance }: World, least: number, most: number): Promise<void> =>
  time.goTo(new Date(time.now().getTime() + (least + chance.below(most - least)) * minuteMs));
const filled = (text: string, { firstName }: Visitor): string => text.replaceAll('{name}', firstName);

/** Somebody of the team who answers: who works in the inbox. */
const answering = ({ company, chance }: World): Member => {
  const [nora, luca] = company.team;
  if (!nora || !luca) throw new Error('Nobody answers');
  return chance.isIn(70) ? nora : luca;
};

async function ask(
  world: World,
  key: AgentKey,
  { language, name, asks }: Pick<Talk, 'language' | 'name' | 'asks'>,
): Promise<{ visitor: Visitor; chat: Visit; conversationId: string }> {
  const { services, content, company, chance, taken } = world;
  const visitor = inventVisitor(content, chance, taken, language, name);
  const chat = await openVisit(services, company.agents[key], visitor, chance);
  const [first] = content.agents[key].threads[language];
  if (first?.[0]) await chat.say(first[0]);
  // An address is asked for at the first question, before anybody of the team is.
  if (key === 'alder' && chat.progress.form !== 'filled') await introduce(world, chat, visitor);
  await after(world, 1, 3);
  const said = await chat.say(asks);
  if (said === 'paywall') throw new Error('Whoever asks for a person does not pay for it');
  return { visitor, chat, conversationId: said.conversationId };
}

/** A number of their own: those who share one would be taken for one person. */
function phoneOf({ email }: Visitor): string {
  const number = [...email].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000, 0);
  return `+32 470 ${String(number)
    .padStart(6, '0')
    .replaceAll(/(\d\d)(?!$)/g, '$1 ')}`;
}

async function introduce({ services }: World, chat: Visit, visitor: Visitor): Promise<void> {
  await services.conversations
    .fillContactForm(chat.identity, {
      name: visitor.name,
      email: visitor.email,
      phone: phoneOf(visitor),
      visit: 'Follow-up visit',
      times: 'Tue or Thu',
    })
    .catch(() => undefined);
}

/** A conversation in which somebody of the team takes over, helps and closes. */
export async function holdTalk(world: World, key: AgentKey, talk: Talk): Promise<void> {
  const { services, company } = world;
  const member = answering(world);
  const { visitor, chat, conversationId } = await ask(world, key, talk);
  const reply = (text: string) =>
    services.inbox.reply(member.scope, conversationId, {
      text: filled(text, visitor),
      clientMessageId: randomUUID(),
      attachments: [],
      formId: null,
    });
  await after(world, 4, 25);
  await services.inbox.hand(member.scope, conversationId, 'me');
  await services.accounts.markActive(member.scope.accountId, member.userId, world.time.now());
  await reply(talk.reply);
  await after(world, 2, 20);
  await chat.say(talk.answer);
  await after(world, 2, 12);
  await reply(talk.end);
  if (talk.note)
    await services.inbox.addNote(member.scope, conversationId, {
      text: talk.note,
      mentions: [],
      attachments: [],
    });
  await services.conversations.setFields(company.owner.scope, conversationId, {
    outcome: world.chance.pick(['booked', 'answered', 'answered']),
  });
  await services.inbox.change(member.scope, [conversationId], { kind: 'status', status: 'resolved' });
}

/** What waits in the inbox when the demo begins. */
export function openTalks(world: World, end: Date, ownChance: () => Chance): Happening[] {
  return agentKeys.flatMap((key) =>
    world.content.agents[key].open.map((talk): Happening => {
      const own = { ...world, chance: ownChance() };
      return {
        at: new Date(end.getTime() - talk.hoursAgo * 3_600_000),
        isApart: true,
        happen: () => beginTalk(own, key, talk, end),
      };
    }),
  );
}

async function beginTalk(world: World, key: AgentKey, talk: OpenTalk, end: Date): Promise<void> {
  const { services, company } = world;
  const { visitor, chat, conversationId } = await ask(world, key, talk);
  const [nora, , , elif] = company.team;
  if (!nora || !elif) throw new Error('Nobody answers');
  const ids = [conversationId];
  const labelId = company.labels.get(talk.label);
  if (labelId) await services.inbox.change(nora.scope, ids, { kind: 'label', labelId, isOn: true });
  await services.inbox.change(nora.scope, ids, { kind: 'priority', priority: talk.priority });
  if (talk.reply) {
    await after(world, 3, 9);
    await services.inbox.hand(nora.scope, conversationId, 'me');
    await services.inbox.reply(nora.scope, conversationId, {
      text: filled(talk.reply, visitor),
      clientMessageId: randomUUID(),
      attachments: [],
      formId: null,
    });
  }
  if (talk.answer) {
    await after(world, 2, 9);
    await chat.say(talk.answer);
  }
  if (talk.note)
    await services.inbox.addNote(nora.scope, conversationId, {
      text: talk.note,
      mentions: talk.note.includes('@Elif') ? [elif.userId] : [],
      attachments: [],
    });
  if (talk.state === 'assigned')
    await services.inbox.change(nora.scope, ids, { kind: 'assign', userId: company.owner.userId });
  if (talk.state === 'snoozed')
    await services.inbox.change(nora.scope, ids, {
      kind: 'snooze',
      until: new Date(end.getTime() + 20 * 3_600_000).toISOString(),
    });
}

/** Somebody changes a setting of an agent and publishes it. */
export async function republish(
  { services, company }: World,
  { agent, name, popup }: AgentChange,
): Promise<void> {
  const { scope } = company.team[1] ?? company.owner;
  const { id } = company.agents[agent];
  const { draft, draftRevision } = await services.agents.get(scope, id);
  draft.layout.popupMessage = popup;
  const saved = await services.agents.saveDraft(scope, id, { revision: draftRevision, configuration: draft });
  await services.agents.publish(scope, id, { revision: saved.draftRevision, name });
}

/** What the team writes down about somebody who left an address. */
export async function lookAfterContact(world: World, contactId: string, key: AgentKey): Promise<void> {
  const { services, company, content, chance } = world;
  const { scope } = answering(world);
  const tag = company.tags.get(key === 'alder' ? 'Patient' : key === 'steady' ? 'Member' : 'Parent');
  const newsletter = chance.isIn(20) ? company.tags.get('Newsletter') : undefined;
  await services.contacts.update(scope, contactId, {
    lifecycle: chance.weighed({ contacted: 35, qualified: 25, customer: 32, lost: 8 }),
    leadScore: 20 + chance.below(75),
    tagIds: [tag, newsletter].filter((id) => id !== undefined),
    customFields:
      key === 'steady'
        ? { race: chance.pick(content.company.races) }
        : key === 'alder'
          ? { insurance: chance.pick(['cm', 'solidaris', 'partenamut', 'none']) }
          : {},
    ...(newsletter && { marketingConsent: true }),
  });
  if (chance.isIn(25))
    await services.contactsTimeline.addNote(scope, contactId, chance.pick(content.company.notes));
}
