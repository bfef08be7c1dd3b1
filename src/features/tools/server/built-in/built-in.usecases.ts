import type { PartContent } from '#shared/chat/message-parts.ts';
import type { Language } from '#shared/languages.ts';
import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { AgentTool } from '../tools.usecases.ts';
import { bookLinkTool } from './book-link.models.ts';
import { calculateTool } from './calculate.models.ts';
import { currentTimeTool } from './current-time.models.ts';

/** For whom the tools of every agent are made. */
export type BuiltInContext = {
  now(): Date;
  /** That of whoever asks, by its IANA name; null where nobody knows it. */
  timeZone: string | null;
  /** Where the business is, by its IANA name; null where it does not say. */
  businessZone(): Promise<string | null>;
  /** The language of the answer. */
  language: Language;
  /** A text of ours in that language. */
  text(key: string, variables?: Record<string, string | number>): string;
  /** Where a time is booked; an empty address for nowhere. */
  booking: { url: string; title: string };
  /** Adds a part to the answer. */
  show(content: PartContent): boolean;
};

/** What every agent can do. */
export const builtInTools = (context: BuiltInContext): AgentTool[] => [
  currentTimeTool(context),
  calculateTool(context),
  ...(context.booking.url === '' ? [] : [bookLinkTool(context)]),
];

/** What the owner may take messages for, by the tool's name. */
const costs = {
  send_summary: 'summaryCost',
  book_link: 'bookingCost',
  generate_image: 'imageCost',
} as const;

/** An agent's tools without those that its owner switched off, each at the price that they set. */
export function toolsAsSet(tools: readonly AgentTool[], settings: AgentConfiguration['tools']): AgentTool[] {
  const off = new Set<string>(settings.off);
  return tools
    .filter(({ name }) => !off.has(name))
    .map((tool) => {
      const cost = Object.hasOwn(costs, tool.name) ? settings[costs[tool.name as keyof typeof costs]] : 0;
      return cost > 0 ? { ...tool, messageCost: cost } : tool;
    });
}
