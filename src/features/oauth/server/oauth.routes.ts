import { commonErrors } from '#shared/errors.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { ofNetworks } from '#platform/rate-limit/network.ts';
import { admit, type RateLimiter } from '#platform/rate-limit/rate-limit.ts';
import { oauthEndpoints, oauthFormEndpoints } from '../oauth.contract.ts';
import type { OAuth } from './oauth.usecases.ts';

const rules = {
  register: { name: 'oauth-register', limit: 30, windowSeconds: 3_600 },
  /** Of the whole instance: whoever has many addresses fills no disk. */
  registerAll: { name: 'oauth-register-all', limit: 1_000, windowSeconds: 3_600 },
  token: { name: 'oauth-token', limit: 120, windowSeconds: 60 },
} as const;
const longestForm = 16_384;

export function oauthRoutes(binder: Binder, oauth: OAuth, limiter: RateLimiter): void {
  const limit = (rule: typeof rules.token, address: string): Promise<void> =>
    admit(limiter, commonErrors.tooManyRequests, ofNetworks(address, rule));
  bindEndpoints(binder, oauthEndpoints, {
    resource: async () => oauth.resourceMetadata(),
    resourceAtRoot: async () => oauth.resourceMetadata(),
    server: async () => oauth.serverMetadata(),
    async register({ body, address, reply }) {
      await admit(limiter, commonErrors.tooManyRequests, [
        ...ofNetworks(address, rules.register),
        { rule: rules.registerAll, key: 'instance' },
      ]);
      const registered = await oauth.register(body);
      void reply.code(201);
      return registered;
    },
    authorization: ({ query }) => oauth.authorization(query),
    decide: async ({ scope, body }) => ({ url: await oauth.decide(scope, body) }),
    grants: async ({ scope }) => ({ grants: await oauth.grants(scope) }),
    async end({ scope, params }) {
      await oauth.end(scope, params.id);
      return {};
    },
  });
  // Forms are read here and nowhere else: another site can send one without asking.
  void binder.app.register(async (app) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: longestForm },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    bindEndpoints({ ...binder, app }, oauthFormEndpoints, {
      async token({ body, address }) {
        await limit(rules.token, address);
        return oauth.tokens(body);
      },
      async revoke({ body, address }) {
        await limit(rules.token, address);
        await oauth.revoke(body.token);
        return {};
      },
    });
  });
}
