import type { Language } from '#shared/languages.ts';
import { agentConfiguration, type AgentConfiguration } from '../../agents-configuration.contract.ts';
import { questionCount } from '../first-questions/first-questions.models.ts';
import { topicsIn } from '../first-questions/topic-evidence.models.ts';
import { factsInDescription, nameInDescription } from './naming.models.ts';
import { nameOfSite } from './site-name.models.ts';

/** What could be read of a website's front page. */
export type SiteProfile = {
  url: string;
  title: string;
  siteName: string | null;
  description: string | null;
  language: Language | null;
  /** `#rrggbb`, most telling first. */
  colors: string[];
  headings: string[];
  /** The text of the front page, with that of its footer. */
  text: string;
  icon: Buffer | null;
};

/** Texts of `locales/<language>/agent-drafts.json`. */
export type DraftTexts = (key: string, variables?: Record<string, string>) => string;

/** A drafted agent for a website, complete enough to talk at once; every value is a proposal. */
export function draftFromSite(site: SiteProfile, language: Language, text: DraftTexts): AgentConfiguration {
  const name = nameOfSite(site);
  return agentConfiguration.parse({
    basic: {
      name,
      language: 'auto',
      seoTitle: name.slice(0, 60),
      seoDescription: (site.description ?? '').slice(0, 160),
    },
    appearance: { color: brandColor(site.colors) },
    prompt: {
      welcomeMessage: text('welcomeSite', { name }),
      iceBreakers: questionsOn(site.text, text),
      systemPrompt: text('systemPromptSite', {
        name,
        about: (site.description ?? site.title).slice(0, 500),
        site: new URL(site.url).hostname,
      }),
    },
  });
}

/** The questions of everybody that a text answers; what its pages answer beside them is found once they are read. */
function questionsOn(answers: string, text: DraftTexts): string[] {
  return topicsIn(answers)
    .slice(0, questionCount)
    .map((topic) => text(`iceBreakers.${topic}`).slice(0, 80));
}

/**
 * A drafted agent out of a sentence or two about a business or a task: its name, what it is, and first
 * questions that the sentence answers ("open Tuesday to Friday").
 */
export function draftFromDescription(description: string, text: DraftTexts): AgentConfiguration {
  const said = nameInDescription(description);
  const name = said ?? text('defaultName');
  const about = description.replace(/\s+/g, ' ').trim();
  return agentConfiguration.parse({
    basic: { name, seoTitle: name.slice(0, 60), seoDescription: cutAtWord(about, 160) },
    prompt: {
      welcomeMessage: said ? text('welcomeSite', { name }) : text('welcomeDescription', { name }),
      iceBreakers: questionsOn(factsInDescription(description), text),
      systemPrompt: text('systemPromptDescription', { name, about: description.slice(0, 1_500) }),
    },
  });
}

function cutAtWord(line: string, longest: number): string {
  if (line.length <= longest) return line;
  return `${line
    .slice(0, longest - 1)
    .replace(/\s+\S*$/, '')
    .replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/, '')}…`;
}

/** The first colour that can carry a brand: neither near white, near black nor grey. */
export function brandColor(colors: readonly string[]): string {
  const usable = colors.find((color) => {
    const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
    if (!match) return false;
    const [red, green, blue] = match.slice(1).map((part) => Number.parseInt(part, 16)) as [
      number,
      number,
      number,
    ];
    const strongest = Math.max(red, green, blue);
    const weakest = Math.min(red, green, blue);
    return strongest > 50 && weakest < 225 && strongest - weakest > 40;
  });
  return usable?.toLowerCase() ?? '#36d6b5';
}
