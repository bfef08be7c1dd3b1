import type { Thresholds } from '#features/analytics/server/thresholds/thresholds.usecases.ts';
import { createProgramAsking } from '#features/public-api/server/asking/asking.usecases.ts';
import { createExpanding } from '#features/public-api/server/expanding/expanding.usecases.ts';
import type { PublicApi } from '#features/public-api/server/public-api.routes.ts';
import type { RepeatedRequests } from '#features/repeated-requests/server/repeated-requests.usecases.ts';
import type { AgentServices } from './agent-services.ts';
import type { AnalyticsServices } from './analytics-services.ts';
import type { BaseServices } from './base-services.ts';
import type { ConversationServices } from './conversation-services.ts';
import type { MoneyServices } from './money-services.ts';
import type { PeopleServices } from './people-services.ts';

/** What the public API works by. */
export function createPublicApi(
  { translator }: BaseServices,
  { contacts, contactsTags, contactsTimeline, contactsPrivacy }: PeopleServices,
  { agents, knowledge, qrCodes, functions }: AgentServices,
  { asking, calls, recordings, inbox }: ConversationServices,
  { forms, payments }: MoneyServices,
  { analytics, thresholds }: AnalyticsServices & { thresholds: Thresholds },
  repeated: RepeatedRequests,
): PublicApi {
  return {
    translator,
    repeated,
    ask: createProgramAsking(asking),
    expand: createExpanding({ agents, contacts }),
    agents,
    knowledge,
    qrCodes,
    functions,
    inbox,
    calls,
    recordings,
    contacts,
    contactsTags,
    contactsTimeline,
    contactsPrivacy,
    forms,
    payments,
    analytics,
    thresholds,
  };
}
