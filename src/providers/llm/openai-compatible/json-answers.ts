import type { LlmDefinition } from '../llm.definition.ts';
import { LlmError, type LlmModel } from '../llm.port.ts';

const otherKinds =
  /whisper|transcri|tts|speech|dall-e|image|moderation|realtime|audio|sora|guard|rerank|davinci|babbage|ocr|imagine|veo|video/i;

/** The models of a `/models` answer, with the labels that the definition knows. */
export function readModels(body: unknown, definition: LlmDefinition): LlmModel[] {
  const answer = body as { object?: unknown; data?: unknown } | null;
  const list = Array.isArray(body) ? body : answer?.data;
  // Ollama says so while no model is there.
  if (answer?.object === 'list' && list === null) return [];
  if (!Array.isArray(list))
    throw new LlmError('llm.garbled', 'The list of models could not be read. Is the address right?', {
      isRetryable: false,
    });
  const models: LlmModel[] = [];
  for (const entry of list.slice(0, 2_000)) {
    const raw = (entry ?? {}) as Record<string, unknown>;
    const id = raw['id'];
    if (typeof id !== 'string' || id === '' || id.length > 200) continue;
    const known = definition.models.find((model) => model.id === id);
    const context = [
      raw['context_length'],
      raw['max_context_length'],
      raw['context_window'],
      raw['max_model_len'],
    ].find((value) => typeof value === 'number');
    const endsOn = raw['shutdown_date'];
    models.push({
      id,
      label: known?.label ?? id,
      kind: kindOf(id),
      contextTokens: typeof context === 'number' ? context : (known?.contextTokens ?? null),
      ...(typeof endsOn === 'string' && isDay(endsOn) && { endsOn }),
    });
  }
  return models;
}

/** Whether a text names a day, as `2027-01-14`. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

function kindOf(id: string): LlmModel['kind'] {
  if (/embed|\bbge\b|^bge-|minilm/i.test(id)) return 'embedding';
  return otherKinds.test(id) ? 'other' : 'chat';
}

/** The vectors of an `/embeddings` answer, in the order of the texts. */
export function readEmbeddings(body: unknown, count: number): Float32Array[] {
  const list = (body as { data?: unknown } | null)?.data;
  if (!Array.isArray(list) || list.length !== count)
    throw new LlmError('llm.garbled', `The embeddings could not be read: ${count} were expected.`);
  const vectors: Float32Array[] = [];
  for (const [position, entry] of list.entries()) {
    const { index, embedding } = (entry ?? {}) as { index?: unknown; embedding?: unknown };
    vectors[typeof index === 'number' && index >= 0 && index < count ? index : position] =
      readVector(embedding);
  }
  const size = vectors[0]?.length ?? 0;
  for (let at = 0; at < count; at += 1) {
    if (vectors[at]?.length !== size)
      throw new LlmError('llm.garbled', 'The embeddings have different sizes.');
  }
  return vectors;
}

/**
 * The one picture of an `/images/generations` answer. Addresses are not followed: they would be a way to
 * anywhere.
 */
export function readImage(body: unknown): Uint8Array {
  const list = (body as { data?: unknown } | null)?.data;
  const text = Array.isArray(list) ? (list[0] as { b64_json?: unknown } | null)?.b64_json : undefined;
  if (typeof text !== 'string' || text === '')
    throw new LlmError('llm.garbled', 'The model provider sent no picture.');
  return Buffer.from(text, 'base64');
}

/** One vector; numbers that are none would spoil every later comparison. */
function readVector(embedding: unknown): Float32Array {
  if (!Array.isArray(embedding) || embedding.length === 0)
    throw new LlmError('llm.garbled', 'An embedding is missing.');
  const vector = Float32Array.from(embedding as number[]);
  if (!vector.every(Number.isFinite))
    throw new LlmError('llm.garbled', 'An embedding holds something that is no number.');
  return vector;
}
