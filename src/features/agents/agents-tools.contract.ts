import { z } from 'zod';

const line = (longest: number) => z.string().trim().max(longest);
const whole = (least: number, most: number) => z.number().int().min(least).max(most);

/** An https address, or empty for none. */
export const httpsAddress = z
  .string()
  .trim()
  .max(2_048)
  .refine(
    (text) => text === '' || (URL.canParse(text) && new URL(text).protocol === 'https:'),
    'agents:validation.https',
  );

/** Tools that every agent has unless its owner switches them off; others follow sections of their own. */
export const builtInToolNames = [
  'search_knowledge',
  'current_time',
  'calculate',
  'capture_contact',
  'book_link',
  'send_summary',
] as const;
export type BuiltInToolName = (typeof builtInToolNames)[number];

export const toolsSection = z.strictObject({
  /** What the agent may not use; what a visitor has mailed to themselves is switched on by the owner. */
  off: z.array(z.enum(builtInToolNames)).max(builtInToolNames.length).default(['send_summary']),
  /** Where visitors book a time; empty: nowhere, and the agent offers nothing of the kind. */
  bookingUrl: httpsAddress.default(''),
  /** What is booked there, in the owner's words; empty: the chat's own words. */
  bookingTitle: line(80).default(''),
  /** Messages that each takes of the visitor's besides the answer's own, where they pay for messages. */
  summaryCost: whole(0, 100).default(0),
  bookingCost: whole(0, 100).default(0),
  imageCost: whole(0, 100).default(0),
});

/** Most MCP servers that one agent may use, and most tools of one of them. */
export const mostAgentMcp = 10;
export const mostAgentMcpTools = 64;
export const toolRisks = ['read', 'write', 'approval'] as const;
/**
 * Which tools of the account's MCP servers the agent may call. `hash` is that of the tool as it was when it
 * was allowed: one that its server describes anew is called no more until somebody allows it again.
 */
export const mcpSection = z.strictObject({
  connections: z
    .array(
      z.strictObject({
        id: z.string().max(60),
        tools: z
          .array(
            z.strictObject({
              name: z.string().min(1).max(128),
              hash: z.string().max(64),
              risk: z.enum(toolRisks),
              /** As that of a function. */
              messageCost: whole(0, 20).default(0),
            }),
          )
          .max(mostAgentMcpTools)
          .default([]),
      }),
    )
    .max(mostAgentMcp)
    .default([]),
});
export type AgentMcpConnection = z.infer<typeof mcpSection>['connections'][number];

/** Most functions that one agent may call. */
export const mostAgentFunctions = 20;
/** Which of the account's functions the agent may call; one that is gone is called no more. */
export const functionsSection = z.strictObject({
  enabled: z.array(z.string().max(60)).max(mostAgentFunctions).default([]),
});
