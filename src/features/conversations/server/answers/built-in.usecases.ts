import { documentPieces } from '../prompt/documents.models.ts';
import type { LiveAnswer } from '../streaming/live-answer.models.ts';
import type { HistoryEntry } from '../prompt/prompt.models.ts';
import { contentsByRules, isFilledForm } from './rules.models.ts';
import { show } from '../message-parts/showing.models.ts';
import { transferredHistory } from '../switching/switching.models.ts';
import { withoutSectionNumber } from './suggestions.models.ts';
import type { AnswerServices, Question } from './answer.usecases.ts';
import type { ByWords } from './answer-by-words.usecases.ts';
import { write, type Working } from './answer-state.models.ts';

/** What was said so far; at the beginning that is what was said with the agent before. */
export const historyOf = ({ history, transferred }: Question): readonly HistoryEntry[] =>
  history.length > 0 ? history : transferredHistory(transferred);

/** Whether an answer of the built-in engine comes from a passage, and without doubt (the phrase `unsure`). */
export const isSaidSurely = (said: string, unsure: string): boolean =>
  /\[\d/.test(said) && !said.startsWith(unsure);

/** A passage as the engine reads it. */
type Readable = Parameters<AnswerServices['builtIn']>[0]['passages'][number];

/** Answers without a model: by a tool that the visitor's words ask for, else from passages. */
export function createBuiltInAnswers(
  services: Pick<AnswerServices, 'knowledge' | 'builtIn' | 'translator'>,
  byWords: (question: Question, live: LiveAnswer, working: Working) => Promise<ByWords>,
) {
  /** `find` looks for passages, unless that was done. */
  async function runBuiltIn(
    question: Question,
    live: LiveAnswer,
    working: Working,
    find: () => Promise<void>,
  ): Promise<void> {
    const { agent } = question;
    const { dynamic } = agent.configuration;
    const shown = dynamic.enabled
      ? contentsByRules(dynamic.instructions, question.text, question.language)
      : [];
    if (shown.some((content) => isFilledForm(content, question.text)))
      return write(live, working, services.translator.text(question.language, 'built-in:received'));
    const asked = await byWords(question, live, working);
    if (await asked.instead()) return;
    await find();
    const overview = await services.knowledge.collectionOverview(agent.accountId, agent.collectionId);
    working.overview = overview;
    const topics = (overview?.documents ?? [])
      .flatMap((document) => [document.title, ...document.headings])
      .slice(0, 60)
      .map(withoutSectionNumber);
    const passages: Readable[] = [...working.passages].map(([number, passage]) => ({
      number,
      title: passage.title,
      heading: passage.heading,
      text: passage.text,
      score: passage.score,
      language: passage.language,
    }));
    passages.push(
      ...documentPieces(
        agent.configuration.prompt.files,
        question.text,
        question.language,
        working.passages.size + 1,
      ),
    );
    let pieces: Iterable<string> = services.builtIn({
      question: question.text,
      history: historyOf(question),
      passages,
      files: working.files,
      counts: working.counts,
      topics,
      agentName: agent.configuration.basic.name,
      callsNobody:
        agent.configuration.people.enabled && agent.isPreview && !question.turn?.visitor.simulation,
      language: question.language,
    });
    const { translator } = services;
    // Where the owner said what to show, or a tool knows more, "I found nothing" would be wrong.
    if (shown.length > 0 || asked.shows || asked.knowsOtherwise) {
      const said = [...pieces].join('');
      const isSure = isSaidSurely(said, translator.text(question.language, 'built-in:unsure'));
      pieces = [said];
      if (!isSure && (shown.length > 0 || asked.shows))
        pieces = [translator.text(question.language, 'built-in:shown')];
      else if (!isSure && (await asked.otherwise())) return;
    }
    for (const piece of pieces) {
      if (live.abort.signal.aborted) return;
      write(live, working, working.filter.push(piece));
      // Lets the pieces leave one by one, so that the text grows before the reader's eyes.
      await new Promise((resolve) => setImmediate(resolve));
    }
    write(live, working, working.filter.end());
    for (const content of shown) show(live, content);
    await asked.beside();
  }

  return { runBuiltIn };
}
