import { randomUUID } from 'node:crypto';
import type { Language } from '#shared/languages.ts';
import type { DnsLookups } from '#platform/dns/dns-lookups.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Services } from '../../src/apps/server/services.ts';
import type { DemoContent } from '../../src/apps/server/sample-company/content.ts';
import type { Happening, MovedTime } from '../../src/apps/server/sample-company/queue.ts';
import { createChance } from '../../src/apps/server/sample-company/chance.ts';
import { findMember, home, subscribe, type Member } from '../../src/apps/server/sample-company/set-up.ts';
import { lookAround } from '../../src/apps/server/sample-company/arrivals.ts';
import { inventVisitor, openVisit } from '../../src/apps/server/sample-company/visitors.ts';
import { proveAddress } from './operator.ts';

type Neighbour = DemoContent['company']['neighbours'][number];
type Client = NonNullable<Neighbour['whiteLabel']>['clients'][number];

/** While the invented days go by nothing is asked of anybody: an address that was named is not there yet. */
export const silentDns: DnsLookups = {
  txt: async () => [],
  cname: async () => [],
  addresses: async () => [],
  caa: async () => [],
};

/**
 * Other accounts of the demo's server: an agency with clients and a domain that its DNS does not know yet, one whose
 * trial is over, one that has just begun. All of their people have one password; `met` hears of each.
 */
export function neighboursDays(
  services: Services,
  content: DemoContent,
  time: Pick<MovedTime, 'now' | 'goTo'>,
  ago: (days: number) => Date,
  password: string,
  met: (neighbour: Neighbour, member: Member) => void,
): Happening[] {
  /** Agents by whose they are: a client's name, or an account's. */
  const agentNumbers = new Map<string, number>();

  async function publishAgent(scope: AccountScope, template: string, language: Language): Promise<number> {
    const { agentId } = await services.templates.makePrepared(scope, template, {
      key: randomUUID(),
      language,
    });
    // What it knows is read by a job that is due now.
    await time.goTo(time.now());
    const { draftRevision } = await services.agents.get(scope, agentId);
    return (await services.agents.publish(scope, agentId, { revision: draftRevision, name: '' })).number;
  }

  /** A client's workspace, and who owns it from then on. */
  async function makeClient({ scope, userId }: Member, client: Client, language: Language): Promise<void> {
    const { id } = await services.agencies.clients.create(scope, { name: client.name });
    const { scope: within } = await findMember(services, userId, id);
    agentNumbers.set(client.name, await publishAgent(within, client.template, language));
    if (!client.owner) return;
    const { name, email, language: theirs } = client.owner;
    const { link } = await services.agencies.people.invite(
      scope,
      id,
      { email, role: 'owner', message: '' },
      theirs,
    );
    const { user } = await services.team.joining.register(
      { token: link.split('#')[1] ?? '', name, password },
      { ...home, language: theirs },
    );
    const [firstName = '', ...rest] = name.split(' ');
    await services.accounts.updateProfile(
      { userId: user.id, accountId: id },
      { firstName, lastName: rest.join(' ') },
    );
    await services.accounts.markActive(id, user.id, time.now());
  }

  /** Somebody asks an agent what it offers to be asked. */
  async function askAgent(name: string, language: Language, seed: number): Promise<void> {
    const number = agentNumbers.get(name);
    if (number === undefined) return;
    const chance = createChance(seed);
    const visitor = inventVisitor(content, chance, new Set(), language);
    const agent = { key: 'alder', number, site: 'https://site.example/', pages: ['/'] } as const;
    const chat = await openVisit(services, agent, visitor, chance, { tag: 'website' });
    const { agentId: id, accountId } = chat.identity;
    await lookAround(services, { id, accountId }, chance, async () => undefined);
    const { prompt } = (await services.conversations.agentOf(chat.identity)).configuration;
    for (const question of new Set([chance.pick(prompt.iceBreakers), chance.pick(prompt.iceBreakers)]))
      await chat.say(question);
  }

  async function arrive(neighbour: Neighbour): Promise<Member> {
    const { account, person, template, whiteLabel } = neighbour;
    const { user } = await services.auth.register(
      { name: person.name, email: person.email, password },
      { ...home, language: person.language },
    );
    const member = await findMember(services, user.id, user.accountId);
    const { scope } = member;
    await services.accountNames.set(scope, { name: account, replyEmail: person.email });
    const [firstName = '', ...rest] = person.name.split(' ');
    await services.accounts.updateProfile(
      { userId: user.id, accountId: user.accountId },
      { firstName, lastName: rest.join(' ') },
    );
    await proveAddress(services, user.id);
    if (template) agentNumbers.set(account, await publishAgent(scope, template, person.language));
    if (!whiteLabel) return member;
    await subscribe(services, scope, 'white_label');
    await services.whiteLabel.save(scope, {
      brandName: account,
      primaryColor: whiteLabel.primaryColor,
      secondaryColor: whiteLabel.secondaryColor,
      supportEmail: person.email,
      privacyEmail: null,
      termsEmail: null,
    });
    for (const client of whiteLabel.clients) await makeClient(member, client, person.language);
    return member;
  }

  return content.company.neighbours.flatMap((neighbour): Happening[] => {
    let member: Member | null = null;
    const { account, daysAgo, person, visits, whiteLabel } = neighbour;
    const asked = (name: string, count: number, seed: number): Happening[] => {
      const chance = createChance(seed + daysAgo);
      // Two of three in the second half of the time: word gets around.
      const daysBefore = (): number =>
        ((daysAgo - 1) * (chance.isIn(66) ? chance.below(500) : 500 + chance.below(500))) / 1_000;
      return Array.from({ length: count }, (_, visit): Happening => ({
        at: ago(daysBefore()),
        isApart: true,
        happen: () => askAgent(name, person.language, seed + visit),
      }));
    };
    return [
      {
        at: ago(daysAgo),
        async happen() {
          member = await arrive(neighbour);
          met(neighbour, member);
        },
      },
      ...asked(account, visits, 1_000),
      ...(whiteLabel
        ? [
            {
              at: ago(whiteLabel.domainDaysAgo),
              async happen() {
                if (member) await services.domains.set(member.scope, whiteLabel.domain);
              },
            },
            ...whiteLabel.clients.flatMap(({ name, visits: count }, which) =>
              asked(name, count, which * 100),
            ),
          ]
        : []),
    ];
  });
}
