import type { Language } from '#shared/languages.ts';
import type { Services } from '../services.ts';
import { lookAround } from './arrivals.ts';
import { createChance, type Chance } from './chance.ts';
import { agentKeys, type AgentKey, type DemoContent } from './content.ts';
import { fillForms, type FormStory } from './filled-forms.ts';
import { readPage } from './landing.ts';
import type { Happening, MovedTime } from './queue.ts';
import type { Company } from './set-up.ts';
import { holdTalk, lookAfterContact, openTalks, republish } from './team-work.ts';
import { inventVisitor, openVisit, type Visit, type Visitor } from './visitors.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** What is handed from one part of the invented days to the next. */
export type World = {
  services: Services;
  time: MovedTime;
  content: DemoContent;
  company: Company;
  /** Of what happens one after the other; what happens beside others has one of its own. */
  chance: Chance;
  /** Names and addresses that somebody has. */
  taken: Set<string>;
};
/** Somebody who comes, perhaps more than once. */
type Known = {
  visitor: Visitor;
  agent: AgentKey;
  /** What their first visit left in their browser. */
  token: string | null;
  hasBought: boolean;
  asked: number;
  /** Their visits so far: nobody is in two at once. */
  visits: Promise<void>;
};

/** Sums of what happened, as a test compares them with what the product shows. */
export type Happened = {
  conversations: number;
  purchases: number;
  refunds: number;
  submissions: number;
  talks: number;
};

/** Minutes of the day at which people write, in the day's order: mornings, lunch and evenings are busy. */
const busyHours = [
  8, 8, 9, 9, 9, 10, 10, 11, 12, 12, 13, 14, 15, 16, 17, 17, 18, 19, 19, 20, 20, 20, 21, 21, 22,
];

