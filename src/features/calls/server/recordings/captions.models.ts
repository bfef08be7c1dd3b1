import { sentencesFrom, spokenText } from '#shared/chat/speakable.ts';

/** Somebody's words in a call. */
export type SpokenMessage = {
  id: string;
  isVisitor: boolean;
  text: string;
  /** Visitors' words are sent when they were said; the agent's are begun then. */
  at: Date;
};

export type Cue = {
  /** The message's id, and the place of the sentence in it: `msg_….2`. */
  id: string;
  isVisitor: boolean;
  text: string;
  fromMs: number;
  toMs: number;
};

/** So long a letter takes to be said, and a sentence at least, in ms; the fastest voices take half. */
const letterMs = 65;
const leastMs = 900;

const lasts = (text: string) => Math.max(leastMs, text.length * letterMs);

/**
 * What was said in a recording, with when. Nobody tells when single words were heard, so a visitor's end when they
 * were sent, the agent's begin `delayMs` after they were asked for, and each takes as long as it is; the agent ends
 * where the visitor goes on.
 */
export function captionsOf(
  recording: { beganAt: Date; lengthMs: number; delayMs: number; language: string },
  messages: readonly SpokenMessage[],
): Cue[] {
  const { beganAt, lengthMs, delayMs, language } = recording;
  const said = messages
    .map((message) => ({
      ...message,
      text: message.isVisitor ? message.text.trim() : spokenText(message.text),
    }))
    .filter(({ text }) => text !== '')
    .map((message) => {
      const at = message.at.getTime() - beganAt.getTime();
      return { ...message, from: message.isVisitor ? at - lasts(message.text) : at + delayMs, at };
    });
  const cues: Cue[] = [];
  let reached = -Infinity;
  for (const [place, { id, isVisitor, text, from, at }] of said.entries()) {
    const next = said.slice(place + 1).find((other) => other.isVisitor);
    const begin = Math.max(reached, from);
    const end = Math.min(lengthMs, isVisitor ? Math.max(at, begin + leastMs) : (next?.from ?? lengthMs));
    // What was said before and after is heard in no recording.
    if (begin >= end || (isVisitor && at <= 0)) continue;
    reached = begin;
    const { sentences } = sentencesFrom(text, 0, true, language);
    const usual = sentences.reduce((sum, sentence) => sum + lasts(sentence), 0);
    const pace = Math.min(1, Math.max(0.5, (end - begin) / usual));
    for (const [number, sentence] of sentences.entries()) {
      // What was broken off was not heard.
      if (reached >= end) break;
      const share = isVisitor ? ((end - begin) * sentence.length) / text.length : lasts(sentence) * pace;
      const isLast = isVisitor && number === sentences.length - 1;
      const to = isLast ? end : Math.min(end, reached + share);
      if (to > 0)
        cues.push({
          id: `${id}.${number}`,
          isVisitor,
          text: sentence,
          fromMs: Math.round(Math.max(0, reached)),
          toMs: Math.round(to),
        });
      reached = to;
    }
  }
  return cues;
}

const moment = (ms: number): string => new Date(ms).toISOString().slice(11, 23);

/** In a cue these begin markup. */
const written = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(/\s+/g, ' ').trim();

/** Cues as WebVTT, each with who says it. */
export function writeVtt(cues: readonly Cue[], names: { visitor: string; agent: string }): string {
  const blocks = cues.map(
    ({ id, isVisitor, text, fromMs, toMs }) =>
      `${id}\n${moment(fromMs)} --> ${moment(toMs)}\n<v ${written(isVisitor ? names.visitor : names.agent)}>${written(text)}</v>\n`,
  );
  return ['WEBVTT\n', ...blocks].join('\n');
}
