import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Language } from '#shared/languages.ts';
import type { VisitorIdentity } from '#platform/http/access.ts';
import type { Check, Persona, Scenario, WalletPreset } from '#features/agents/agents-tests.contract.ts';
import type { Simulating } from '#features/conversations/server/simulating/simulating.usecases.ts';
import { paywallErrors } from '#features/paywall/paywall.contract.ts';
import type { HeldAtFirst } from '#features/paywall/server/paywall-presets.usecases.ts';
import type { Checked, SimulatedTurnRecord, TurnSpeech } from '../../simulator-results.contract.ts';
import {
  answerText,
  conversationSteps,
  decide,
  type CheckScope,
  type JudgeWords,
} from '../judging/checks.models.ts';
import { judgeByRules, type Criterion, type Verdict } from '../judging/rule-judge.models.ts';
import type { SpokenLine } from '../speaking/spoken-line.usecases.ts';
import type { ScriptedTurn } from './personas.models.ts';

/** Says what the visitor writes next; null when they are done. The cost is null where the model has no price. */
export type Player = (
  turns: readonly SimulatedTurnRecord[],
) => Promise<{ turn: ScriptedTurn; costMicros: number | null } | null>;
/** Holds answers against a criterion. */
export type Judge = (
  criterion: Criterion,
  turns: readonly SimulatedTurnRecord[],
) => Promise<Verdict & { costMicros: number | null }>;

/** What of a conversation is known so far. */
export type Held = {
  status: 'running' | 'passed' | 'failed' | 'broken';
  turns: SimulatedTurnRecord[];
  checks: Checked[];
  costMicros: number;
  /** What counts towards the limits: as the cost, but asking a model without a known price counts, too. */
  spentMicros: number;
  milliseconds: number;
};

export type ConversationInput = {
  accountId: string;
  agentId: string;
  version: number | null;
  isReading: boolean;
  scenario: Scenario;
  persona: Persona;
  /** What the agent must keep to itself: see `secretsIn`. */
  secrets: ReadonlySet<string>;
  /** What the visitor says; its checks are due even when the conversation ends before. */
  script: readonly ScriptedTurn[];
  player: Player;
  /** Null where the visitor writes. */
  line: SpokenLine | null;
  judge: Judge;
  signal: AbortSignal;
  /** Told after each answer. */
  progress(held: Held): Promise<void>;
};

const heldAtFirst: Record<WalletPreset, HeldAtFirst> = {
  fresh: 'nothing',
  exhausted: 'nothing',
  last: 'last message',
  subscriber: 'unlimited',
  declined: 'nothing',
  refunded: 'refunded pack',
};

/** The rules judge what one argument of a call says. */
const judgeArgument: JudgeWords = (criterion, given) =>
  judgeByRules({ criterion, good: [criterion], bad: [] }, [given]);

/** The script itself, in the words of a persona. */
export const scripted =
  (script: readonly ScriptedTurn[]): Player =>
  async (turns) => {
    const turn = script[turns.length];
    return turn ? { turn, costMicros: 0 } : null;
  };

/** Without a model: by examples and by what a criterion names. */
export const judgedByRules: Judge = async (criterion, turns) => ({
  ...judgeByRules(
    criterion,
    turns.map((turn) => answerText(turn)),
  ),
  costMicros: 0,
});

/** So much counts what was asked of a model whose price nobody knows. */
const unpricedMicros = 2_000;
function spend(held: Held, costMicros: number | null): void {
  held.costMicros += costMicros ?? 0;
  held.spentMicros += costMicros ?? unpricedMicros;
}

/**
 * What could not be answered at all was not tried: an answer that broke off, what failed at the vendor of speech, and a
 * message that was refused, but for the wall, which is a part of what is tried. Where nothing was understood, the vendor
 * was.
 */
function statusOf({ turns, checks }: Held): Held['status'] {
  const isBroken = turns.some(
    ({ answer, refusal, speech }) =>
      speech?.outcome === 'failed' ||
      (answer !== null && answer.status !== 'complete') ||
      (refusal !== null && refusal !== paywallErrors.paymentRequired.code),
  );
  if (isBroken) return 'broken';
  const isHeard = turns.every(({ speech }) => speech?.outcome !== 'nothing');
  return isHeard && checks.every(({ outcome }) => outcome === 'passed') ? 'passed' : 'failed';
}

/** Signs of a passage that are kept: what it is of is told by its title. */
const longestPassage = 300;
/** An answer as it is kept, with the beginnings of what it was made of: a run has thousands of them. */
function kept(answer: SimulatedTurnRecord['answer']): SimulatedTurnRecord['answer'] {
  if (!answer?.trace) return answer;
  const passages = answer.trace.passages.map((passage) => ({
    ...passage,
    text: passage.text.slice(0, longestPassage).toWellFormed(),
  }));
  return { ...answer, trace: { ...answer.trace, passages } };
}

type SaidTurn = {
  record: SimulatedTurnRecord;
  conversationId: string | null;
  isEnded: boolean;
};

