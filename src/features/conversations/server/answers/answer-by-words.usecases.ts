import type { PartContent } from '#shared/chat/message-parts.ts';
import type { RecordedCall } from '#features/tools/server/calls/calls.usecases.ts';
import { chooseByWords, type ChosenTool } from '#features/tools/server/words/choosing.usecases.ts';
import type { AgentTool, Recognised, ToolResult } from '#features/tools/server/tools.usecases.ts';
import type { LlmToolCall } from '#providers/llm/llm.port.ts';
import type { LiveAnswer } from '../streaming/live-answer.models.ts';
import type { AnswerServices, Question } from './answer.usecases.ts';
import type { AnswerTools } from './answer-tools.usecases.ts';
import { show } from '../message-parts/showing.models.ts';
import { write, type Working } from './answer-state.models.ts';
import { toolRunFor } from './tool-run.usecases.ts';

/** What the built-in engine says of a call that has no words of its own: a key of its texts. */
function keyOf(call: RecordedCall, result: ToolResult): string {
  if ('error' in result) {
    if (result.error.code === 'timed_out' && call.risk !== 'read') return 'toolUnknown';
    if (result.error.code === 'lost') return 'toolUnknown';
    if (result.error.code === 'limit_reached') return 'toolLimit';
    return result.error.code === 'needs_approval' ? 'toolDeclined' : 'toolFailed';
  }
  if (result.waitsFor === undefined) return 'toolDone';
  return { visitor: 'toolAsks', team: 'toolAsksTeam', 'the first': 'toolAsked' }[result.waitsFor];
}

/** What an answer's tools are asked for by the visitor's own words. */
export type ByWords = {
  /** Runs what somebody said yes to, and what the words certainly ask for; whether that was the answer. */
  instead(): Promise<boolean>;
  /** Whether something is shown beside an answer, so that this one is not for nothing. */
  shows: boolean;
  /** Whether a tool may know what knowledge has no sure answer to. */
  knowsOtherwise: boolean;
  /** Runs it; false where there is none. */
  otherwise(): Promise<boolean>;
  /** Runs what is asked for beside an answer. */
  beside(): Promise<void>;
};

/** Lets the tools themselves judge what a visitor asks for, where no model can call them. */
export function createAnswersByWords(
  services: Pick<AnswerServices, 'log' | 'toolGates' | 'translator'>,
  toolsFor: AnswerTools,
) {
  return async function byWords(question: Question, live: LiveAnswer, working: Working): Promise<ByWords> {
    const later: PartContent[] = [];
    const tools: AgentTool[] = await toolsFor({
      question,
      live,
      working,
      ready: null,
      messages: [],
      later,
    });
    const showLater = (): void => {
      for (const content of later.splice(0)) show(live, content);
    };
    const ask = (card: PartContent): void => void later.push(card);
    const run = toolRunFor(services, { question, live, working }, tools, ask, (call, result) => {
      // What is done beside an answer, and says nothing of its own, is seen.
      if (!('error' in result) && result.said === '') return showLater();
      const said =
        result.said ?? services.translator.text(question.language, `built-in:${keyOf(call, result)}`);
      write(live, working, live.text === '' ? said : `\n\n${said}`);
      showLater();
    });
    const { text, language, history } = question;
    const lastCalls = question.lastCalls ?? (async () => []);
    const chosen = await chooseByWords(
      tools,
      { text, language, history, lastCalls, signal: live.abort.signal },
      services.log,
    );
    const first = (place: Recognised['place']): ChosenTool | null =>
      chosen.find(({ recognised }) => recognised.place === place) ?? null;

    async function runChosen(one: ChosenTool | null): Promise<boolean> {
      if (!one || live.abort.signal.aborted) return false;
      const call: LlmToolCall = {
        id: 'words',
        name: one.tool.name,
        arguments: { kind: 'json', value: one.recognised.arguments },
      };
      await run.run([call]);
      return true;
    }

    return {
      async instead() {
        const approved = await run.runApproved();
        return approved.length > 0 || (await runChosen(first('instead')));
      },
      shows: first('beside')?.tool.isSeen === true,
      knowsOtherwise: first('otherwise') !== null,
      otherwise: () => runChosen(first('otherwise')),
      beside: async () => void (await runChosen(first('beside'))),
    };
  };
}
