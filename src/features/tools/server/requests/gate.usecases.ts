import { newId } from '#shared/ids.ts';
import { shownLine } from '#shared/text/shown-words.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import {
  endToolMessages,
  reserveToolMessages,
  type PaywallTerms,
} from '#features/paywall/server/paywall-tools.usecases.ts';
import { failure, type AgentTool, type ToolResult } from '../tools.usecases.ts';
import { detailsOf, type RequestDetail } from './details.models.ts';
import { toolRequestsRepository, type ToolRequestRow } from './requests.repository.ts';

/** Somebody has so long to say yes, and what they said yes to is done within it. */
const requestMinutes = 60;
/** After so long nobody hears any more how a call ended. */
const lostMinutes = 5;

/** Whose answer calls a tool; null where nothing of it is kept. */
export type GatePlace = {
  accountId: string;
  agentId: string;
  conversationId: string;
  visitorId: string;
  answerId: string;
  /** What a message takes of the visitor's; null where nothing is paid for. */
  paid: PaywallTerms | null;
  /** Whether the agent takes messages at all; an answer that the team began takes none of an agent that does. */
  isPaidAgent: boolean;
  /** Resolves once the conversation is stored. */
  committed: Promise<unknown>;
};

/** What a visitor or a colleague is asked. */
export type AskedFor = {
  id: string;
  title: string;
  details: RequestDetail[];
  /** Messages that it takes besides the answer's own. */
  cost: number;
  approver: 'visitor' | 'team';
};

/** A call that somebody said yes to; `finish` or `breakOff` is called once. */
export type ApprovedCall = {
  id: string;
  name: string;
  arguments: unknown;
  /** Why it is not run after all; null to run it. */
  refusal: ToolResult | null;
  /** Keeps what came of it. */
  finish(result: ToolResult): Promise<void>;
  /** The answer was broken off: how a call ended that had gone out is not known, and it is paid for. */
  breakOff(hasGoneOut: boolean): Promise<void>;
};

/** What stands between a model's wish to act and the act. */
export type ToolGate = {
  /** Before a call: null lets it run, else what the model reads instead. */
  admit(tool: AgentTool, input: unknown): Promise<ToolResult | null>;
  /**
   * What was said yes to since the last answer, each once for all answers and processes. Each is taken when it
   * is asked for: what nobody asks for waits for the next answer.
   */
  approved(tools: readonly AgentTool[]): AsyncIterable<ApprovedCall>;
};

const told = {
  visitor:
    'The visitor now sees a card under your answer and decides there. Say in one sentence what they are asked. It is not done; do not say that it is.',
  team: "The business's own people are asked and decide. Say so in one sentence, without saying when. It is not done; do not say that it is.",
  already: 'It is being asked already. Wait for the decision; it is not done.',
};

