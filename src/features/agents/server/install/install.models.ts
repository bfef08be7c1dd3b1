import type { SiteFinding } from '../../agents-install.contract.ts';

/** A page as it was fetched: the address that answered, its policy headers, its markup. */
export type FetchedPage = {
  url: string;
  policies: readonly string[];
  html: string;
};
/**
 * The agent that is looked for: its number, whether it is live, the picture on its launcher, and the origins
 * that this instance answers under.
 */
export type WantedAgent = {
  number: number;
  origins: readonly string[];
  isLive: boolean;
  hasPicture: boolean;
};

type Tag = {
  origin: string | null;
  number: number;
  nonce: string | null;
};
type Policy = {
  where: 'header' | 'meta';
  directives: ReadonlyMap<string, readonly string[]>;
};

const mostMarkup = 2_000_000;
const longestTag = 8_000;

/**
 * The markup without its comments. Written out, because a pattern would look to the end of the page for each
 * that never closes.
 */
function withoutComments(html: string): string {
  let kept = '';
  for (let at = 0; ;) {
    const start = html.indexOf('<!--', at);
    if (start < 0) return kept + html.slice(at);
    kept += html.slice(at, start);
    const end = html.indexOf('-->', start + 4);
    if (end < 0) return kept;
    at = end + 3;
  }
}

/** The opening tags of one name, and the markup without those that `take` takes. */
function eachTag(html: string, name: string, take: (tag: string) => boolean): string {
  const small = html.toLowerCase();
  let kept = '';
  for (let at = 0; ;) {
    const start = small.indexOf(`<${name}`, at);
    const end = start < 0 ? -1 : small.indexOf('>', start);
    if (end < 0) return kept + html.slice(at);
    const tag = html.slice(start, end + 1);
    kept +=
      html.slice(at, start) +
      (tag.length <= longestTag && /^[\s/>]/.test(tag.slice(name.length + 1)) && take(tag) ? '' : tag);
    at = end + 1;
  }
}

