import type { PartContent } from '#shared/chat/message-parts.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { ReadyProvider } from '#features/integrations/server/integrations.usecases.ts';
import type { Passage } from '#features/knowledge/server/knowledge.usecases.ts';
import { wantedName } from '#platform/language/tool-requests/requests.ts';
import { builtInTools, toolsAsSet } from '#features/tools/server/built-in/built-in.usecases.ts';
import { mockedTools } from '#features/tools/server/mocking/mocked-tools.usecases.ts';
import {
  failure,
  fieldOf,
  type AgentTool,
  type ToolContext,
  type ToolResult,
  type ToolSource,
} from '#features/tools/server/tools.usecases.ts';
import type { LlmMessage } from '#providers/llm/llm.port.ts';
import type { NumberedPassages } from '../message-parts/citations.models.ts';
import type { KnowsAddress } from '../message-parts/parts.models.ts';
import type { Pictures } from '../message-parts/pictures.usecases.ts';
import { knowsFrom, show, showByTool } from '../message-parts/showing.models.ts';
import { partKindOfTool, showTools } from '../message-parts/tools.models.ts';
import { passagesBlock, searchTool } from '../prompt/prompt.models.ts';
import type { LiveAnswer } from '../streaming/live-answer.models.ts';
import { cardOf } from '../visitors/forms.models.ts';
import type { Question } from './answer.usecases.ts';
import { addPassages, type Working } from './answer-state.models.ts';

/** Milliseconds that a vendor may take to draw a picture. */
const drawingTimeoutMs = 90_000;
const longestQuery = 1_000;
/** Characters of passages that one search gives a model. */
const longestPassages = 40_000;

/** What a model was told, as far as it may show addresses out of it; null where the owner allows no showing. */
export const knowsFor = (question: Question, messages: readonly LlmMessage[]): KnowsAddress | null =>
  question.agent.configuration.dynamic.enabled ? knowsFrom(messages) : null;

/** One answer that is being written, and who chooses its tools. */
type Writing = {
  question: Question;
  live: LiveAnswer;
  working: Working;
  /** The model that writes it; null where tools judge the visitor's words themselves. */
  ready: ReadyProvider | null;
  /** All that the model was told; grows while it answers. */
  messages: readonly LlmMessage[];
  /** Where what sources of tools show waits, to stand behind the words about it; else it is shown at once. */
  later?: PartContent[];
};

/** Adds a part where the text is, or behind what is said of it. */
const shownBy =
  ({ live, later }: Pick<Writing, 'live' | 'later'>) =>
  (content: PartContent): boolean =>
    later ? later.push(content) > 0 : show(live, content);

