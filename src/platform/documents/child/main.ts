import { answerTasks } from '#platform/process/answer-tasks.ts';
import { DocumentError } from '../document-error.ts';
import type { DocumentLimits, ParseTask } from '../document-types.ts';
import { parseDocument } from './parse-document.ts';

/** The process that reads files and web pages. */
async function run(task: ParseTask, limits: DocumentLimits): Promise<unknown> {
  if (task.type === 'document') return parseDocument(task, limits);
  if (task.type === 'api') return (await import('./parse-api.ts')).parseApi(task.bytes, task.search);
  const { parseHtml } = await import('./parse-html.ts');
  return parseHtml(task.bytes, {
    url: task.url,
    contentType: task.contentType,
    maxTextLength: limits.maxTextLength,
  });
}

answerTasks(run, (error) => (error instanceof DocumentError ? error : null));
