import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { authEmailEndpoints } from '../auth-email.contract.ts';
import type { EmailProof } from './auth-email.usecases.ts';

export function authEmailRoutes(binder: Binder, emailProof: EmailProof): void {
  bindEndpoints(binder, authEmailEndpoints, {
    askEmailProof: ({ user }) => emailProof.ask(user),
    async proveEmail({ user, body }) {
      await emailProof.confirm(user.userId, body.token);
      return {};
    },
  });
}