/** The tools for one answer: what this agent may do for this visitor, and nothing else. */
export function createAnswerTools(
  services: {
    pictures: Pictures;
    clock: Clock;
    log: Logger;
    translator: Pick<Translator, 'text'>;
    toolSources: readonly ToolSource[];
    realtime: Pick<Realtime, 'announce'>;
  },
  retrieve: (question: Question, query: string) => Promise<Passage[]>,
) {
  const search = ({ question, working }: Writing): AgentTool => ({
    ...searchTool,
    longestResult: longestPassages,
    async run(input) {
      const query = fieldOf(input, 'query');
      if (typeof query !== 'string' || query.trim() === '')
        return failure('invalid_arguments', 'Say in “query” what to look for.');
      const numbers = addPassages(working, await retrieve(question, query.slice(0, longestQuery)));
      const found: NumberedPassages = new Map(
        [...working.passages].filter(([number]) => numbers.includes(number)),
      );
      return { content: found.size > 0 ? passagesBlock(found) : 'Nothing was found.' };
    },
  });

  function drawing({ question, working, ready }: Writing): AgentTool | null {
    const { turn } = question;
    const offered =
      ready && services.pictures.offered(question.agent.configuration.ai.imageGeneration, ready);
    if (!turn || !ready || !offered) return null;
    return {
      ...offered,
      title: services.translator.text(question.language, 'tool-answers:title.generate_image'),
      timeoutMs: drawingTimeoutMs,
      recorded: (input) => fieldOf(input, 'prompt'),
      async run(input, signal): Promise<ToolResult> {
        const drawn = await services.pictures.draw(turn, ready, input, working.pictures.length, signal);
        if (drawn.picture) working.pictures.push(drawn.picture);
        working.pictureMicros =
          working.pictureMicros === null || drawn.costMicros === null
            ? null
            : working.pictureMicros + drawn.costMicros;
        return { content: drawn.content };
      },
    };
  }

  const showing = ({ question, live, messages }: Writing): AgentTool[] =>
    showTools.map((tool) => ({
      ...tool,
      isSeen: true,
      // What is shown stands in the conversation.
      recorded: () => null,
      run(input) {
        const knows = knowsFor(question, messages) ?? (() => false);
        const { told, isShown } = showByTool(live, partKindOfTool(tool), input, knows);
        return Promise.resolve(isShown ? { content: told } : failure('refused', told));
      },
    }));

  /** Offers another agent by a button. */
  async function switching({ question, live, later }: Writing): Promise<AgentTool | null> {
    const offered = await question.switching?.offered();
    if (!offered) return null;
    return {
      ...offered,
      isSeen: true,
      async recognise({ text, language }) {
        const name = wantedName(text, (await question.switching?.names()) ?? [], language);
        return name === null ? null : { arguments: { assistant: name }, place: 'instead', priority: 6 };
      },
      async run(input) {
        const other = await question.switching?.named(input);
        if (!other) return failure('invalid_arguments', 'There is no such assistant.');
        shownBy({ live, later })({ type: 'agent', number: other.number, name: other.name });
        return {
          content: 'The visitor sees a button under your answer and decides alone.',
          said: services.translator.text(question.language, 'tool-answers:switch.shown', {
            name: other.name,
          }),
        };
      },
    };
  }

  /** Shows one of the owner's forms. */
  async function forms({ question, live }: Writing): Promise<AgentTool | null> {
    const offered = await question.forms?.tool();
    if (!offered) return null;
    return {
      ...offered,
      isSeen: true,
      async recognise({ text, language }) {
        const form = await question.forms?.wanted(text, language);
        return form ? { arguments: { form: form.formId }, place: 'beside', priority: 1 } : null;
      },
      async run(input) {
        const form = await question.forms?.named(input);
        if (!form) return failure('invalid_arguments', 'There is no such form.');
        return {
          content: show(live, cardOf(form))
            ? 'The visitor sees the form as a card under your answer and decides alone.'
            : 'It is shown already.',
          said: '',
        };
      },
    };
  }

  /** Asks the pages of whoever reads an answer along, in this process and by notice in the others. */
  const askPageOf =
    (live: LiveAnswer, answerId: string): NonNullable<ToolContext['askPage']> =>
    (call) => {
      live.emit({ type: 'page-call', ...call });
      if (!call.isOver)
        services.realtime.announce({
          topic: `answer:${answerId}`,
          data: { pageCall: call.id, pageTool: call.name },
        });
    };

  /** What comes from elsewhere. A source that fails costs the answer nothing but its tools. */
  async function fromSources({ question, live, later }: Writing): Promise<AgentTool[]> {
    const { agent, turn, language } = question;
    const lists = await Promise.all(
      services.toolSources.map((source) =>
        source({
          accountId: agent.accountId,
          agentId: agent.id,
          configuration: agent.configuration,
          conversationId: turn?.conversationId ?? null,
          visitorId: turn?.visitor.visitorId ?? null,
          isPreview: turn?.visitor.isPreview ?? true,
          language,
          show: shownBy({ live, later }),
          facts: question.factsNamed ?? (async () => ({ values: {}, isProven: false })),
          committed: turn?.committed ?? Promise.resolve(),
          // Nobody sits before a simulation or a program.
          askPage:
            turn && !turn.visitor.simulation && !turn.visitor.isByProgram
              ? askPageOf(live, turn.answerId)
              : null,
        }).catch((error: unknown) => {
          services.log.error({ err: error, agentId: agent.id }, 'tools could not be read for an answer');
          return [];
        }),
      ),
    );
    return lists.flat();
  }

  return async function toolsFor(writing: Writing): Promise<AgentTool[]> {
    const { question } = writing;
    const { configuration } = question.agent;
    const { bookingUrl, bookingTitle } = configuration.tools;
    const simulation = question.turn?.visitor.simulation;
    const drawn = drawing(writing);
    const tools = [
      search(writing),
      ...builtInTools({
        now: () => services.clock.now(),
        timeZone: question.visitor?.timeZone ?? null,
        businessZone: question.visitor?.businessZone ?? (async () => null),
        language: question.language,
        text: (key, variables) => services.translator.text(question.language, key, variables),
        booking: { url: bookingUrl, title: bookingTitle },
        show: shownBy(writing),
      }),
      drawn,
      ...(configuration.dynamic.enabled ? showing(writing) : []),
      ...(question.visitor?.tools ?? []),
      await switching(writing),
      await forms(writing),
    ];
    const own = toolsAsSet(
      tools.filter((tool) => tool !== null),
      configuration.tools,
    );
    const names = new Set(own.map(({ name }) => name));
    // A name means one thing; ours come first.
    const others = (await fromSources(writing)).filter(
      ({ name }) => !names.has(name) && Boolean(names.add(name)),
    );
    const all = [...own, ...others];
    // A picture costs money outside, so it is drawn for nobody who is not there.
    return simulation
      ? mockedTools(all, simulation, (tool) => own.includes(tool) && tool.name !== drawn?.name)
      : all;
  };
}

export type AnswerTools = ReturnType<typeof createAnswerTools>;
