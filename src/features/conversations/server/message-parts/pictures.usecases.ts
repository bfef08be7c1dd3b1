import type { Logger } from '#platform/log/logger.ts';
import type { RateLimiter, RateRule } from '#platform/rate-limit/rate-limit.ts';
import type { ReadyProvider } from '#features/integrations/server/integrations.usecases.ts';
import { fieldOf } from '#features/tools/server/tools.usecases.ts';
import { LlmError, type LlmTool } from '#providers/llm/llm.port.ts';
import type { AttachmentsUsecases, Turn } from '../attachments/attachments.usecases.ts';
import type { StoredAttachment } from '../attachments/attachments.table.ts';

export const pictureTool: LlmTool = {
  name: 'generate_image',
  description:
    'Draws one picture and shows it to the visitor below your answer. Use it only when the visitor asks for a picture. Say in a few words what you drew; never write its address or markup.',
  parameters: {
    type: 'object',
    properties: {
      prompt: { type: 'string', description: 'What to draw, in detail, without names of living people.' },
      alt: {
        type: 'string',
        description:
          "What the picture shows, in one short sentence in the visitor's language, for those who can not see it.",
      },
    },
    required: ['prompt', 'alt'],
    additionalProperties: false,
  },
};

const longestPrompt = 1_500;
const longestAlt = 90;
const mostPictures = 2;
const perVisitor: RateRule = { name: 'pictures-visitor', limit: 12, windowSeconds: 86_400 };
/** Visitors of one agent leave the account's others theirs. */
const perAgent: RateRule = { name: 'pictures-agent', limit: 150, windowSeconds: 86_400 };
const perAccount: RateRule = { name: 'pictures-account', limit: 300, windowSeconds: 86_400 };

/**
 * What came of one wish: `content` is what the model reads, `costMicros` is what it cost whoever's key it
 * was.
 */
export type DrawnPicture = {
  content: string;
  picture: StoredAttachment | null;
  costMicros: number | null;
};

/** Draws pictures for one answer after another, within what a visitor and an account may have in a day. */
export function createPictures(services: {
  attachments: Pick<AttachmentsUsecases, 'keepPicture'>;
  limiter: RateLimiter;
  log: Logger;
}) {
  return {
    /** The tool, when the agent may draw and its provider can. */
    offered: (isOn: boolean, ready: ReadyProvider): LlmTool | null =>
      isOn && ready.imageModel && ready.provider.generateImage ? pictureTool : null,

    async draw(
      turn: Turn,
      ready: ReadyProvider,
      input: unknown,
      sofar: number,
      signal: AbortSignal,
    ): Promise<DrawnPicture> {
      const refused = (content: string): DrawnPicture => ({ content, picture: null, costMicros: 0 });
      const [wanted, described] = [fieldOf(input, 'prompt'), fieldOf(input, 'alt')];
      const prompt = typeof wanted === 'string' ? wanted.trim().slice(0, longestPrompt) : '';
      const { imageModel, provider, definition } = ready;
      if (prompt === '' || !imageModel || !provider.generateImage)
        return refused('The arguments are not usable.');
      if (sofar >= mostPictures)
        return refused(
          `At most ${mostPictures} pictures in one answer. Tell the visitor that more can follow in the next one.`,
        );
      const { visitorId, agentId, accountId } = turn.visitor;
      const wait = await services.limiter.takeAll([
        { rule: perVisitor, key: visitorId },
        { rule: perAgent, key: agentId },
        { rule: perAccount, key: accountId },
      ]);
      if (wait !== null) return refused('No more pictures can be drawn today. Tell the visitor so, kindly.');
      let bytes: Uint8Array;
      try {
        bytes = await provider.generateImage({ ...ready.connection, model: imageModel, prompt, signal });
      } catch (error) {
        if (signal.aborted) throw error;
        services.log.warn(
          { err: error, answerId: turn.answerId, provider: definition.id, model: imageModel },
          'a picture could not be drawn',
        );
        return refused(
          error instanceof LlmError && error.code === 'llm.bad_request'
            ? 'The picture was refused, perhaps for what it was to show. Tell the visitor.'
            : 'The picture could not be drawn. Tell the visitor that it did not work this time.',
        );
      }
      await turn.committed;
      const alt = typeof described === 'string' && described.trim() !== '' ? described.trim() : prompt;
      const picture = await services.attachments.keepPicture(
        turn,
        bytes,
        [...alt].slice(0, longestAlt).join(''),
      );
      const costMicros = definition.imageModels?.find(({ id }) => id === imageModel)?.priceMicros ?? null;
      if (!picture)
        return {
          ...refused(
            'What was drawn is not a readable picture. Tell the visitor that it did not work this time.',
          ),
          costMicros,
        };
      return { content: 'The picture is drawn and stands below your answer.', picture, costMicros };
    },
  };
}

export type Pictures = ReturnType<typeof createPictures>;
