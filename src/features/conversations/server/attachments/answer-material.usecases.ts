import type { Language } from '#shared/languages.ts';
import type { Passage } from '#features/knowledge/server/knowledge.usecases.ts';
import type { LlmUserContent } from '#providers/llm/llm.port.ts';
import { documentPassages, type MaterialFile } from './attachments.models.ts';
import type { AttachmentsUsecases, Turn } from './attachments.usecases.ts';

/** What the visitor's files bring to an answer. */
export type Material = {
  files: readonly MaterialFile[];
  passages: Passage[];
};

export const noMaterial: Material = { files: [], passages: [] };

/** Pictures that one question shows to a model. */
const mostPictures = 3;
const mostEarlierPictures = 1;
/** The built-in engine weighs every sentence, so it reads less than a model. */
const builtInCharacters = 16_000;
/**
 * A model reads a document almost whole when it comes, and later only what the question is about: each
 * message pays for it again.
 */
const newCharacters = 40_000;
const laterCharacters = 12_000;

/** Brings the files of a conversation to its answers. */
export function createMaterial(services: { attachments: Pick<AttachmentsUsecases, 'material' | 'bytesOf'> }) {
  return {
    async load(
      turn: Turn | undefined,
      question: { text: string; language: Language; isBuiltIn: boolean },
    ): Promise<Material> {
      if (!turn?.hasFiles) return noMaterial;
      await turn.committed;
      const files = await services.attachments.material(turn);
      const hasNew = files.some(({ isNew }) => isNew);
      const most = question.isBuiltIn ? builtInCharacters : hasNew ? newCharacters : laterCharacters;
      return { files, passages: documentPassages(files, question.text, question.language, most) };
    },

    /**
     * The pictures of the question as a model takes them; without any, the last one before, which the
     * question may still be about.
     */
    async pictures(turn: Turn | undefined, files: readonly MaterialFile[]): Promise<LlmUserContent[]> {
      const all = files.filter(({ kind }) => kind === 'image');
      const fresh = all.filter(({ isNew }) => isNew).slice(-mostPictures);
      const chosen = fresh.length > 0 ? fresh : all.slice(-mostEarlierPictures);
      if (!turn || chosen.length === 0) return [];
      const bytes = await services.attachments.bytesOf(
        turn.visitor.accountId,
        chosen.map(({ id }) => id),
      );
      return chosen.flatMap(({ id, mimeType }) => {
        const data = bytes.get(id);
        return data ? [{ type: 'image' as const, mediaType: mimeType, data }] : [];
      });
    },
  };
}

export type Materials = ReturnType<typeof createMaterial>;
