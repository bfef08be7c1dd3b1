import type { SecretBox } from './secret-box.ts';

/**
 * Short signed tokens: `<base64url JSON>.<signature>`. Each kind has its own purpose, so a token of one kind
 * is worthless to the consumer of another.
 */
export type TokenKind<T> = {
  purpose: string;
  parse(value: unknown): T | null;
};

/** @param expiresAt milliseconds since the epoch, or null for a token that never expires. */
export function mintToken<T extends object>(
  box: SecretBox,
  kind: TokenKind<T>,
  payload: T,
  expiresAt: number | null,
): string {
  const body = Buffer.from(
    JSON.stringify(expiresAt === null ? payload : { ...payload, exp: expiresAt }),
  ).toString('base64url');
  return `${body}.${box.sign(kind.purpose, body)}`;
}

/** The payload, or null when the token is malformed, forged, of another kind or expired. */
export function readToken<T extends object>(
  box: SecretBox,
  kind: TokenKind<T>,
  token: string,
  now: number,
): T | null {
  if (token.length > 4_000) return null;
  const [body, signature, ...rest] = token.split('.');
  if (!body || !signature || rest.length > 0 || !box.verify(kind.purpose, body, signature)) return null;
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const expires = 'exp' in value ? value.exp : null;
  if (expires !== null && (typeof expires !== 'number' || expires <= now)) return null;
  return kind.parse(value);
}
