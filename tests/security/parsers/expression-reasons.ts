/** Expressions that are slow on long texts, and why they never get one: by file and literal. */
export const boundedExpressions: Readonly<Record<string, string>> = {
  'src/features/agents/server/generation/naming.models.ts /(\\s+(\\p{Ll}{1,3}|[&|·–—-]))+$/u':
    'looks at the first 61 characters of a name',
  'src/platform/documents/child/pdf-lines.ts /(?<![\\p{L}\\d])([\\p{L}\\d]+(?:-[\\p{L}\\d]+)*)[-‐]$/u':
    "looks at a line's last 100 characters, in a process that is ended",
  'src/platform/text-search/chunk-text.ts /^#+\\s*|\\s*#+$/g': "looks at a heading's first 200 characters",
  'src/platform/text-search/sentences.ts /[\\p{L}\\p{N}°º./-]+$/u':
    'looks at 24 characters before a full stop',
  'src/platform/web-push/vapid.ts /[^\\s<>@]+@[^\\s<>]+/':
    "the sender's address of MAIL_FROM, which the operator sets",
};
