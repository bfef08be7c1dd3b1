import type { Services } from '../services.ts';
import type { Chance } from './chance.ts';
import type { AgentKey } from './content.ts';
import type { SellingPage } from './landing.ts';
import type { PublicDemoAgent } from './visitors.ts';

/** Where somebody was before, and what the link said that they took. */
type Way = {
  referrer: string;
  source: string;
  medium: string;
  campaign?: 'ads' | 'news' | 'posts';
};

/** Ways to a site, each with how many of a hundred take it. */
const ways: Record<string, Way & { weight: number }> = {
  search: { weight: 21, referrer: 'https://www.google.com/', source: '', medium: '' },
  ads: { weight: 19, referrer: 'https://www.google.com/', source: 'google', medium: 'cpc', campaign: 'ads' },
  letter: { weight: 16, referrer: '', source: 'newsletter', medium: 'email', campaign: 'news' },
  instagram: {
    weight: 13,
    referrer: 'https://www.instagram.com/',
    source: 'instagram',
    medium: 'social',
    campaign: 'posts',
  },
  facebook: {
    weight: 9,
    referrer: 'https://www.facebook.com/',
    source: 'facebook',
    medium: 'social',
    campaign: 'posts',
  },
  partner: { weight: 8, referrer: '', source: 'partner', medium: 'referral' },
  duckduckgo: { weight: 4, referrer: 'https://duckduckgo.com/', source: '', medium: '' },
  direct: { weight: 10, referrer: '', source: '', medium: '' },
};
const weights = Object.fromEntries(Object.entries(ways).map(([name, { weight }]) => [name, weight]));

/** What each company's campaigns are called, and who links to its site. */
const campaigns: Record<AgentKey, Record<'ads' | 'news' | 'posts' | 'partner', string>> = {
  alder: {
    ads: 'back-pain',
    news: 'autumn-letter',
    posts: 'desk-stretches',
    partner: 'https://lindenhof-clinic.example/',
  },
  steady: {
    ads: 'spring-marathon',
    news: 'race-calendar',
    posts: 'first-5k',
    partner: 'https://cityrunners.example/',
  },
  numa: {
    ads: 'exam-weeks',
    news: 'parents-letter',
    posts: 'puzzle-of-the-day',
    partner: 'https://schoolbooks.example/',
  },
};

export type Arrival = {
  url: string;
  referrer: string;
};

/** The address at which somebody meets an agent: of a page that sells it, where it has one, or of its company's site. */
export function arrive(
  { publicUrl }: Pick<Services, 'publicUrl'>,
  agent: PublicDemoAgent,
  page: SellingPage | null,
  chance: Chance,
): Arrival {
  const name = chance.weighed(weights);
  const way = ways[name];
  const own = campaigns[agent.key];
  const url = new URL(page ? `/p/${page.slug}` : chance.pick(agent.pages), page ? publicUrl() : agent.site);
  if (way?.source) {
    url.searchParams.set('utm_source', way.source);
    url.searchParams.set('utm_medium', way.medium);
    if (way.campaign) url.searchParams.set('utm_campaign', own[way.campaign]);
  }
  return { url: url.href, referrer: name === 'partner' ? own.partner : (way?.referrer ?? '') };
}

/** Pages are looked at by more people than write: so many look, one of them opens the chat and leaves it at that. */
const lookers = { fewest: 2, more: 6 } as const;

/** Those who saw an agent at about the same time as a visitor. `open` opens its chat as one of them. */
export async function lookAround(
  { agentViews }: Pick<Services, 'agentViews'>,
  { id, accountId }: { id: string; accountId: string },
  chance: Chance,
  open: () => Promise<unknown>,
): Promise<void> {
  const many = lookers.fewest + chance.below(lookers.more);
  for (let looker = 0; looker < many; looker++) agentViews.count({ id, accountId });
  if (chance.isIn(30)) await open();
  // Written at the moment of the visit, not when the server's clock comes to it.
  await agentViews.drain();
}
