import { randomBytes, randomUUID } from 'node:crypto';
import { emptyBlock, type FormBlock, type FormDocument } from '#shared/forms/document.ts';
import type { Language } from '#shared/languages.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { Form } from '#features/forms/forms.contract.ts';
import { scopeOf } from '../guards.ts';
import type { Services } from '../services.ts';
import { agentKeys, type AgentKey, type DemoContent } from './content.ts';
import { makePages, type SellingPage } from './landing.ts';
import type { MovedTime } from './queue.ts';
import type { PublicDemoAgent } from './visitors.ts';

export type Member = {
  userId: string;
  firstName: string;
  scope: AccountScope;
};
export type DemoForm = Pick<Form, 'id' | 'publicId'>;
/** What the invented days happen to. */
export type Company = {
  owner: Member;
  team: Member[];
  agents: Record<AgentKey, PublicDemoAgent & { id: string; collectionId: string }>;
  labels: Map<string, string>;
  tags: Map<string, string>;
  forms: { feedback: DemoForm; call: DemoForm; clinic: DemoForm };
  codes: { agentId: string; code: string; scans: number }[];
  /** Pages that sell agents; none where a company only lives for a while. */
  pages?: ReadonlyMap<AgentKey, SellingPage>;
};

/** A company together with who runs the server that it is on. */
export type DemoCompany = Company & { operator: Member };

const minuteMs = 60_000;
export const home = { address: '127.0.0.1', userAgent: 'demo', timezone: 'Europe/Brussels' };
/** One for all people of a demo, who sign in by their links: some steps ask for one's own password again. */
export const createPassword = (): string => randomBytes(9).toString('base64url');

/** How each agent is set after it was made of its template. */
const settings: Record<
  AgentKey,
  (draft: AgentConfiguration, ownerEmail: string, functionId: string) => void
> = {
  alder(draft, owner, functionId) {
    draft.functions.enabled = [functionId];
    draft.basic.tag = 'alder';
    draft.summary.recipients = [owner];
    Object.assign(draft.people, { autoResolveHours: 48, mailReplies: true });
    Object.assign(draft.ending, { enabled: true });
    Object.assign(draft.dynamic, { followUps: 0 });
  },
  steady(draft) {
    draft.basic.tag = 'steady-pace';
    draft.basic.seoDescription = 'Calm running plans and answers from Ilse Brandt, as often as you like.';
    Object.assign(draft.people, { autoResolveHours: 72 });
    Object.assign(draft.dynamic, { followUps: 0 });
    Object.assign(draft.payment, {
      enabled: true,
      type: 'subscription',
      currency: 'EUR',
      amount: 1_200,
      yearlyAmount: 11_500,
      freeMessages: 2,
      taxPercent: 21,
      taxBehaviour: 'inclusive',
      description: 'Ilse’s plans and answers, as often as you like. Cancel at any time.',
    });
  },
  numa(draft) {
    draft.basic.tag = 'numa';
    draft.basic.seoDescription = 'Maths step by step, until you can do the last one yourself.';
    Object.assign(draft.people, { autoResolveHours: 72 });
    Object.assign(draft.dynamic, { followUps: 0 });
    Object.assign(draft.payment, {
      enabled: true,
      type: 'pack',
      currency: 'EUR',
      amount: 800,
      messagesPerPack: 100,
      freeMessages: 1,
      taxPercent: 21,
      taxBehaviour: 'inclusive',
      description: 'A pack never expires. What Numa can’t answer is not counted.',
    });
  },
};

