import type { Language } from '#shared/languages.ts';
import type { AgentTool } from '../tools.usecases.ts';
import { calculateTool } from './calculate.models.ts';
import { currentTimeTool } from './current-time.models.ts';

/** For whom the tools of every agent are made. */
export type BuiltInContext = {
  now(): Date;
  /** That of whoever asks without naming one, by its IANA name. */
  timeZone: string;
  /** The language of the answer. */
  language: Language;
  /** A text of ours in that language. */
  text(key: string, variables?: Record<string, string | number>): string;
};

/** What every agent can do. */
export const builtInTools = (context: BuiltInContext): AgentTool[] => [
  currentTimeTool(context),
  calculateTool(context),
];
