import { AppError } from '#shared/errors.ts';
import { embedSnippet, type EmbedMode, type SitePlatform } from '#shared/embed/snippets.ts';
import type { Language } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import { SafeFetchError } from '#platform/safe-fetch/safe-fetch-error.ts';
import type { SafeFetchCall } from '#platform/safe-fetch/safe-fetch.ts';
import { findPeople } from '#features/accounts/server/accounts.usecases.ts';
import type { Database } from '#platform/database/database.ts';
import type { MailUsecases } from '#features/mail/server/mail.usecases.ts';
import { agentsInstallErrors, type SiteFinding } from '../../agents-install.contract.ts';
import { judgePage } from './install.models.ts';
import type { AgentsUsecases } from '../agents.usecases.ts';

const rules = {
  check: { name: 'site-check', limit: 20, windowSeconds: 3_600 },
  mail: { name: 'install-mail', limit: 5, windowSeconds: 3_600 },
  mailDay: { name: 'install-mail-day', limit: 20, windowSeconds: 86_400 },
  /** Nobody is written to more often than this, whoever asks for it. */
  recipient: { name: 'install-mail-recipient', limit: 3, windowSeconds: 86_400 },
} as const satisfies Record<string, RateRule>;

type InstallServices = {
  database: Database;
  limiter: RateLimiter;
  translator: Translator;
  safeFetch: SafeFetchCall;
  mail: Pick<MailUsecases, 'send' | 'leaves'>;
  agents: Pick<AgentsUsecases, 'get'>;
  publicUrl(): string;
  /** Where the account's visitors are: what its tags begin with. */
  originFor(accountId: string): Promise<string>;
};

/**
 * Helps an agent onto its owner's site: looks whether the tag is there, and writes to whoever can put it
 * there.
 */
export function createAgentsInstall(services: InstallServices) {
  async function limit(
    scope: AccountScope,
    error: (typeof agentsInstallErrors)['tooManyChecks' | 'tooManyMails'],
    uses: { rule: RateRule; key: string }[],
  ): Promise<void> {
    await admit(
      services.limiter,
      error,
      uses.map((use) => ({ ...use, key: use.key || scope.accountId })),
    );
  }

  return {
    async checkSite(
      scope: AccountScope,
      id: string,
      entered: string,
      ownOrigin: string,
    ): Promise<{ url: string; findings: SiteFinding[] }> {
      const agent = await services.agents.get(scope, id);
      await limit(scope, agentsInstallErrors.tooManyChecks, [{ rule: rules.check, key: '' }]);
      const address =
        /^[a-z][a-z0-9+.-]*:/i.test(entered) && !/^[\w.-]+:\d+/.test(entered)
          ? entered
          : `https://${entered}`;
      try {
        const { url, headers, body, status } = await services.safeFetch(address, {
          maxBytes: 3_000_000,
          timeoutMs: 15_000,
          acceptTypes: ['text/html', 'application/xhtml+xml'],
          headers: { accept: 'text/html' },
        });
        if (status >= 400)
          throw new AppError(agentsInstallErrors.siteUnreachable, {
            fields: { url: 'errors:install.site_unreachable' },
          });
        const policy = headers.get('content-security-policy');
        const known = [await services.originFor(scope.accountId), services.publicUrl(), ownOrigin];
        const origins = [...new Set(known.map((text) => new URL(text).origin))];
        const wanted = {
          number: agent.number,
          origins,
          isLive: agent.status === 'live',
          hasPicture: agent.draft.appearance.launcherIcon === 'avatar' && agent.avatarUrl !== null,
        };
        return {
          url,
          findings: judgePage({ url, policies: policy ? [policy] : [], html: body.toString('utf8') }, wanted),
        };
      } catch (cause) {
        if (cause instanceof AppError) throw cause;
        const reason =
          cause instanceof SafeFetchError
            ? `knowledge:failures.${cause.code}.text`
            : 'errors:install.site_unreachable';
        throw new AppError(agentsInstallErrors.siteUnreachable, { fields: { url: reason }, cause });
      }
    },

    async mailInstructions(
      scope: AccountScope,
      id: string,
      input: { email: string; platform: SitePlatform; mode: EmbedMode; language: Language },
    ): Promise<{ isMailed: boolean }> {
      const agent = await services.agents.get(scope, id);
      const email = input.email.toLowerCase();
      await limit(scope, agentsInstallErrors.tooManyMails, [
        { rule: rules.mail, key: '' },
        { rule: rules.mailDay, key: '' },
        { rule: rules.recipient, key: email },
      ]);
      const people = await findPeople(services.database, [scope.userId]);
      const origin = await services.originFor(scope.accountId);
      const text = (key: string): string => services.translator.text(input.language, `agents-install:${key}`);
      const steps = [1, 2, 3, 4].map((step) => text(`steps.${input.platform}.${step}`));
      await services.mail.send({
        kind: 'install-agent',
        to: email,
        language: input.language,
        accountId: scope.accountId,
        variables: {
          url: origin + paths.widgetDemo(agent.number),
          agent: agent.name,
          sender: people.get(scope.userId)?.name ?? '',
        },
        code: embedSnippet(input.platform, { origin, number: agent.number, mode: input.mode }),
        paragraphs: steps.map((step, at) => `${at + 1}. ${step}`),
      });
      return { isMailed: services.mail.leaves() };
    },
  };
}

export type AgentsInstall = ReturnType<typeof createAgentsInstall>;