/** Founds the company: its people, its plan, three live agents, forms and what the team works with. */
export async function setUpCompany(
  services: Services,
  time: MovedTime,
  content: DemoContent,
  password: string,
): Promise<DemoCompany> {
  const { company } = content;
  const wait = (minutes: number): Promise<void> =>
    time.goTo(new Date(time.now().getTime() + minutes * minuteMs));

  const memberOf = (userId: string, accountId: string) => findMember(services, userId, accountId);
  async function introduce(userId: string, accountId: string, name: string): Promise<void> {
    const [firstName = '', ...rest] = name.split(' ');
    await services.accounts.updateProfile({ userId, accountId }, { firstName, lastName: rest.join(' ') });
  }
  async function register(person: { name: string; email: string; language: Language }): Promise<Member> {
    const { user } = await services.auth.register(
      { name: person.name, email: person.email, password },
      { ...home, language: person.language },
    );
    await introduce(user.id, user.accountId, person.name);
    return memberOf(user.id, user.accountId);
  }

  const operator = await register(company.operator);
  const token = await services.auth.superadminToken();
  const superadmin = { ...operator, accountId: operator.scope.accountId, address: home.address };
  if (token) await services.auth.claimSuperadmin(superadmin, token);
  await wait(30);
  const owner = await register(company.owner);
  await services.accountNames.set(owner.scope, { name: company.account, replyEmail: company.owner.email });

  const agents = await makeAgents(services, owner.scope, time, content);

  const team: Member[] = [];
  for (const person of company.team) {
    await wait(40);
    const { link } = await services.team.invitations.invite(
      owner.scope,
      { email: person.email, role: person.role, agentIds: null, message: '' },
      person.language,
    );
    await wait(15);
    const joined = await services.team.joining.register(
      { token: link.split('#')[1] ?? '', name: person.name, password },
      { ...home, language: person.language },
    );
    await introduce(joined.user.id, owner.scope.accountId, person.name);
    team.push(await memberOf(joined.user.id, owner.scope.accountId));
  }
  await subscribe(services, owner.scope, 'pro');
  await services.invoices.setSeller(owner.scope, company.seller);
  await services.officeHours.set(owner.scope, {
    isOn: true,
    timeZone: 'Europe/Brussels',
    week: Array.from({ length: 7 }, (_, day) => (day < 5 ? [{ from: 480, to: 1_080 }] : [])),
    daysOff: [],
  });

  return {
    operator,
    owner,
    team,
    agents,
    ...(await furnish(services, owner.scope, content, agents)),
    pages: await makePages(services, owner.scope, agents),
  };
}

/** The three agents, half an hour after each other, and the function that one of them calls. */
export async function makeAgents(
  services: Services,
  owner: AccountScope,
  time: MovedTime,
  content: DemoContent,
): Promise<Company['agents']> {
  const { id: functionId } = await services.functions.create(owner, { definition: content.company.function });
  const agents = {} as Company['agents'];
  for (const key of agentKeys) {
    await time.goTo(new Date(time.now().getTime() + 25 * minuteMs));
    agents[key] = await makeAgent(services, owner, time, content, key, functionId);
  }
  return agents;
}

/** What a team works with: labels, tags, saved replies, fields, codes to scan, and forms. */
export async function furnish(
  services: Services,
  owner: AccountScope,
  content: DemoContent,
  agents: Company['agents'],
): Promise<Pick<Company, 'labels' | 'tags' | 'codes' | 'forms'>> {
  const { company } = content;
  const labels = new Map<string, string>();
  for (const label of company.labels)
    labels.set(label.name, (await services.inbox.addLabel(owner, label)).id);
  const tags = new Map<string, string>();
  for (const tag of company.tags) tags.set(tag.name, (await services.contactsTags.create(owner, tag)).id);
  for (const reply of company.savedReplies) await services.savedReplies.create(owner, reply);
  for (const field of company.fields)
    await services.customFields.create(owner, {
      ...field,
      hint: '',
      pattern: '',
      currency: 'EUR',
      initial: null,
      isRequired: false,
      inInbox: true,
    });
  const codes: Company['codes'] = [];
  for (const key of agentKeys)
    for (const { scans, ...code } of company.codes[key] ?? []) {
      const made = await services.qrCodes.create(owner, agents[key].id, {
        ...code,
        targetUrl: '',
        color: '#0f1f1b',
        background: '#ffffff',
        logo: '',
      });
      codes.push({ agentId: agents[key].id, code: made.code, scans });
    }
  const forms = await makeForms(services, owner, content);
  return { labels, tags, forms, codes };
}

/** Somebody as a member of an account, with what they may touch of it. */
export async function findMember(services: Services, userId: string, accountId: string): Promise<Member> {
  const member = await services.accounts.member(userId, accountId);
  if (member?.account.id !== accountId) throw new Error('They are no member there');
  return {
    userId,
    firstName: member.user.firstName,
    scope: scopeOf(services.database, member, home.address),
  };
}

