import { defineErrors } from '#shared/errors.ts';

export const repeatedRequestsErrors = defineErrors('repeated-requests', {
  /** The key stands for another request. */
  keyReused: 422,
  /** The first request under the key has no answer yet. */
  notFinished: 409,
});

/** How long an answer is kept. */
export const repeatableHours = 24;
