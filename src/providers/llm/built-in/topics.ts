import { withoutUnderscores } from '#shared/text/emphasis.ts';
import type { Language } from '#shared/languages.ts';
import { isCommonTitle } from '#platform/language/common-titles.ts';
import { detectLanguage } from '#platform/language/detect-language.ts';
import { anyLanguage, forEachLanguage } from '#platform/language/language-content.ts';
import { wordEnd } from '#platform/language/whole-words.ts';
import { analyze } from '#platform/text-search/analyze.ts';
import { quoted } from './wording/quoted.ts';
import { readable } from './wording/readable.ts';

/** How a title begins that says whose page it is: "About us", "Over Bakkerij Linde". */
const aboutIn = (words: string): RegExp => new RegExp(String.raw`^(?:${words})${wordEnd}[\s:–—-]*`, 'iu');
const aboutInAny = aboutIn(anyLanguage(({ pages }) => pages.about));
const aboutInOwn = forEachLanguage(({ pages }) => aboutIn(pages.about));

/** Whether a title only names whoever the agent speaks for: nobody asks an agent about "About Linden Bakery". */
function isOnlyAbout(name: string, agent: string): boolean {
  if (!aboutInAny.test(name)) return false;
  const whose = name.replace(aboutInAny, '').toLowerCase();
  return whose === '' || whose.includes(agent) || agent.includes(whose);
}

/**
 * Two or three things that the documents are about, as a list in words; empty when nothing fit to name is
 * known.
 */
export function nameTopics(topics: readonly string[], agentName: string, language: Language): string {
  const names: string[] = [];
  const taken: Set<string>[] = [];
  const agent = agentName.trim().toLowerCase();
  for (const topic of topics.slice(0, 200)) {
    const title = readable(
      topic.split(/\s[|·–—-]\s/).find((part) => part.trim().toLowerCase() !== agent) ?? '',
    ).replace(/(?<![.:!?])[.:!?]+$/, '');
    if (isOnlyAbout(title, agent)) continue;
    const name = title.replace(aboutInOwn[language], '');
    const known = names.some((other) => other.toLowerCase() === name.toLowerCase());
    if (
      name.length < 3 ||
      name.length > 48 ||
      known ||
      name.toLowerCase() === agent ||
      isCommonTitle(name) ||
      /\.(?:pdf|docx?|txt|md|html?|csv|xlsx?|pptx?|json)$|^https?:|(?<!\S)[^\s/\\_]*[/\\_]\S*\.\S/i.test(name)
    )
      continue;
    const words = new Set(analyze(name, language).map(({ term }) => term));
    if (words.size === 0 || taken.some((other) => [...words].some((word) => other.has(word)))) continue;
    taken.push(words);
    names.push(name);
  }
  // Names in the visitor's language come first.
  const own = names.filter((name) => detectLanguage(name, language) === language);
  const chosen = [...own, ...names.filter((name) => !own.includes(name))].slice(0, 3);
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(
    chosen.map((name) => quoted(withoutUnderscores(name).replace(/[[\]*`<>]/g, ''), language)),
  );
}
