import type { SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database } from '#platform/database/database.ts';
import { failure, type AgentTool, type ToolContext } from '#features/tools/server/tools.usecases.ts';
import type { Parameters } from '../custom-functions-definition.contract.ts';
import { jsonSchemaOf, readArguments } from './calling/arguments.models.ts';
import type { FunctionRuns } from './calling/runs.usecases.ts';
import { factsOf } from './custom-functions-checks.models.ts';
import { functionsRepository, type FunctionRow } from './custom-functions.repository.ts';
import { secretOwner } from './custom-functions.usecases.ts';
import type { PageCalls } from './page-calls/page-calls.usecases.ts';

/** The facts that a function asks for, by the server and for this visitor alone. */
async function factsFor(row: FunctionRow, context: ToolContext): Promise<Record<string, string>> {
  const asked = factsOf(row.definition);
  if (asked.length === 0) return {};
  const proven = (name: string): string => name.replace(/^verified\./, 'contact.');
  const own: Record<string, string> = {
    'visitor.id': context.visitorId ?? '',
    'visitor.language': context.language,
    'conversation.id': context.conversationId ?? '',
  };
  const { values, isProven } = await context.facts(asked.filter((name) => !(name in own)).map(proven));
  return Object.fromEntries(
    asked.map((name) => {
      if (name in own) return [name, own[name] ?? ''];
      // What a visitor typed about themselves proves nothing.
      if (name.startsWith('verified.') && !isProven) return [name, ''];
      return [name, values[proven(name)] ?? ''];
    }),
  );
}

/** The functions of its account that an agent may call. */
export function createFunctionsSource(services: {
  database: Database;
  box: SecretBox;
  runs: FunctionRuns;
  pageCalls: Pick<PageCalls, 'ask'>;
}) {
  return async function functionsFor(context: ToolContext): Promise<AgentTool[]> {
    const ids = context.configuration.functions.enabled;
    if (ids.length === 0) return [];
    const rows = await services.database.account(context.accountId, (tx) =>
      functionsRepository(tx).byIds(ids),
    );
    return rows
      .filter(({ isEnabled }) => isEnabled)
      .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
      .map((row): AgentTool => {
        const { definition } = row;
        return {
          name: definition.name,
          title: definition.label,
          description: definition.description,
          parameters: jsonSchemaOf(definition.parameters as Parameters),
          risk: definition.risk,
          approver: definition.approver,
          // Also one that was stored with a price: whether a page did it is known to the visitor's page alone.
          messageCost: definition.kind === 'client' ? 0 : definition.messageCost,
          check(given) {
            const read = readArguments(definition.parameters as Parameters, given);
            return 'problem' in read ? failure('invalid_arguments', read.problem) : null;
          },
          timeoutMs: definition.timeoutMs,
          // What it gives is cut before it is fenced.
          longestResult: Number.POSITIVE_INFINITY,
          ...(definition.perConversation > 0 && { limits: { perConversation: definition.perConversation } }),
          ...(definition.progressText && { progressText: definition.progressText }),
          async run(given, signal) {
            const { result } = await services.runs.run({
              accountId: row.accountId,
              definition,
              secret: row.sealedSecret ? services.box.open(row.sealedSecret, secretOwner(row)) : '',
              given,
              facts: await factsFor(row, context),
              isMocked: false,
              inPage: (client, values) => services.pageCalls.ask(client, values, context, signal),
              signal,
            });
            return result;
          },
        };
      });
  };
}
