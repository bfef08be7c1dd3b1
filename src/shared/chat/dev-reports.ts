/**
 * What the frame of a draft tells the page of its owner that stands around it (`/widgets/:id/dev`): each
 * request of the chat, and each event of an answer while it comes. Times are milliseconds since the request
 * began.
 */
export type DevReport = { chatelierDev: 1; request: number } & (
  | { kind: 'sent'; method: string; path: string; text?: string }
  | { kind: 'answered'; status: number; milliseconds: number; balance?: unknown }
  | { kind: 'event'; milliseconds: number; event: Record<string, unknown> & { type: string } }
);
