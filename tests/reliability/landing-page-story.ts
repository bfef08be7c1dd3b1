import type { LandingPage } from '#features/landing-pages/landing-pages.contract.ts';
import type { PageVersion } from '#features/landing-pages/landing-pages-publishing.contract.ts';
import { query, type Fault } from './checker.ts';
import { ask, type Owner } from './people.ts';

/** What an owner was told of a page before the server died. */
export type ToldPage = {
  id: string;
  /** Words of the versions that were published, by their numbers. */
  versions: Map<number, string>;
  /** Revision of the draft that was answered last. */
  revision: number;
};

const dataOf = (words: string): object => ({
  root: { props: {} },
  content: [{ type: 'hero', props: { id: 'hero-1', title: words } }],
  zones: {},
});
export const pageAt = (id: string, rest = ''): string => `/api/landing-pages/${id}${rest}`;

export const makePage = (owner: Owner, words: string): Promise<LandingPage> =>
  owner.post<LandingPage>('/api/landing-pages', { title: words, data: dataOf(words) });
export const rewordPage = (owner: Owner, page: LandingPage, words: string): Promise<LandingPage> =>
  owner.put<LandingPage>(pageAt(page.id, '/draft'), { revision: page.draftRevision, data: dataOf(words) });
export const publishPage = (owner: Owner, page: LandingPage): Promise<LandingPage> =>
  owner.post<LandingPage>(pageAt(page.id, '/publish'), { revision: page.draftRevision });
export const restorePage = (owner: Owner, page: LandingPage, version: number): Promise<LandingPage> =>
  owner.post<LandingPage>(pageAt(page.id, `/versions/${version}/restore`), { revision: page.draftRevision });
export const versionsOf = async (owner: Owner, id: string): Promise<number[]> =>
  (await owner.get<{ versions: PageVersion[] }>(pageAt(id, '/versions'))).versions.map(
    ({ version }) => version,
  );
/** The title that visitors read; null where they find no page. */
export async function shownWords(origin: string, slug: string): Promise<string | null> {
  const { status, text } = await ask('GET', `${origin}/p/${slug}`);
  return status === 200 ? (/<h1[^>]*>([^<]*)</.exec(text)?.[1] ?? '') : null;
}

/** Runs what is done every minute: pages whose beginning or end has come. */
export const moveOnPages = (url: string): Promise<unknown> =>
  query(url, `INSERT INTO pgboss.job (name, data) VALUES ('landing-pages.schedule', '{}')`);

/** Words, publishes and restores one page until the server is gone; tells what was acknowledged. */
export async function changePageUntilItEnds(owner: Owner, name: string, told: ToldPage[]): Promise<void> {
  try {
    let page = await makePage(owner, name);
    const own: ToldPage = { id: page.id, versions: new Map(), revision: page.draftRevision };
    told.push(own);
    const keep = (next: LandingPage): void => {
      page = next;
      own.revision = next.draftRevision;
    };
    for (let turn = 1; turn < 200; turn++) {
      const words = `${name} ${turn}`;
      keep(await rewordPage(owner, page, words));
      keep(await publishPage(owner, page));
      own.versions.set(page.publishedVersion ?? 0, words);
      if (turn > 1) keep(await restorePage(owner, page, turn - 1));
    }
  } catch {
    // The power failed.
  }
}

/**
 * What is wrong with the stored pages: versions with gaps or twice, one shown that isn't there, a page that says that
 * nothing changed while its draft is another one, and anything that was acknowledged and is gone.
 */
export async function landingPageFaults(url: string, told: readonly ToldPage[]): Promise<Fault[]> {
  const rows = await query<{
    id: string;
    status: string;
    revision: number;
    changed: boolean;
    last: number;
    shown: number | null;
    same: boolean | null;
    versions: number[] | null;
  }>(
    url,
    `SELECT p.id, p.status, p.draft_revision AS revision, p.has_changes AS changed, p.last_version AS last,
        p.published_version AS shown, v.document = p.draft AS same,
        (SELECT array_agg(o.version ORDER BY o.version) FROM landing_page_versions o WHERE o.page_id = p.id) AS versions
      FROM landing_pages p LEFT JOIN landing_page_versions v ON v.page_id = p.id AND v.version = p.published_version`,
  );
  const faults: Fault[] = [];
  for (const { id, status, changed, last, shown, same, versions } of rows) {
    const kept = versions ?? [];
    const wanted = Array.from({ length: kept.length }, (_, at) => last - kept.length + 1 + at);
    if (kept.join() !== wanted.join()) faults.push(`${id}: versions ${kept.join()}, the last is ${last}`);
    if (shown !== null && same === null) faults.push(`${id}: shows version ${shown}, which is gone`);
    if (status === 'published' && shown === null) faults.push(`${id}: published without a version`);
    if (status === 'published' && !changed && same === false) faults.push(`${id}: its draft is another one`);
  }
  for (const { id, revision, versions } of told) {
    const row = rows.find((each) => each.id === id);
    if (!row || row.revision < revision) faults.push(`${id}: saved ${revision}, kept ${row?.revision}`);
    for (const [version, words] of versions) {
      // The oldest ones make room.
      if (row && version <= row.last - (row.versions?.length ?? 0)) continue;
      const [found] = await query<{ title: string }>(
        url,
        `SELECT document #>> '{data,content,0,props,title}' AS title FROM landing_page_versions
          WHERE page_id = $1 AND version = $2`,
        [id, version],
      );
      if (found?.title !== words) faults.push(`${id}: version ${version} says ${found?.title}, not ${words}`);
    }
  }
  return faults;
}
