import { documentPieces } from '../prompt/documents.models.ts';
import type { LiveAnswer } from '../streaming/live-answer.models.ts';
import type { HistoryEntry } from '../prompt/prompt.models.ts';
import { contentsByRules, isFilledForm } from './rules.models.ts';
import { show } from '../message-parts/showing.models.ts';
import { transferredHistory } from '../switching/switching.models.ts';
import { cardOf } from '../visitors/forms.models.ts';
import type { AnswerServices, Question } from './answer.usecases.ts';
import { write, type Working } from './answer-state.models.ts';

/** What was said so far; at the beginning that is what was said with the agent before. */
export const historyOf = ({ history, transferred }: Question): readonly HistoryEntry[] =>
  history.length > 0 ? history : transferredHistory(transferred);

/** Whether an answer of the built-in engine comes from a passage, and without doubt (the phrase `unsure`). */
export const isSaidSurely = (said: string, unsure: string): boolean =>
  /\[\d/.test(said) && !said.startsWith(unsure);

/** A passage as the engine reads it. */
type Readable = Parameters<AnswerServices['builtIn']>[0]['passages'][number];

/** Answers without a model, and what the visitor's own words set off where no model can call a tool. */
export function createBuiltInAnswers(services: Pick<AnswerServices, 'knowledge' | 'builtIn' | 'translator'>) {
  async function runBuiltIn(question: Question, live: LiveAnswer, working: Working): Promise<void> {
    const { agent } = question;
    const { dynamic } = agent.configuration;
    const overview = await services.knowledge.collectionOverview(agent.accountId, agent.collectionId);
    working.overview = overview;
    const shown = dynamic.enabled
      ? contentsByRules(dynamic.instructions, question.text, question.language)
      : [];
    if (shown.some((content) => isFilledForm(content, question.text)))
      return write(live, working, services.translator.text(question.language, 'built-in:received'));
    const form = await question.forms?.wanted(question.text, question.language);
    if (form) shown.push(cardOf(form));
    const topics = (overview?.documents ?? [])
      .flatMap((document) => [document.title, ...document.headings])
      .slice(0, 60);
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
      callsNobody: agent.configuration.people.enabled && agent.isPreview,
      language: question.language,
    });
    // Where the owner said what to show, "I found nothing" would be wrong.
    if (shown.length > 0) {
      const said = [...pieces].join('');
      const { translator } = services;
      pieces = isSaidSurely(said, translator.text(question.language, 'built-in:unsure'))
        ? [said]
        : [translator.text(question.language, 'built-in:shown')];
    }
    for (const piece of pieces) {
      if (live.abort.signal.aborted) return;
      write(live, working, working.filter.push(piece));
      // Lets the pieces leave one by one, so that the text grows before the reader's eyes.
      await new Promise((resolve) => setImmediate(resolve));
    }
    write(live, working, working.filter.end());
    for (const content of shown) show(live, content);
    // One form at a time.
    if (!form) await askByWords(question, live);
  }

  /** Where no model can call a tool, the visitor's own words say that they want a form, or to be contacted. */
  async function offerByWords(question: Question, live: LiveAnswer): Promise<void> {
    const form = live.abort.signal.aborted
      ? null
      : await question.forms?.wanted(question.text, question.language);
    if (form) show(live, cardOf(form));
    else await askByWords(question, live);
  }
  async function askByWords({ visitor }: Question, live: LiveAnswer): Promise<void> {
    if (!visitor?.intends || live.abort.signal.aborted) return;
    await visitor.ask();
    live.emit({ type: 'tool', name: 'ask_for_contact', state: 'done' });
  }

  return { runBuiltIn, offerByWords };
}
