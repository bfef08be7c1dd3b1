import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { timezoneOf } from '#platform/http/time-zone.ts';
import { sendPrivate } from '#platform/http/send-private.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import {
  clonedVoicesEndpoints,
  clonedVoicesErrors,
  mostConsentBytes,
  mostSampleBytes,
} from '../cloned-voices.contract.ts';
import type { ClonedVoices } from './cloned-voices.usecases.ts';

/** Each consent is paid at a vendor, and each try to copy a voice takes one's time. */
const rules = {
  begun: { name: 'cloned-voices-begun', limit: 30, windowSeconds: 3_600 },
  consent: { name: 'cloned-voices-consent', limit: 20, windowSeconds: 3_600 },
  sample: { name: 'cloned-voices-sample', limit: 10, windowSeconds: 3_600 },
} as const satisfies Record<string, RateRule>;

export function clonedVoicesRoutes(
  binder: Binder,
  usecases: ClonedVoices,
  limiter: RateLimiter,
  clock: Clock,
): void {
  const within = (rule: RateRule, accountId: string) =>
    admit(limiter, clonedVoicesErrors.tooOften, [{ rule, key: accountId }]);
  bindEndpoints(binder, clonedVoicesEndpoints, {
    list: ({ scope }) => usecases.list(scope),
    async begin({ scope, body, request }) {
      await within(rules.begun, scope.accountId);
      // The day is the one of whoever reads it aloud.
      const parts = { timeZone: timezoneOf(request) ?? 'UTC', dateStyle: 'short' } as const;
      return usecases.begin(scope, body, new Intl.DateTimeFormat('sv', parts).format(clock.now()));
    },
    async consent({ scope, params, request }) {
      const { bytes } = await uploadedFile(request, {
        admit: async () => {
          await usecases.check(scope, params.id, ['consent']);
          await within(rules.consent, scope.accountId);
        },
        missing: clonedVoicesErrors.missing,
        maxBytes: mostConsentBytes,
      });
      return usecases.agree(scope, params.id, bytes);
    },
    async sample({ scope, params, request }) {
      const { bytes } = await uploadedFile(request, {
        admit: async () => {
          await usecases.check(scope, params.id, ['sample', 'failed']);
          await within(rules.sample, scope.accountId);
        },
        missing: clonedVoicesErrors.missing,
        maxBytes: mostSampleBytes,
      });
      return usecases.copy(scope, params.id, bytes);
    },
    async retry({ scope, params }) {
      await within(rules.sample, scope.accountId);
      return usecases.retry(scope, params.id);
    },
    async heardConsent({ scope, params, reply }) {
      const bytes = await usecases.consentOf(scope, params.id);
      await sendPrivate(reply, 'audio/wav', bytes);
      return {};
    },
    async remove({ scope, params, query }) {
      await usecases.remove(scope, params.id, query.onlyHere === 'yes');
      return {};
    },
  });
}
