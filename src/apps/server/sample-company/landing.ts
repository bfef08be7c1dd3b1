import type { AccountScope } from '#platform/http/access.ts';
import type { Services } from '../services.ts';
import type { AgentKey } from './content.ts';
import type { Company } from './set-up.ts';
import type { Visitor } from './visitors.ts';

export type SellingPage = {
  id: string;
  slug: string;
  accountId: string;
  /** Beside each visitor, so many more read it than another page. */
  moreReaders: number;
};

/** Agents that are paid for have a page that sells them. */
const sold = ['steady', 'numa'] as const satisfies readonly AgentKey[];
/** Of those who read a page, one in so many writes to its agent, and in some more: not as many for each page. */
const readersOfOne = 2;
const moreReaders = 4;
/** No two pages are read equally often. */
const moreOfPage = { steady: 0, numa: 1 } as const satisfies Record<(typeof sold)[number], number>;

/** Writes a page out of each agent that is paid for, and publishes it. */
export async function makePages(
  { landingPages }: Services,
  owner: AccountScope,
  agents: Company['agents'],
): Promise<Map<AgentKey, SellingPage>> {
  const pages = new Map<AgentKey, SellingPage>();
  for (const key of sold) {
    const { id, slug, draftRevision } = await landingPages.fromAgent.make(owner, agents[key].id, 'en');
    await landingPages.publishing.publish(owner, id, draftRevision);
    pages.set(key, { id, slug, accountId: owner.accountId, moreReaders: moreOfPage[key] });
  }
  return pages;
}

/** A visitor reads an agent's page before they write to it, and so do some who leave it at that. */
export function readPage({ landingPages }: Services, page: SellingPage, { email, browser }: Visitor): void {
  const readers = readersOfOne + page.moreReaders + (email.length % moreReaders);
  for (let reader = 0; reader < readers; reader++)
    landingPages.counting.count(page, 1, {
      address: '192.0.2.1',
      userAgent: `${browser} ${email} ${reader}`,
    });
}
