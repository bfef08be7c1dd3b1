const names = ['source', 'medium', 'campaign', 'term', 'content'] as const;
export type Campaign = Partial<Record<(typeof names)[number], string>>;

const longest = 200;

/** What an advertisement said of itself: `utm_source=…` and its like in the address on which somebody arrived. */
export function campaignOf(address: string | null | undefined): Campaign {
  if (!address || !URL.canParse(address)) return {};
  const query = new URL(address).searchParams;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = (query.get(`utm_${name}`) ?? '').trim().slice(0, longest);
      return value === '' ? [] : [[name, value]];
    }),
  );
}

/** The first of these that says anything. */
export const firstCampaign = (...campaigns: (Campaign | undefined)[]): Campaign =>
  campaigns.find((campaign) => campaign && Object.keys(campaign).length > 0) ?? {};

/** The same out of names with their `utm_`, as forms keep it. */
export const campaignIn = (utm: Record<string, string>): Campaign =>
  Object.fromEntries(names.flatMap((name) => (utm[`utm_${name}`] ? [[name, utm[`utm_${name}`]]] : [])));

/** A campaign by the names that it has in addresses. */
export const utmNames = (campaign: Campaign): Record<string, string> =>
  Object.fromEntries(Object.entries(campaign).map(([name, value]) => [`utm_${name}`, value]));

/** A page's address without query and fragment, which may hold private things; null when it is none. */
export function pageAddress(url: string | null | undefined): string | null {
  if (!url || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  return ['http:', 'https:'].includes(parsed.protocol)
    ? `${parsed.origin}${parsed.pathname}`.slice(0, 1_000)
    : null;
}