function plain(text: string): string {
  return text
    .replace(/&amp;/g, '&')
    .replace(/&quot;/g, '"')
    .replace(/&#0?39;/g, "'")
    .replace(/\\u002f|\\\//gi, '/');
}

/** The value of an attribute in the text of one tag. */
function attribute(tag: string, name: string): string | null {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return found ? plain(found[1] ?? found[2] ?? found[3] ?? '') : null;
}

/** The agent that an address of a loader means; null when it is none. */
function tagOf(address: string, nonce: string | null): Tag | null {
  const found = /^(?:(https?:)?\/\/([^/?#\s]+))?\/?(?:[^?#]*\/)?widgets\/(\d{1,10})\.js(?:[?#]|$)/i.exec(
    address.trim(),
  );
  if (!found) return null;
  return {
    origin: found[2] ? `${(found[1] ?? 'https:').toLowerCase()}//${found[2].toLowerCase()}` : null,
    number: Number(found[3]),
    nonce,
  };
}

/** Loaders in script tags, and those that other code on the page brings. */
function findTags(html: string): { tags: Tag[]; inCode: Tag[]; hasTagManager: boolean } {
  const tags: Tag[] = [];
  const rest = eachTag(html, 'script', (opening) => {
    const tag = tagOf(attribute(opening, 'src') ?? '', attribute(opening, 'nonce'));
    if (tag) tags.push(tag);
    return tag !== null;
  });
  const inCode = [
    ...plain(rest).matchAll(/(?:https?:)?\/\/[\w.:-]{1,260}\/widgets\/\d{1,10}\.js\b/gi),
  ].flatMap(([address]) => tagOf(address, null) ?? []);
  return {
    tags,
    inCode,
    hasTagManager: /googletagmanager\.com\/(gtm\.js|ns\.html)|['"]GTM-[A-Z0-9]{4,10}['"]/.test(rest),
  };
}

function readPolicy(text: string, where: Policy['where']): Policy {
  const directives = new Map<string, readonly string[]>();
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    // Of a directive that stands twice, browsers take the first.
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return { where, directives };
}

/** The page's policies: all of them must allow what it loads. */
function policiesOf(page: FetchedPage): Policy[] {
  const metas: string[] = [];
  eachTag(page.html, 'meta', (tag) => {
    if (attribute(tag, 'http-equiv')?.toLowerCase() === 'content-security-policy')
      metas.push(attribute(tag, 'content') ?? '');
    return false;
  });
  return [
    ...page.policies.flatMap((header) => header.split(',')).map((text) => readPolicy(text, 'header')),
    ...metas.map((text) => readPolicy(text, 'meta')),
  ];
}

/** Whether one source expression lets an address through. */
function allows(source: string, address: URL, page: URL): boolean {
  const text = source.toLowerCase();
  if (text === '*') return /^(https?|wss?):$/.test(address.protocol) || address.protocol === page.protocol;
  if (text === "'self'") return address.origin === page.origin;
  if (/^[a-z][a-z0-9+.-]*:$/.test(text))
    return text === address.protocol || (text === 'http:' && address.protocol === 'https:');
  const found = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9.-]+)(?::(\d+|\*))?(\/[^?#]*)?$/.exec(
    text,
  );
  if (!found) return false;
  const [, scheme, host = '', port, path] = found;
  const wantedScheme = scheme ? `${scheme}:` : page.protocol;
  if (wantedScheme !== address.protocol && !(wantedScheme === 'http:' && address.protocol === 'https:'))
    return false;
  if (
    host.startsWith('*.')
      ? !address.hostname.endsWith(host.slice(1))
      : host !== '*' && host !== address.hostname
  )
    return false;
  const usual = address.protocol === 'https:' ? '443' : '80';
  if (
    port !== '*' &&
    (port ?? usual) !== (address.port || usual) &&
    !(port === '80' && address.port === '' && address.protocol === 'https:')
  )
    return false;
  if (!path || path === '/') return true;
  return path.endsWith('/') ? address.pathname.startsWith(path) : address.pathname === path;
}

type Use = {
  names: readonly string[];
  addresses: readonly URL[];
  nonce?: string | null;
};

/** The directive that refuses one of the addresses, or null. */
function refusedBy(policy: Policy, { names, addresses, nonce }: Use, page: URL): string | null {
  const name = names.find((candidate) => policy.directives.has(candidate));
  const sources = name === undefined ? undefined : policy.directives.get(name);
  if (name === undefined || !sources) return null;
  // A nonce speaks for the tag that carries it and for what that script loads.
  if (nonce && sources.includes(`'nonce-${nonce}'`)) return null;
  const onlyTrusted = nonce !== undefined && sources.includes("'strict-dynamic'");
  return !onlyTrusted && addresses.every((address) => sources.some((source) => allows(source, address, page)))
    ? null
    : name;
}

/** What a look at a page finds, the most important first. */
export function judgePage(fetched: FetchedPage, agent: WantedAgent): SiteFinding[] {
  const page = { ...fetched, html: withoutComments(fetched.html.slice(0, mostMarkup)) };
  const { tags, inCode, hasTagManager } = findTags(page.html);
  const plainFinding = (kind: SiteFinding['kind'], detail: string | null = null): SiteFinding => ({
    kind,
    detail,
    where: null,
  });
  const isOurs = (tag: Tag): boolean => tag.origin !== null && agent.origins.includes(tag.origin);
  const isWanted = (tag: Tag): boolean => isOurs(tag) && tag.number === agent.number;
  const own = tags.filter(isWanted);
  const findings: SiteFinding[] = [];

  if (own.length > 0) findings.push(plainFinding('found'));
  else if (inCode.some(isWanted)) findings.push(plainFinding('in-code'));
  else if (hasTagManager) findings.push(plainFinding('tag-manager'));
  else findings.push(plainFinding('missing'));
  if (own.length > 1) findings.push(plainFinding('twice', String(own.length)));
  const others = [
    ...new Map(
      [...tags, ...inCode].filter((tag) => !isWanted(tag)).map((tag) => [`${tag.origin} ${tag.number}`, tag]),
    ).values(),
  ].slice(0, 5);
  for (const tag of others)
    findings.push(
      isOurs(tag)
        ? plainFinding('other-agent', String(tag.number))
        : plainFinding('other-instance', tag.origin ?? new URL(page.url).origin),
    );
  if (!agent.isLive) findings.push(plainFinding('not-live'));

  const origin = own[0]?.origin ?? agent.origins[0];
  if (!origin || !URL.canParse(page.url)) return findings;
  const at = new URL(page.url);
  const uses: [SiteFinding['kind'], Use][] = [
    [
      'blocked-script',
      {
        names: ['script-src-elem', 'script-src', 'default-src'],
        addresses: [new URL(`/widgets/${agent.number}.js`, origin), new URL('/embed/panel.mjs', origin)],
        nonce: own[0]?.nonce ?? null,
      },
    ],
    [
      'blocked-frame',
      {
        names: ['frame-src', 'child-src', 'default-src'],
        addresses: [new URL(`/widgets/${agent.number}/embed`, origin)],
      },
    ],
  ];
  if (agent.hasPicture)
    uses.push([
      'blocked-image',
      { names: ['img-src', 'default-src'], addresses: [new URL('/avatars/picture', origin)] },
    ]);
  for (const [kind, use] of uses) {
    for (const policy of policiesOf(page)) {
      const directive = refusedBy(policy, use, at);
      if (directive && !findings.some((known) => known.kind === kind && known.where === policy.where))
        findings.push({ kind, detail: directive, where: policy.where });
    }
  }
  return findings;
}
