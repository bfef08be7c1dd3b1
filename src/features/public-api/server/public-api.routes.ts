import type { z } from 'zod';
import type { Access, Endpoint, Method } from '#shared/endpoint.ts';
import type { AccountScope, Program } from '#platform/http/access.ts';
import { bindEndpoints, type Binder, type Handlers } from '#platform/http/bind.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Thresholds } from '#features/analytics/server/thresholds/thresholds.usecases.ts';
import type { Analytics } from '#features/analytics/server/analytics.usecases.ts';
import type { AgentsUsecases } from '#features/agents/server/agents.usecases.ts';
import type { AgentsLifecycle } from '#features/agents/server/lifecycle/lifecycle.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { Recordings } from '#features/calls/server/recordings/recordings.usecases.ts';
import type { Calls } from '#features/calls/server/calls.usecases.ts';
import type { ContactsPrivacy } from '#features/contacts/server/erasure/erasure.usecases.ts';
import type { ContactsTags } from '#features/contacts/server/record/tags.usecases.ts';
import type { ContactsTimeline } from '#features/contacts/server/record/timeline.usecases.ts';
import type { ContactsUsecases } from '#features/contacts/server/contacts.usecases.ts';
import type { FunctionsUsecases } from '#features/custom-functions/server/custom-functions.usecases.ts';
import type { FormsUsecases } from '#features/forms/server/forms.usecases.ts';
import type { Submissions } from '#features/forms/server/submissions/submissions.usecases.ts';
import type { InboxUsecases } from '#features/inbox/server/inbox.usecases.ts';
import type { KnowledgeUsecases } from '#features/knowledge/server/knowledge.usecases.ts';
import type { PaymentsUsecases } from '#features/payments/server/payments.usecases.ts';
import type { QrCodesUsecases } from '#features/qr-codes/server/qr-codes.usecases.ts';
import type { RepeatedRequests } from '#features/repeated-requests/server/repeated-requests.usecases.ts';
import type { ProgramAsking } from './asking/asking.usecases.ts';
import type { Expand } from './expanding/expanding.usecases.ts';
import { programScopes } from '#features/api-keys/api-keys-account.contract.ts';
import { publicApiEndpoints } from '../public-api.contract.ts';

/** What the public API works by: the use cases of the screens. */
export type PublicApi = {
  translator: Pick<Translator, 'text'>;
  repeated: Pick<RepeatedRequests, 'note'>;
  ask: ProgramAsking;
  expand: Expand;
  agents: AgentsUsecases & AgentsLifecycle;
  knowledge: KnowledgeUsecases;
  qrCodes: QrCodesUsecases;
  inbox: InboxUsecases;
  calls: Pick<Calls, 'list'>;
  recordings: Pick<Recordings, 'sound' | 'captions'>;
  contacts: ContactsUsecases;
  contactsTags: ContactsTags;
  contactsTimeline: ContactsTimeline;
  contactsPrivacy: ContactsPrivacy;
  forms: { owners: FormsUsecases; submissions: Submissions };
  payments: Pick<PaymentsUsecases, 'records' | 'refunds'>;
  functions: FunctionsUsecases;
  analytics: Pick<Analytics, 'overview' | 'agents' | 'engagement' | 'breakdown' | 'live' | 'events'>;
  thresholds: Pick<Thresholds, 'list'>;
};

type AnyEndpoint = Endpoint<Method, string, z.ZodType, z.ZodType, z.ZodType, z.ZodType, Access>;
type AnyHandler = (call: { scope: AccountScope; program: Program }) => Promise<unknown>;

/** Binds endpoints of programs; what they write is written down with the program's name. */
export function bindWriting<C extends Record<string, AnyEndpoint>>(
  binder: Binder,
  contract: C,
  handlers: Handlers<C>,
): void {
  const noted = Object.entries(contract).map(([key, { method, name }]) => {
    const handler = handlers[key as keyof C] as unknown as AnyHandler;
    if (method === 'GET' || name === undefined || isReading(name)) return [key, handler];
    const writing: AnyHandler = async (call) => {
      const answer = await handler(call);
      const { scope, program } = call;
      await scope.run((tx) =>
        writeAudit(tx, scope, 'keys.wrote', {
          id: program.id,
          name: program.name,
          details: { to: name },
        }),
      );
      return answer;
    };
    return [key, writing];
  });
  bindEndpoints(binder, contract, Object.fromEntries(noted) as Handlers<C>);
}

/** Questions and searches are sent in a body, and change nothing of the account's. */
const isReading = (name: string): boolean => /\.(search|ask|askStream)$/.test(name);

/** Who calls. */
export function publicApiRoutes(binder: Binder): void {
  bindEndpoints(binder, publicApiEndpoints, {
    me: async ({ scope, program }) => ({
      id: program.id,
      kind: program.kind,
      name: program.name,
      scopes: programScopes.filter((name) => program.scopes.includes(name)),
      agentIds: program.agentIds === null ? null : [...program.agentIds],
      isTest: program.isTest,
      account: { id: program.accountId },
      member: { id: scope.userId, role: scope.role },
    }),
  });
}
