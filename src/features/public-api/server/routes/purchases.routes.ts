import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import type { AccountScope, Program } from '#platform/http/access.ts';
import type { Binder } from '#platform/http/bind.ts';
import { paymentsErrors } from '#features/payments/payments.contract.ts';
import { publicPurchasesEndpoints } from '../../public-api-purchases.contract.ts';
import { bindWriting, type PublicApi } from '../public-api.routes.ts';

/** What people bought. */
export function publicPurchasesRoutes(binder: Binder, { payments, expand }: PublicApi): void {
  const { records, refunds } = payments;

  /** A test key sees and moves test money only. */
  async function find(scope: AccountScope, program: Program, id: string) {
    const row = await records.find(scope, id);
    if (program.isTest && !row.isTest) throw new AppError(paymentsErrors.purchaseNotFound);
    return row;
  }

  bindWriting(binder, publicPurchasesEndpoints, {
    async list({ scope, program, query: { cursor, expand: names, ...query } }) {
      const { purchases, next } = await records.list(scope, {
        ...query,
        before: cursor,
        test: program.isTest ? 'true' : 'false',
      });
      return { data: await expand({ scope, program }, names, purchases), nextCursor: next };
    },
    async get({ scope, program, params, query }) {
      await find(scope, program, params.id);
      const { purchase, payments: paid } = await records.one(scope, params.id);
      const [found] = await expand({ scope, program }, query.expand, [purchase]);
      if (!found) throw new AppError(paymentsErrors.purchaseNotFound);
      return { ...found, payments: paid };
    },
    async refund({ scope, program, params, body }) {
      const row = await find(scope, program, params.id);
      await refunds.refund(scope, row, { ...body, key: randomUUID() });
      return records.presentOne(scope, params.id);
    },
    async cancel({ scope, program, params, body }) {
      await refunds.cancel(await find(scope, program, params.id), body.isEnding);
      return records.presentOne(scope, params.id);
    },
  });
}
