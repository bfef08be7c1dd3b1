import { pronounced, sentencesFrom, spokenText } from '#shared/chat/speakable.ts';
import { AppError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { CallModels } from '#features/conversations/server/answers/answer.usecases.ts';
import { voiceErrors } from '../../voice.contract.ts';

/** A question that no message came of is answered with nothing after this, in ms. */
const waitMs = 20_000;
/** A message holds no more. */
const longestHeard = 4_000;
/** Questions that are remembered, so that none is asked twice. */
const mostRemembered = 500;

/** An answer that is being written. */
type LiveAnswer = Parameters<CallModels['sayAloud']>[1];

/** Where a vendor waits for words. */
type Asker = {
  say(text: string): void;
  end(): void;
};

/** What a vendor sends: the whole talk as it remembers it. Only the last word of the visitor's is read. */
type AskedMessages = readonly { role: string; content?: unknown }[];

type Turn = {
  key: string;
  asker: Asker | null;
  /** What was said so far, for a vendor that lost its connection and asks again. */
  said: string[];
  answerId: string | null;
  leave(): void;
  isOver: boolean;
};

const textOf = (content: unknown): string => {
  const pieces = Array.isArray(content)
    ? content.map((piece: unknown) => (piece as { text?: unknown } | null)?.text)
    : [content];
  return pieces
    .filter((piece) => typeof piece === 'string')
    .join(' ')
    .trim()
    .slice(0, longestHeard);
};

/** What the visitor said last, and at which place of the talk; null where nobody said words. */
function questionIn(messages: AskedMessages): { text: string; key: string } | null {
  const last = messages.at(-1);
  if (last?.role !== 'user') return null;
  const text = textOf(last.content);
  if (!/[\p{L}\p{N}]/u.test(text)) return null;
  return { text, key: `${messages.filter(({ role }) => role === 'user').length} ${text}` };
}

/**
 * What a vendor asks in one call, one question at a time: it is told to the visitor's browser, which sends it as a
 * message, and the answer to that message is handed on, sentence by sentence, while it is written.
 */
export function createAskedTurns(options: {
  language: Language;
  pronunciations: readonly string[];
  onHeard(text: string): void;
  /** The answer is being said. */
  onVoiced(answerId: string): void;
  /** Something was handed on. */
  onSaid(): void;
}) {
  const asked = new Set<string>();
  let current: Turn | null = null;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  function over(turn: Turn | null): void {
    if (!turn || turn.isOver) return;
    turn.isOver = true;
    if (turn === current) clearTimeout(timer);
    turn.leave();
    turn.asker?.end();
    turn.asker = null;
  }

  return {
    /**
     * Takes a question; `asker` hears its answer. Gives what to call when the vendor listens no more.
     * @throws AppError for a question that was answered before, and once the call is over.
     */
    ask(messages: AskedMessages, asker: Asker): () => void {
      if (isClosed) throw new AppError(voiceErrors.notAsked);
      const question = questionIn(messages);
      // A vendor that hears nothing for long asks whether there is something to say.
      if (!question) {
        asker.end();
        return () => undefined;
      }
      if (current?.key === question.key && !current.isOver) {
        const turn = current;
        turn.asker?.end();
        turn.asker = asker;
        for (const text of turn.said) asker.say(text);
        return () => void (turn.asker === asker && (turn.asker = null));
      }
      if (asked.has(question.key)) throw new AppError(voiceErrors.askedBefore);
      asked.add(question.key);
      if (asked.size > mostRemembered) for (const oldest of asked) if (asked.delete(oldest)) break;
      over(current);
      const turn: Turn = {
        key: question.key,
        asker,
        said: [],
        answerId: null,
        leave: () => undefined,
        isOver: false,
      };
      current = turn;
      timer = setTimeout(() => turn.answerId === null && over(turn), waitMs).unref();
      options.onHeard(question.text);
      return () => void (turn.asker === asker && (turn.asker = null));
    },

    /** Hands an answer on to whoever asks, if somebody does. */
    sayAloud(answer: LiveAnswer): void {
      const turn = current;
      if (!turn || turn.isOver || turn.answerId !== null || !turn.asker) return;
      turn.answerId = answer.id;
      let reach = 0;
      options.onVoiced(answer.id);
      function read(isOver: boolean): void {
        const { sentences, end } = sentencesFrom(spokenText(answer.text), reach, isOver, options.language);
        reach = end;
        for (const sentence of sentences) {
          const text = `${pronounced(sentence, options.pronunciations)} `;
          turn!.said.push(text);
          turn!.asker?.say(text);
          options.onSaid();
        }
        if (isOver) over(turn);
      }
      const { leave } = answer.join(({ type }) => {
        if (type === 'delta') read(false);
        else if (type === 'done' || type === 'failed') read(true);
      });
      turn.leave = leave;
    },

    /** What is asked now is answered with no more than was said. */
    quiet: (): void => over(current),
    close(): void {
      isClosed = true;
      over(current);
    },
  };
}

export type AskedTurns = ReturnType<typeof createAskedTurns>;
