import { createHash } from 'node:crypto';
import type { FormSender } from './submission-row.models.ts';

/** Who sends a form: known again by the cookie, or else by address and browser. Only a hash of it is kept. */
export function formSender(facts: {
  cookie: string | undefined;
  address: string;
  userAgent: string;
  device: string | null;
  language: string | null;
}): FormSender {
  const mark =
    facts.cookie && /^[0-9a-f]{32}$/.test(facts.cookie)
      ? facts.cookie
      : `${facts.address} ${facts.userAgent}`;
  return {
    onceKey: createHash('sha256').update(mark).digest('hex').slice(0, 32),
    device: facts.device,
    language: facts.language,
  };
}
