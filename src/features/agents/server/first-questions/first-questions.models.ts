import type { Language } from '#shared/languages.ts';
import { anyLanguage } from '#platform/language/language-content.ts';
import { answersTopic, topics, type Topic } from './topic-evidence.models.ts';

/** A question that may be proposed, and what its answer has to show. */
export type Candidate = {
  text: string;
  isAnswered(answer: string): boolean;
  /** Candidates of one group stand for the same thing: the first that is answered is enough. */
  group: string;
};

/** What is known of a collection, as far as questions are made of it. */
export type Subjects = {
  documents: readonly { title: string; headings: readonly string[]; language: Language }[];
  questions: readonly { text: string; language: Language }[];
};

/** Texts of `agent-drafts:iceBreakers`. */
export type QuestionTexts = (key: string, variables?: Record<string, string>) => string;

export const questionCount = 4;
const longestQuestion = 80;
const mostSubjects = 24;

const isQuestion = (text: string): boolean => /\?\s*$/.test(text) && text.trim().split(/\s+/).length >= 3;

const chapter = anyLanguage(({ pages }) => pages.chapter);
const number = String.raw`[\dA-Z]{1,3}(?:\.\d+)*[.:)]`;
const leadingNumber = new RegExp(String.raw`^(?:(?:${chapter})\s+)?${number}\s+`, 'iu');

/** A title without its number: "20.4. Resource Consumption", "Chapter 3. Queries". */
const withoutNumber = (title: string): string => title.replace(leadingNumber, '').replace(/\s+/g, ' ').trim();

/** What a title names, when it is short enough to be asked for. */
function subjectOf(title: string): string | null {
  const [bare = ''] = withoutNumber(title).split(/(?<!\s)\s+[|·–—]\s+/);
  return bare.length >= 3 && bare.length <= 40 && /\p{L}{3}/u.test(bare) && !/[.?!:]$/.test(bare)
    ? bare
    : null;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [];

const defines = anyLanguage(({ pages }) => pages.defines);
const aside = String.raw`(?:\([^)]{0,40}\)\s*)?`;
/** What follows a subject that is explained: "Linden (a tree) is …", "Linden — …". */
const explained = new RegExp(String.raw`^\s*${aside}(?:—|–|-{1,2}\s|(?:${defines}) )`, 'u');

/** Whether an answer begins by saying what its subject is. */
function isDefinedIn(answer: string, subject: string): boolean {
  const head = answer
    .replace(/[*_`"“”„«»]/g, (sign) => (sign === '_' ? '_' : ''))
    .slice(0, 400)
    .toLowerCase();
  const at = head.indexOf(subject.toLowerCase());
  if (at < 0) return false;
  return explained.test(head.slice(at + subject.length));
}

/**
 * The questions that a new agent could begin with, best first: those its owner gave answers to, what visitors
 * ask everywhere, headings that are questions, and the things that its pages define.
 */
export function candidatesOf(subjects: Subjects, language: Language, text: QuestionTexts): Candidate[] {
  const own = subjects.questions
    .filter((question) => question.language === language && question.text.length <= longestQuestion)
    .map(({ text: question }): Candidate => ({
      text: question,
      group: question,
      isAnswered: (answer) => answer !== '',
    }));
  const everywhere = topics.map((topic): Candidate => topicCandidate(topic, text));
  const documents = subjects.documents.filter((document) => document.language === language);
  const asked = documents
    .flatMap(({ title, headings }) => [title, ...headings].map(withoutNumber))
    .filter((heading) => isQuestion(heading) && heading.length <= longestQuestion)
    .map((heading): Candidate => ({
      text: heading.trim(),
      group: heading,
      isAnswered: (answer) => wordsOf(answer).length >= 6,
    }));
  const names = [...new Set(documents.flatMap(({ title }) => subjectOf(title) ?? []))].slice(0, mostSubjects);
  const whatIs = names.map((name): Candidate => ({
    text: text('iceBreakers.whatIs', { subject: name }),
    group: name,
    isAnswered: (answer) => isDefinedIn(answer, name),
  }));
  return [...own.slice(0, 8), ...everywhere, ...asked.slice(0, 12), ...whatIs].filter(
    (candidate) => candidate.text.length <= longestQuestion,
  );
}

function topicCandidate(topic: Topic, text: QuestionTexts): Candidate {
  return {
    text: text(`iceBreakers.${topic}`),
    group: topic,
    isAnswered: (answer) => answersTopic(answer, topic),
  };
}
