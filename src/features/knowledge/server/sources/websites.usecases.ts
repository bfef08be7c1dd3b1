import { AppError } from '#shared/errors.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { portOf } from '#platform/safe-fetch/outbound-guard.ts';
import { SafeFetchError } from '#platform/safe-fetch/safe-fetch-error.ts';
import type { z } from 'zod';
import {
  knowledgeErrors,
  websiteInput,
  websiteSettings,
  type KnowledgeSource,
  type WebsiteSettings,
} from '../../knowledge.contract.ts';
import { knowledgeDocumentsRepository } from './documents.repository.ts';
import { knowledgeCollectionsRepository } from '../knowledge-collections.repository.ts';
import type { KnowledgeServices } from '../knowledge.models.ts';
import { isWebsite, isWorking, presentSource } from '../knowledge-presentation.models.ts';
import type { PublishProgress } from './progress.usecases.ts';
import { websiteKey, websiteTitle, widerSettings } from './sources.models.ts';
import { knowledgeSourcesRepository, type SourceRow } from './sources.repository.ts';
import { completeUrl } from './text.models.ts';
import type { SourceWriting } from './writing.usecases.ts';

const crawlRule = { name: 'knowledge-crawl', limit: 20, windowSeconds: 3_600 };

const lookupTimeoutMs = 3_000;

type Scope = Pick<AccountScope, 'accountId' | 'run'>;

/** Websites as sources: adding, reading again, and making one of two. */
export function createWebsiteUsecases(
  services: Pick<KnowledgeServices, 'clock' | 'safeFetch'>,
  writing: SourceWriting,
  tell: PublishProgress,
) {
  const { clock, safeFetch } = services;
  const { limit, collection, keptSource, startRun, add } = writing;

  /** The address when it may be fetched; the reason, beside the field, when it is refused already. */
  async function checkedAddress(text: string): Promise<string> {
    try {
      const url = safeFetch.assertAllowedUrl(completeUrl(text));
      await assertReachableName(url);
      url.hash = '';
      return url.href;
    } catch (error) {
      if (!(error instanceof SafeFetchError)) throw error;
      throw new AppError(knowledgeErrors.addressRefused, {
        fields: { url: `knowledge:failures.${error.code}.text` },
      });
    }
  }

  /**
   * Refuses a name that leads to a private place. A name that can't be found now is left to the run, which
   * tries again.
   */
  function assertReachableName(url: URL): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, lookupTimeoutMs);
      safeFetch.lookupFor(portOf(url))(url.hostname.replace(/^\[|\]$/g, ''), { all: true }, (error) => {
        clearTimeout(timer);
        if (error instanceof SafeFetchError && error.code === 'fetch.address_not_allowed') reject(error);
        else resolve();
      });
    });
  }

  /** The oldest source of the same site or page. */
  async function sameSource(
    tx: Transaction,
    collectionId: string,
    fields: Pick<SourceRow, 'kind' | 'url'>,
    exceptId?: string,
  ): Promise<SourceRow | null> {
    const key = websiteKey(fields);
    const rows = await knowledgeSourcesRepository(tx).list(collectionId, 'kept');
    return rows.find((row) => row.id !== exceptId && websiteKey(row) === key) ?? null;
  }

  /** Lets a site be read as widely as these settings say, beside its own, and reads it again. */
  async function widen(tx: Transaction, source: SourceRow, settings: WebsiteSettings): Promise<SourceRow> {
    if (source.kind !== 'website') return isWorking(source) ? source : startRun(tx, source, 'all');
    const wider = widerSettings(websiteSettings.parse(source.settings), settings);
    const changed = await knowledgeSourcesRepository(tx).update(source.id, {
      settings: wider,
      updatedAt: clock.now(),
    });
    await knowledgeDocumentsRepository(tx).forgetVersions(source.id);
    return startRun(tx, changed ?? source, 'all');
  }

  return {
    /** Adds a site or a page. The same one again is refused, or merged, or added, as the caller says. */
    async addWebsite(
      scope: Scope,
      collectionId: string,
      given: z.input<typeof websiteInput>,
    ): Promise<KnowledgeSource> {
      await scope.run((tx) => collection(tx, scope.accountId, collectionId));
      const { url: typed, mode, resync, ifPresent, ...settings } = websiteInput.parse(given);
      const url = await checkedAddress(typed);
      await limit(crawlRule, scope.accountId);
      const fields = {
        kind: mode === 'site' ? ('website' as const) : ('page' as const),
        title: websiteTitle(url, mode),
        url,
        settings: mode === 'site' ? settings : {},
        resync,
      };
      return scope.run(async (tx) => {
        const same = ifPresent === 'add' ? null : await sameSource(tx, collectionId, fields);
        if (!same) return add(tx, scope.accountId, collectionId, fields, null);
        if (ifPresent === 'refuse')
          throw new AppError(knowledgeErrors.alreadyAdded, {
            variables: { title: same.title },
            details: { sourceId: same.id, title: same.title },
          });
        const locked = await keptSource(tx, scope, collectionId, same.id);
        return presentSource(await widen(tx, locked, settings));
      });
    },

    /** Makes one of two sources of the same site: the newer one goes into the bin, the older reads for both. */
    async mergeSource(scope: Scope, collectionId: string, id: string): Promise<KnowledgeSource> {
      await limit(crawlRule, scope.accountId);
      return scope.run(async (tx) => {
        const source = await keptSource(tx, scope, collectionId, id);
        const same = await sameSource(tx, collectionId, source, id);
        if (!same || !isWebsite(source)) throw new AppError(knowledgeErrors.notPossible);
        const kept = await keptSource(tx, scope, collectionId, same.id);
        const now = clock.now();
        await knowledgeSourcesRepository(tx).update(id, {
          deletedAt: now,
          updatedAt: now,
          status: isWorking(source) ? 'queued' : source.status,
          processId: null,
          run: source.run + 1,
        });
        await tell(tx, source, { always: true });
        await knowledgeCollectionsRepository(tx).bump(collectionId);
        const settings = websiteSettings.parse(source.kind === 'website' ? source.settings : {});
        return presentSource(await widen(tx, kept, settings));
      });
    },

    /** Fetches a website again. While a run is going on, that run is the answer. */
    async syncSource(scope: Scope, collectionId: string, id: string): Promise<KnowledgeSource> {
      await limit(crawlRule, scope.accountId);
      return scope.run(async (tx) => {
        const source = await keptSource(tx, scope, collectionId, id);
        if (!isWebsite(source)) throw new AppError(knowledgeErrors.notPossible);
        return presentSource(isWorking(source) ? source : await startRun(tx, source, 'all'));
      });
    },
  };
}
