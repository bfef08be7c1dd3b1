import type { PartContent } from '#shared/chat/message-parts.ts';
import { createToolRun, type RecordedCall } from '#features/tools/server/calls/calls.usecases.ts';
import type { GatePlace } from '#features/tools/server/requests/gate.usecases.ts';
import type { AgentTool, ToolResult } from '#features/tools/server/tools.usecases.ts';
import { show } from '../message-parts/showing.models.ts';
import type { LiveAnswer } from '../streaming/live-answer.models.ts';
import type { AnswerServices, Question } from './answer.usecases.ts';
import type { Working } from './answer-state.models.ts';

/** Where an answer's calls happen and who pays for them; null where nothing of it is kept. */
const placeOf = ({ turn, agent, paid }: Question): GatePlace | null =>
  turn
    ? {
        accountId: agent.accountId,
        agentId: agent.id,
        conversationId: turn.conversationId,
        visitorId: turn.visitor.visitorId,
        answerId: turn.answerId,
        paid: paid ?? null,
        isPaidAgent: agent.configuration.payment.enabled,
        committed: turn.committed,
      }
    : null;

/**
 * Runs tools for one answer, whoever chooses them: what asks is shown as a card, what runs is told to whoever
 * reads along and stands in the record. `showCard` shows what asks, where not at once; `heard` gets what
 * each call gave.
 */
export function toolRunFor(
  services: Pick<AnswerServices, 'log' | 'toolGates'>,
  { question, live, working }: { question: Question; live: LiveAnswer; working: Working },
  tools: readonly AgentTool[],
  showCard: (card: PartContent) => void = (card) => void show(live, card),
  heard: (call: RecordedCall, result: ToolResult) => void = () => undefined,
) {
  return createToolRun({
    tools,
    gate: services.toolGates.gateFor(placeOf(question), (asked) =>
      showCard({ type: 'approval', ...asked, state: 'waiting' }),
    ),
    signal: live.abort.signal,
    log: services.log,
    told: (name, state, label) =>
      live.emit({ type: 'tool', name, state, ...(label !== undefined && { label }) }),
    before: question.calledBefore ?? [],
    async begins(call) {
      working.trace.tools.push({ ...call, failed: true });
      await question.keepTrace?.(working.trace);
    },
    async recorded(call, result) {
      const { tools: calls } = working.trace;
      // What had begun is the last one: calls run one after the other.
      if (calls.at(-1)?.errorCode === 'lost' && calls.at(-1)?.name === call.name) calls.pop();
      calls.push({ ...call, failed: call.errorCode !== null });
      heard(call, result);
      // Nobody waits for the record of what only looked something up.
      const kept = question.keepTrace?.(working.trace).catch((error: unknown) => {
        services.log.error({ err: error, tool: call.name }, 'the record of a call could not be kept');
      });
      if (call.risk !== 'read') await kept;
    },
  });
}
