import { createHash, createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { SafeFetchCall } from '#platform/safe-fetch/safe-fetch.ts';
import type { FunctionAuth } from '../../custom-functions-definition.contract.ts';

/** The other side gave no token; `detail` is for the owner. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly detail: string;
  constructor(detail: string) {
    super(detail);
    this.detail = detail;
  }
}

export type Outgoing = {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: string | null;
};

const tokenAnswer = z.object({
  access_token: z.string().min(1).max(10_000),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
});

/** Adds to a call what proves who calls. */
export function createFunctionAuth(services: { safeFetch: SafeFetchCall; now(): Date }) {
  /** Tokens by what they were asked for with; they are kept in memory and nowhere else. */
  const tokens = new LRUCache<string, { token: string; until: number }>({ max: 1_000 });

  const keyOf = (auth: Extract<FunctionAuth, { type: 'oauth2' }>, secret: string): string =>
    createHash('sha256')
      .update(JSON.stringify([auth.tokenUrl, auth.clientId, auth.scope, secret]))
      .digest('hex');

  async function askForToken(
    auth: Extract<FunctionAuth, { type: 'oauth2' }>,
    secret: string,
    signal: AbortSignal,
  ): Promise<{ token: string; until: number }> {
    const ask = (inBody: boolean) =>
      services.safeFetch(auth.tokenUrl, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
          ...(!inBody && {
            authorization: `Basic ${Buffer.from(`${encodeURIComponent(auth.clientId)}:${encodeURIComponent(secret)}`).toString('base64')}`,
          }),
        },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          ...(auth.scope && { scope: auth.scope }),
          ...(inBody && { client_id: auth.clientId, client_secret: secret }),
        }).toString(),
        maxBytes: 100_000,
        timeoutMs: 15_000,
        signal,
      });
    let answer = await ask(false);
    // Some servers read the client's secret in the body only.
    if (answer.status === 400 || answer.status === 401) answer = await ask(true);
    if (answer.status !== 200) throw new AuthError(`HTTP ${answer.status}`);
    let value: unknown;
    try {
      value = JSON.parse(answer.body.toString('utf8'));
    } catch {
      throw new AuthError('no JSON');
    }
    const read = tokenAnswer.safeParse(value);
    if (!read.success) throw new AuthError('no access_token');
    const seconds = Math.min(read.data.expires_in ?? 300, 86_400);
    return {
      token: read.data.access_token,
      until: services.now().getTime() + Math.max(1, seconds - 30) * 1_000,
    };
  }

  /**
   * The call with its proof, and all that is secret in it. `isAgain`: the last token was refused, so another
   * one is asked for.
   */
  async function sign(
    call: Outgoing,
    auth: FunctionAuth,
    secret: string,
    { signal, isAgain = false }: { signal: AbortSignal; isAgain?: boolean },
  ): Promise<{ call: Outgoing; secrets: string[] }> {
    const withHeader = (name: string, value: string, secrets = [secret]) => ({
      call: { ...call, headers: { ...call.headers, [name.toLowerCase()]: value } },
      secrets,
    });
    switch (auth.type) {
      case 'none':
        return { call, secrets: [] };
      case 'bearer':
        return withHeader('authorization', `Bearer ${secret}`);
      case 'basic': {
        const encoded = Buffer.from(`${auth.user}:${secret}`).toString('base64');
        return withHeader('authorization', `Basic ${encoded}`, [secret, encoded]);
      }
      case 'header':
        return withHeader(auth.name, secret);
      case 'query': {
        const url = new URL(call.url);
        url.searchParams.set(auth.name, secret);
        return {
          call: { ...call, url },
          secrets: [secret, new URLSearchParams({ k: secret }).toString().slice(2)],
        };
      }
      case 'oauth2': {
        const key = keyOf(auth, secret);
        let known = isAgain ? undefined : tokens.get(key);
        if (!known || known.until <= services.now().getTime()) {
          known = await askForToken(auth, secret, signal);
          tokens.set(key, known);
        }
        return withHeader('authorization', `Bearer ${known.token}`, [secret, known.token]);
      }
      case 'hmac': {
        const time = String(Math.floor(services.now().getTime() / 1_000));
        const signed = auth.timestampHeader ? `${time}.${call.body ?? ''}` : (call.body ?? '');
        const signature = createHmac(auth.algorithm, secret).update(signed).digest(auth.encoding);
        return {
          call: {
            ...call,
            headers: {
              ...call.headers,
              ...(auth.timestampHeader && { [auth.timestampHeader.toLowerCase()]: time }),
              [auth.header.toLowerCase()]: `${auth.prefix}${signature}`,
            },
          },
          secrets: [secret],
        };
      }
    }
  }

  return { sign };
}

export type FunctionAuthentication = ReturnType<typeof createFunctionAuth>;
