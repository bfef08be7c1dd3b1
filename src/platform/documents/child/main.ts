import { DocumentError } from '../document-error.ts';
import type { DocumentLimits, ParseTask } from '../document-types.ts';
import { parseDocument } from './parse-document.ts';

type Request = { id: number; task: ParseTask; limits: DocumentLimits };

/** The parsing process: one task after the other, answers over the channel, no files, no network, no environment. */
async function run({ task, limits }: Request): Promise<unknown> {
  if (task.type === 'document') return parseDocument(task, limits);
  const { parseHtml } = await import('./parse-html.ts');
  return parseHtml(task.bytes, { url: task.url, contentType: task.contentType, maxTextLength: limits.maxTextLength });
}

process.on('message', (message) => {
  const request = message as Request;
  run(request).then(
    (result) => process.send?.({ id: request.id, result }),
    (error: unknown) => {
      const known = error instanceof DocumentError;
      const detail = known ? error.detail : error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      process.send?.({ id: request.id, failure: { code: known ? error.code : 'document.damaged', detail: detail?.slice(0, 500) } });
    },
  );
});
process.on('disconnect', () => process.exit(0));
// Ctrl-C and service managers signal the whole group: the application decides what is finished first, and ends this process itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
// A library's forgotten promise must not end the process while another result is on its way.
process.on('unhandledRejection', () => undefined);
process.send?.({ ready: true });
