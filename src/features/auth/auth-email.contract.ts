import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { authErrors } from './auth.contract.ts';

/** How long the link works by which somebody proves their address, in days. */
export const emailProofDays = 7;

export const authEmailEndpoints = {
  askEmailProof: endpoint({
    method: 'POST',
    path: '/api/user/email-proof',
    access: 'user',
    summary: "Mails a link to the signed-in person's address; following it proves that they read it.",
    response: z.object({
      /** Whether it is proven already; then nothing is mailed. */
      isProven: z.boolean(),
    }),
    errors: [authErrors.tooManyAttempts],
  }),
  proveEmail: endpoint({
    method: 'POST',
    path: '/api/user/email-proof/confirm',
    access: 'user',
    summary: "Proves the signed-in person's address with the token of the mailed link. It is theirs alone.",
    body: z.strictObject({ token: z.string().min(20).max(1_000) }),
    response: z.object({}),
    errors: [authErrors.emailProofInvalid, authErrors.tooManyAttempts],
  }),
} as const;