/** Asks before what needs a yes, counts what is limited, and takes what costs messages. */
export function createToolGates(services: { database: Database; clock: Clock }) {
  const { database, clock } = services;

  function gateFor(place: GatePlace | null, show: (asked: AskedFor) => void): ToolGate {
    const whoSaysYes = (tool: AgentTool): AskedFor['approver'] | null => {
      if (tool.risk === 'approval') return tool.approver ?? 'visitor';
      return (tool.messageCost ?? 0) > 0 && place?.paid ? 'visitor' : null;
    };

    async function ask(
      own: GatePlace,
      tool: AgentTool,
      input: unknown,
      approver: AskedFor['approver'],
    ): Promise<ToolResult> {
      const problem = (await tool.check?.(input)) ?? null;
      if (problem) return problem;
      await own.committed;
      const now = clock.now();
      // Colleagues decide for the business, which pays.
      const cost = approver === 'visitor' && own.paid ? (tool.messageCost ?? 0) : 0;
      const row: ToolRequestRow = {
        id: newId('tlr'),
        accountId: own.accountId,
        agentId: own.agentId,
        conversationId: own.conversationId,
        answerId: own.answerId,
        tool: tool.name,
        arguments: input ?? {},
        approver,
        messageCost: cost,
        state: 'waiting',
        errorCode: null,
        decidedBy: null,
        decidedAt: null,
        startedAt: null,
        expiresAt: new Date(now.getTime() + requestMinutes * 60_000),
        createdAt: now,
      };
      const isNew = await database.account(own.accountId, async (tx) => {
        const repository = toolRequestsRepository(tx);
        if (await repository.isWaiting(row, now)) return false;
        await repository.insert(row);
        return true;
      });
      if (!isNew) return { content: told.already, waitsFor: 'the first' };
      // The title may come from outside, from a server that gives tools.
      const title = shownLine(tool.title, 120) || tool.name;
      show({ id: row.id, title, details: detailsOf(input), cost, approver });
      return { content: told[approver], waitsFor: approver };
    }

    async function takeUse(own: GatePlace, tool: AgentTool): Promise<ToolResult | null> {
      const { limits } = tool;
      if (!limits) return null;
      await own.committed;
      const isLeft = await database.account(own.accountId, (tx) =>
        toolRequestsRepository(tx).takeUse(own, tool.name, limits.perConversation),
      );
      return isLeft
        ? null
        : failure('limit_reached', 'It may not be used again in this conversation. Go on without it.');
    }

    /** Holds the messages that a call costs; the refusal where there are too few. */
    async function reserve(own: GatePlace, row: ToolRequestRow): Promise<ToolResult | null> {
      if (row.messageCost === 0 || !own.paid) return null;
      const { paid } = own;
      const isHeld = await reserveToolMessages(database, {
        ...own,
        requestId: row.id,
        messages: row.messageCost,
        terms: paid,
        now: clock.now(),
      });
      return isHeld
        ? null
        : failure('refused', 'The visitor has too few messages left for it. Nothing was taken. Say so.');
    }

    async function claim(own: GatePlace): Promise<ToolRequestRow | null> {
      const now = clock.now();
      return database.account(own.accountId, async (tx) => {
        const row = await toolRequestsRepository(tx).claim(own.conversationId, {
          now,
          lostBefore: new Date(now.getTime() - lostMinutes * 60_000),
          canTake: own.paid !== null || !own.isPaidAgent,
        });
        // Whoever calls it lost lets go of what is still held for it: its own end, should it come, takes nothing.
        if (row?.errorCode === 'lost' && row.messageCost > 0)
          await endToolMessages(tx, row.id, row.messageCost, false, now);
        return row;
      });
    }

    /** Why a claimed call is not run; null to run it. */
    async function refusalOf(
      own: GatePlace,
      tools: readonly AgentTool[],
      row: ToolRequestRow,
    ): Promise<ToolResult | null> {
      if (row.errorCode === 'declined')
        return failure(
          'needs_approval',
          "The business's own people said no to it. It was not done. Say so kindly.",
        );
      if (row.errorCode === 'not_begun')
        return failure('failed', 'It was broken off before it began. It was not done. Say so.');
      if (row.state === 'failed')
        return failure('failed', 'It broke off. Whether it was done is not known. Say so honestly.');
      const tool = tools.find(({ name }) => name === row.tool);
      return tool
        ? ((await takeUse(own, tool)) ?? (await reserve(own, row)))
        : failure('unknown_tool', 'There is no such tool any more. It was not done. Say so.');
    }

    function approvedCall(own: GatePlace, row: ToolRequestRow, refusal: ToolResult | null): ApprovedCall {
      /** What is held goes the way of the call, for the one who ended it. */
      const end = (isDelivered: boolean, keep: (tx: Transaction) => Promise<boolean>): Promise<void> =>
        database.account(own.accountId, async (tx) => {
          if ((await keep(tx)) && row.messageCost > 0)
            await endToolMessages(tx, row.id, row.messageCost, isDelivered, clock.now());
        });
      return {
        id: row.id,
        name: row.tool,
        arguments: row.arguments,
        refusal,
        finish(result) {
          const error = 'error' in result ? result.error : null;
          return end(error === null, (tx) =>
            toolRequestsRepository(tx).end(row.id, error ? 'failed' : 'done', error?.code ?? null),
          );
        },
        breakOff: (hasGoneOut) =>
          end(hasGoneOut, (tx) =>
            toolRequestsRepository(tx).breakOff(row.id, hasGoneOut ? 'lost' : 'not_begun'),
          ),
      };
    }

    return {
      async admit(tool, input) {
        if (!place)
          return (tool.risk ?? 'read') === 'read'
            ? null
            : failure('refused', 'Nothing is done here: this answer is a trial.');
        const approver = whoSaysYes(tool);
        // Nobody would ever pay for what is asked for here.
        if ((tool.messageCost ?? 0) > 0 && place.isPaidAgent && !place.paid && approver !== 'team')
          return failure(
            'refused',
            'It takes messages of the visitor, and this answer, which the team began, may take none. It was not done and nobody was asked. Tell the visitor that they can ask you for it themselves.',
          );
        return approver ? ask(place, tool, input, approver) : takeUse(place, tool);
      },

      async *approved(tools) {
        // An answer waits for nothing where none of its tools ever asks.
        if (!place || tools.every((tool) => whoSaysYes(tool) === null)) return;
        await place.committed;
        for (let row = await claim(place); row !== null; row = await claim(place))
          yield approvedCall(place, row, await refusalOf(place, tools, row));
      },
    };
  }

  return { gateFor };
}

export type ToolGates = ReturnType<typeof createToolGates>;
