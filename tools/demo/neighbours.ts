import { randomBytes, randomUUID } from 'node:crypto';
import type { Language } from '#shared/languages.ts';
import type { DnsLookups } from '#platform/dns/dns-lookups.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Services } from '../../src/apps/server/services.ts';
import type { DemoContent } from '../../src/apps/server/sample-company/content.ts';
import type { Happening } from '../../src/apps/server/sample-company/days.ts';
import type { MovedTime } from '../../src/apps/server/sample-company/queue.ts';
import { findMember, subscribe, type Member } from '../../src/apps/server/sample-company/set-up.ts';
import { proveAddress } from './operator.ts';

type Neighbour = DemoContent['company']['neighbours'][number];

/** While the invented days go by nothing is asked of anybody: an address that was named is not there yet. */
export const silentDns: DnsLookups = {
  txt: async () => [],
  cname: async () => [],
  addresses: async () => [],
  caa: async () => [],
};

/**
 * Other accounts of the demo's server: an agency with clients and a domain that its DNS does not know yet, one whose
 * trial is over, one that has just begun. `met` hears of each.
 */
export function neighboursDays(
  services: Services,
  { company }: DemoContent,
  time: Pick<MovedTime, 'now' | 'goTo'>,
  ago: (days: number) => Date,
  met: (neighbour: Neighbour, member: Member) => void,
): Happening[] {
  async function publishAgent(
    scope: AccountScope,
    template: string | undefined,
    language: Language,
  ): Promise<void> {
    if (template === undefined) return;
    const { agentId } = await services.templates.makePrepared(scope, template, {
      key: randomUUID(),
      language,
    });
    // What it knows is read by a job that is due now.
    await time.goTo(time.now());
    const { draftRevision } = await services.agents.get(scope, agentId);
    await services.agents.publish(scope, agentId, { revision: draftRevision, name: '' });
  }

  async function arrive(neighbour: Neighbour): Promise<Member> {
    const { account, person, template, whiteLabel } = neighbour;
    const { user } = await services.auth.register(
      { name: person.name, email: person.email, password: randomBytes(24).toString('base64url') },
      { address: '127.0.0.1', userAgent: 'demo', timezone: 'Europe/Brussels', language: person.language },
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
    await publishAgent(scope, template, person.language);
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
    for (const client of whiteLabel.clients) {
      const { id } = await services.agencies.clients.create(scope, { name: client.name });
      await publishAgent((await findMember(services, user.id, id)).scope, client.template, person.language);
    }
    return member;
  }

  return company.neighbours.flatMap((neighbour): Happening[] => {
    let member: Member | null = null;
    const { daysAgo, whiteLabel } = neighbour;
    return [
      {
        at: ago(daysAgo),
        async happen() {
          member = await arrive(neighbour);
          met(neighbour, member);
        },
      },
      ...(whiteLabel
        ? [
            {
              at: ago(whiteLabel.domainDaysAgo),
              async happen() {
                if (member) await services.domains.set(member.scope, whiteLabel.domain);
              },
            },
          ]
        : []),
    ];
  });
}