/** Holds one simulated conversation, and holds it against what was expected. */
export function createSimulatedConversations({ simulating }: { simulating: Simulating }) {
  async function check(
    held: Held,
    input: ConversationInput,
    checks: readonly Check[],
    turn: number | null,
    effort: CheckScope['effort'],
  ): Promise<void> {
    const before = turn === null || turn === 0 ? undefined : held.turns[turn - 1];
    const scope: CheckScope = {
      turns: turn === null ? held.turns : held.turns.slice(turn, turn + 1),
      chargedBefore: before?.charged ?? 0,
      secrets: input.secrets,
      effort,
    };
    for (const one of checks) {
      // Other people are served between two checks.
      await nextTurn();
      if (one.kind === 'judged') {
        const { costMicros, outcome, rationale } = await input.judge(one, scope.turns);
        spend(held, costMicros);
        held.checks.push({ turn, check: one, outcome, actual: rationale });
      } else held.checks.push({ turn, check: one, ...decide(one, scope, judgeArgument) });
    }
  }

  /** What did not reach the agent: nobody answered. */
  const unheard = (
    { text, isAdded }: ScriptedTurn,
    speech: TurnSpeech,
    before: SimulatedTurnRecord | undefined,
  ): SimulatedTurnRecord => ({
    said: text,
    speech,
    isAdded,
    answer: null,
    refusal: null,
    isUnsure: false,
    handler: before?.handler ?? 'ai',
    charged: before?.charged ?? 0,
    milliseconds: 0,
  });

  async function say(
    visitor: VisitorIdentity,
    conversationId: string | null,
    { text, isAdded }: ScriptedTurn,
    speech: TurnSpeech | null,
    language: Language,
    signal: AbortSignal,
  ): Promise<SaidTurn> {
    const started = performance.now();
    const {
      answer,
      conversationId: at,
      isEnded,
      ...rest
    } = await simulating.say(
      visitor,
      { conversationId, text: speech?.heard ?? text, isSpoken: speech !== null, language },
      signal,
    );
    return {
      conversationId: at ?? conversationId,
      isEnded,
      record: {
        ...rest,
        said: text,
        speech,
        isAdded,
        answer: kept(answer),
        milliseconds: Math.round(performance.now() - started),
      },
    };
  }

  async function talk(visitor: VisitorIdentity, input: ConversationInput, held: Held): Promise<void> {
    const { scenario, signal } = input;
    const effort = { left: conversationSteps };
    let conversationId: string | null = null;
    while (!signal.aborted) {
      const next = await input.player(held.turns);
      if (!next) break;
      spend(held, next.costMicros);
      const speech = (await input.line?.(next.turn.text, scenario.language, signal)) ?? null;
      if (speech) {
        spend(held, speech.costMicros);
        held.milliseconds += speech.sayMs + speech.hearMs;
      }
      const said: SaidTurn =
        speech && speech.outcome !== 'understood'
          ? {
              record: unheard(next.turn, speech, held.turns.at(-1)),
              conversationId,
              isEnded: speech.outcome === 'failed',
            }
          : await say(visitor, conversationId, next.turn, speech, scenario.language, signal);
      conversationId = said.conversationId;
      held.turns.push(said.record);
      held.milliseconds += said.record.milliseconds;
      if (said.record.answer) spend(held, said.record.answer.costMicros);
      await check(held, input, next.turn.checks, held.turns.length - 1, effort);
      await input.progress(held);
      // What is written to a conversation that is over begins another one.
      if (said.isEnded) break;
    }
    if (signal.aborted) return;
    // What was never said can't have been answered rightly.
    for (const [turn, { checks }] of input.script.entries())
      if (turn >= held.turns.length)
        held.checks.push(
          ...checks.map((one): Checked => ({ turn, check: one, outcome: 'unknown', actual: '' })),
        );
    await check(held, input, scenario.checks, null, effort);
  }

  return {
    /** Null where the agent, or the version of it, is gone. */
    async hold(input: ConversationInput): Promise<Held | null> {
      const { accountId, agentId, version, isReading, scenario } = input;
      const visitor = await simulating.begin({
        accountId,
        agentId,
        language: scenario.language,
        simulation: {
          version,
          isReading,
          mocks: Object.fromEntries(scenario.mocks.map(({ tool, result }) => [tool, result])),
          isFreeUsed: scenario.wallet !== 'fresh',
        },
        held: heldAtFirst[scenario.wallet],
      });
      if (!visitor) return null;
      const held: Held = {
        status: 'running',
        turns: [],
        checks: [],
        costMicros: 0,
        spentMicros: 0,
        milliseconds: 0,
      };
      try {
        await talk(visitor, input, held);
        held.status = input.signal.aborted ? 'broken' : statusOf(held);
        return held;
      } finally {
        await simulating.end(visitor);
      }
    },
  };
}

export type SimulatedConversations = ReturnType<typeof createSimulatedConversations>;
