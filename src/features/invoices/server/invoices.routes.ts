import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { invoicesEndpoints } from '../invoices.contract.ts';
import type { Invoices } from './invoices.usecases.ts';

const { seller, setSeller, file } = invoicesEndpoints;

export function invoicesRoutes(binder: Binder, invoices: Invoices): void {
  bindEndpoints(
    binder,
    { seller, setSeller, file },
    {
      seller: ({ scope }) => invoices.seller(scope),
      async setSeller({ scope, body }) {
        await invoices.setSeller(scope, body);
        return {};
      },
      async file({ scope, params, reply }) {
        const { bytes, fileName } = await invoices.file(scope, params.id);
        await reply
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="${fileName}"`)
          .type('application/pdf')
          .send(bytes);
        return {};
      },
    },
  );
}
