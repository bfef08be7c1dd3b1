import { createHash } from 'node:crypto';
import { newId } from '#shared/ids.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database } from '#platform/database/database.ts';
import { ensureFact, replaceFact } from '#platform/database/instance-facts.ts';
import type { PaymentPlatform, PlatformEndpoint } from '#providers/payments/payments-platform.port.ts';

/** `sealed` is the secret by which the vendor signs; both texts are empty until there is an endpoint. */
type Fact = {
  requestKey: string;
  endpoint: string;
  sealed: string;
};

/**
 * The one endpoint to which a vendor tells of all accounts that are connected through this instance's own:
 * made once, and found again by every process.
 */
export function createPlatformEndpoint(services: {
  database: Database;
  box: SecretBox;
  publicUrl(): string;
}) {
  const { database, box } = services;
  const modeOf = (isTest: boolean): 'test' | 'live' => (isTest ? 'test' : 'live');
  const nameOf = (isTest: boolean): string => `payments-platform:${modeOf(isTest)}`;
  const factOf = (isTest: boolean): Promise<Fact> =>
    ensureFact<Fact>(database, nameOf(isTest), { requestKey: newId('req'), endpoint: '', sealed: '' });
  const secretIn = ({ sealed }: Fact, isTest: boolean): string =>
    sealed ? box.open(sealed, nameOf(isTest)) : '';

  return {
    /** Signs the events of one mode; empty until there is an endpoint. */
    secretOf: async (isTest: boolean): Promise<string> => secretIn(await factOf(isTest), isTest),

    /**
     * Makes the endpoint where it is missing. Two processes at once make the same one, because they ask with
     * the same key.
     */
    async ensure(platform: PaymentPlatform): Promise<PlatformEndpoint> {
      const { isTest } = platform;
      const webhookUrl = `${services.publicUrl()}/api/payments/platform-events/${modeOf(isTest)}`;
      const fact = await factOf(isTest);
      const known = fact.endpoint
        ? { endpoint: fact.endpoint, secret: secretIn(fact, isTest), detail: '' }
        : null;
      const key = createHash('sha256')
        .update([fact.requestKey, fact.endpoint, webhookUrl].join(' '))
        .digest('hex')
        .slice(0, 40);
      const made = await platform.listen({ webhookUrl, known, key });
      if (made.secret && made.endpoint !== fact.endpoint)
        await replaceFact<Fact>(database, nameOf(isTest), fact, {
          requestKey: fact.requestKey,
          endpoint: made.endpoint,
          sealed: box.seal(made.secret, nameOf(isTest)),
        });
      return made;
    },
  };
}

export type PlatformEndpoints = ReturnType<typeof createPlatformEndpoint>;