/** Lets `days` days go by until the moment `end`, and tells what happened in them. */
export async function liveThrough(
  world: Omit<World, 'chance' | 'taken'>,
  {
    days,
    end,
    seed,
    others = [],
    isWanted,
  }: {
    days: number;
    end: Date;
    seed: number;
    /** What happens beside visits and the team's work. */
    others?: readonly Happening[];
    /** Asked before each thing that happens; nothing more does when it says no. */
    isWanted?: () => Promise<boolean>;
  },
): Promise<Happened> {
  const { services, time, content, company } = world;
  const chance = createChance(seed);
  let chances = 0;
  /** A chance that nobody else draws from: what happens does not depend on what happens beside it. */
  const ownChance = (): Chance => createChance(Math.imul(seed + ++chances, 0x9e37_79b1));
  const all: World = { ...world, chance, taken: new Set() };
  const happened: Happened = { conversations: 0, purchases: 0, refunds: 0, submissions: 0, talks: 0 };
  const known: Known[] = [];
  const { scope: owner } = company.owner;
  const start = new Date(end.getTime() - days * dayMs);

  /** One visit, from its first question to its last. */
  async function visit(person: Known, isBack: boolean, chance: Chance): Promise<void> {
    const { visitor, agent: key } = person;
    const script = content.agents[key];
    const codes = company.codes.filter(({ agentId }) => agentId === company.agents[key].id);
    const code = !isBack && codes.length > 0 && chance.isIn(14) ? chance.pick(codes) : null;
    if (code) await services.qrCodes.scan(code.code, visitor.device, `192.0.2.${chance.below(250)}`);
    const page = isBack || code ? undefined : company.pages?.get(key);
    if (page) readPage(services, page, visitor);
    // Half of those who read a page write on it, the others on the company's site.
    const isOnPage = page !== undefined && chance.isIn(50);
    await lookAround(services, { id: company.agents[key].id, accountId: owner.accountId }, chance, () =>
      openVisit(
        services,
        company.agents[key],
        inventVisitor(content, chance, new Set(), chance.weighed(script.languages)),
        chance,
        { page: chance.isIn(30) ? page : undefined },
      ),
    );
    const chat = await openVisit(services, company.agents[key], visitor, chance, {
      ...(person.token !== null && { token: person.token }),
      ...(code && { tag: `qr-${code.code}` }),
      ...(isOnPage && { page }),
    });
    person.token = chat.token;
    const isSpoken = script.calls !== undefined && visitor.device !== 'tablet' && !isBack && chance.isIn(16);
    await converse(chat, person, questionsFor(key, visitor.language, chance), chance, isSpoken);
    happened.conversations += 1;
  }

  /** Who comes on a day: somebody new, or one of those who came on an earlier one. */
  function planVisits(day: number, count: number): void {
    const before = [...known];
    for (let at = 0; at < count; at++) {
      const back = before.length > 12 && chance.isIn(24) ? chance.pick(before) : null;
      if (back) before.splice(before.indexOf(back), 1);
      const person = back ?? inventPerson();
      if (!back) known.push(person);
      const own = ownChance();
      later({
        at: moment(day),
        isApart: true,
        happen: () => (person.visits = person.visits.then(() => visit(person, back !== null, own))),
      });
    }
  }

  function inventPerson(): Known {
    const agent = chance.weighed(weights);
    const language = chance.weighed(content.agents[agent].languages);
    const visitor = inventVisitor(content, chance, all.taken, language);
    return { visitor, agent, token: null, hasBought: false, asked: 0, visits: Promise.resolve() };
  }

  /** What somebody asks, one message after the other. */
  function questionsFor(key: AgentKey, language: Language, chance: Chance): string[] {
    const { threads, gaps } = content.agents[key];
    const { hello, thanks } = content.visitors[language];
    const questions = [...chance.pick(threads[language])];
    if (chance.isIn(key === 'alder' ? 25 : 55)) questions.push(...chance.pick(threads[language]));
    if (chance.isIn(13)) questions.push(chance.pick(gaps[language]));
    const [first = '', ...rest] = [...new Set(questions)];
    const greeting = chance.pick(hello);
    const begun =
      greeting && /^\p{Lu}/u.test(first)
        ? greeting + first.charAt(0).toLowerCase() + first.slice(1)
        : greeting + first;
    const isPlain = greeting === '' || /^(I |I['’])/.test(first) || !/^\p{Lu}/u.test(first);
    return [isPlain ? first : begun, ...rest, ...(chance.isIn(22) ? [chance.pick(thanks)] : [])];
  }

  const pause = (seconds: number): Promise<void> =>
    time.goTo(new Date(time.now().getTime() + seconds * 1_000));

  async function converse(
    chat: Visit,
    person: Known,
    questions: string[],
    chance: Chance,
    isSpoken: boolean,
  ): Promise<void> {
    const { visitor, agent } = person;
    if (isSpoken) await chat.tellOfCall(null);
    let isFilled = chat.progress.form !== 'open' && chat.progress.form !== null && person.asked > 0;
    for (const [at, question] of questions.entries()) {
      if (at > 0 && !isSpoken) await pause(30 + chance.below(150));
      let said = await chat.say(question, isSpoken);
      if (isSpoken) {
        await pause(14 + chance.below(30));
        await chat.tellOfCall(null);
      }
      if (said === 'paywall') {
        if (person.hasBought || !chance.isIn(48)) return;
        await pause((1 + chance.below(4)) * 60);
        const card = chance.weighed({ succeeds: 88, confirms: 4, 'fails-later': 5, declined: 3 });
        const id = await chat.buy(visitor.email, card);
        const bought = await services.payments.records.find(owner, id);
        if (bought.status !== 'paid') return;
        person.hasBought = true;
        happened.purchases += 1;
        if (chance.isIn(10)) giveBackLater(id, 1 + chance.below(4));
        said = await chat.say(question);
        if (said === 'paywall') return;
      }
      person.asked += 1;
      // A visitor's time is that of their first look: they give their address when it is asked for.
      if (agent === 'alder' && at === 0 && !isFilled && chance.isIn(46)) {
        isFilled = true;
        await leaveAddress(chat, visitor, chance);
        const contact = await contactBy(visitor);
        if (contact && chance.isIn(45)) await lookAfterContact({ ...all, chance }, contact, agent);
      }
      if (said.answerId && question.includes('?') && chance.isIn(16)) {
        const isUp = chance.isIn(88);
        await services.conversations.rate(
          chat.identity,
          said.answerId,
          isUp ? 'up' : 'down',
          isUp ? null : content.visitors[visitor.language].unhappy,
        );
      }
    }
    if (isSpoken) await chat.tellOfCall('hungUp');
  }

  async function leaveAddress(chat: Visit, visitor: Visitor, chance: Chance): Promise<void> {
    const { configuration } = await services.conversations.agentOf(chat.identity);
    const visit = configuration.contactForm.fields.find(({ key }) => key === 'visit');
    await services.conversations
      .fillContactForm(chat.identity, {
        name: visitor.name,
        phone: `+32 4${chance.below(90) + 10} ${chance.below(90) + 10} ${chance.below(90) + 10} ${chance.below(90) + 10}`,
        email: visitor.email,
        visit: chance.pick(visit?.options ?? ['']),
        times: chance.pick([
          'Tue 9:00, Thu 17:30',
          'Wed morning',
          'Mon or Fri after 16:00',
          'Any day before 8:30',
        ]),
      })
      .catch(() => undefined);
  }

  async function contactBy(visitor: Visitor): Promise<string | null> {
    const { contacts } = await services.contacts.list(owner, { search: visitor.email });
    return contacts[0]?.id ?? null;
  }

  /** Some money goes back some days later. */
  function giveBackLater(purchaseId: string, daysLater: number): void {
    const at = new Date(time.now().getTime() + daysLater * dayMs);
    if (at >= end) return;
    later({
      at,
      async happen() {
        const row = await services.payments.records.find(owner, purchaseId);
        await services.payments.refunds.refund(owner, row, { key: `demo-${purchaseId}` });
        happened.refunds += 1;
      },
    });
  }

  const weights = Object.fromEntries(agentKeys.map((key) => [key, content.agents[key].weight])) as Record<
    AgentKey,
    number
  >;
  const plan: Happening[] = [];
  const later = (happening: Happening): void => {
    const place = plan.findIndex(({ at }) => at > happening.at);
    plan.splice(place < 0 ? plan.length : place, 0, happening);
  };
  const moment = (day: number): Date =>
    new Date(
      Math.floor(start.getTime() / dayMs) * dayMs +
        day * dayMs +
        chance.pick(busyHours) * 3_600_000 +
        chance.below(60) * minuteMs,
    );

  for (let day = 0; day <= days; day++) {
    const weekday = moment(day).getUTCDay();
    const grown = 1.5 + (day / Math.max(1, days)) * 2.2 + chance.below(3);
    const visits = Math.round(weekday === 0 || weekday === 6 ? grown * 0.55 : grown);
    planVisits(day, visits);
  }
  for (const { code, scans } of company.codes)
    for (let at = 0; at < Math.round((scans * days) / 90); at++) {
      const address = `192.0.2.${chance.below(250)}`;
      later({
        at: moment(chance.below(days)),
        isApart: true,
        happen: async () => void (await services.qrCodes.scan(code, 'smartphone', address)),
      });
    }
  // What the team changed on the way, as versions to look back at.
  for (const [at, change] of content.company.changes.entries())
    later({
      at: moment(Math.round(((at + 1) / (content.company.changes.length + 1)) * days)),
      happen: () => republish(all, change),
    });
  const forms: FormStory = { moment, days, later, ownChance, told: () => void (happened.submissions += 1) };
  fillForms(all, forms);
  const talks = agentKeys.flatMap((key) => content.agents[key].people.map((talk) => ({ key, talk })));
  for (const [at, { key, talk }] of talks.entries()) {
    const own = ownChance();
    later({
      at: moment(Math.round(((at + 0.5) / talks.length) * Math.max(1, days - 2))),
      isApart: true,
      async happen() {
        await holdTalk({ ...all, chance: own }, key, talk);
        happened.talks += 1;
      },
    });
  }
  for (const talk of openTalks(all, end, ownChance)) later(talk);
  for (const other of others) later(other);

  await time.through(plan, end, isWanted);
  return happened;
}