async function makeAgent(
  services: Services,
  owner: AccountScope,
  time: MovedTime,
  content: DemoContent,
  key: AgentKey,
  functionId: string,
): Promise<Company['agents'][AgentKey]> {
  const { template, site, pages } = content.agents[key];
  const { agentId } = await services.templates.makePrepared(owner, template, {
    key: randomUUID(),
    language: 'en',
  });
  // What it knows is read by a job that is due now.
  await time.goTo(time.now());
  const { draft, draftRevision, collectionId } = await services.agents.get(owner, agentId);
  settings[key](draft, content.company.owner.email, functionId);
  const { en: greeting, ...greetings } = content.agents[key].calls ?? {};
  if (greeting)
    Object.assign(draft.voice, {
      enabled: true,
      greeting,
      greetings: Object.entries(greetings).map(([language, text]) => ({ language, text })),
    });
  // Whoever has a model connected does not pay it for invented questions.
  Object.assign(draft.ai, { provider: 'built-in', model: '', fallbacks: [] });
  const saved = await services.agents.saveDraft(owner, agentId, {
    revision: draftRevision,
    configuration: draft,
  });
  const { number } = await services.agents.publish(owner, agentId, {
    revision: saved.draftRevision,
    name: 'First version',
  });
  return { key, id: agentId, collectionId, number, site, pages };
}

/** Buys the plan as its owner does, with test money. */
export async function subscribe(
  { billing, publicUrl, testMoney }: Services,
  owner: AccountScope,
  plan: 'pro' | 'white_label',
): Promise<void> {
  if (!billing.sale) throw new Error('The demo sells plans');
  await billing.sale.connection.ready();
  const choice = { plan, interval: 'month', key: randomUUID(), origin: publicUrl() } as const;
  const { id, url } = await billing.sale.checkouts.begin(owner, choice, 'en');
  await testMoney.pages.checkout.act(url?.split('/').at(-1) ?? '', {
    step: 'pay',
    card: 'succeeds',
    number: '',
  });
  await billing.returned(owner, id);
}

async function makeForms(
  { forms }: Services,
  owner: AccountScope,
  { company }: DemoContent,
): Promise<Company['forms']> {
  async function publish(form: Form, change: (document: FormDocument) => FormDocument): Promise<DemoForm> {
    const saved = await forms.owners.saveDraft(owner, form.id, {
      revision: form.draftRevision,
      name: form.name,
      document: change(form.draft),
    });
    const { id, publicId } = await forms.owners.publish(owner, form.id, saved.draftRevision);
    return { id, publicId };
  }
  const make = (name: string, template: 'feedback' | 'call' | null): Promise<Form> =>
    forms.owners.create(owner, { name, template, language: 'en' });
  const { feedbackForm, callForm, clinicForm } = company;
  const block = (
    key: string,
    type: FormBlock['type'],
    label: string,
    more: Partial<FormBlock> = {},
  ): FormBlock => ({
    ...emptyBlock(key, type),
    label,
    ...more,
  });
  // Nobody types into these pages: there is nothing to tell from a program.
  const open = (document: FormDocument): FormDocument => ({
    ...document,
    settings: { ...document.settings, spam: 'none' },
  });
  return {
    feedback: await publish(await make(feedbackForm.name, 'feedback'), open),
    call: await publish(await make(callForm.name, 'call'), open),
    clinic: await publish(await make(clinicForm.name, null), (document) => ({
      ...open(document),
      blocks: [
        block('intro', 'paragraph', clinicForm.intro),
        block('name', 'short_text', 'Your name', { required: true, mapTo: 'name', width: 'half' }),
        block('email', 'email', 'Your email address', { required: true, mapTo: 'email', width: 'half' }),
        block('pace', 'radio', 'Your easy pace', {
          required: true,
          options: clinicForm.paces.map((pace) => ({ ...pace, image: '' })),
        }),
        block('fee', 'payment', 'Place in the clinic', { amount: clinicForm.fee, currency: 'EUR' }),
      ],
    })),
  };
}
