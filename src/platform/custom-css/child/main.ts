import { compileCss, withoutProblems } from '#shared/custom-css/custom-css.ts';
import { answerTasks } from '#platform/process/answer-tasks.ts';
import type { CssTask } from '../css-compiler.ts';

/** The process that reads owners' CSS. */
async function run({ type, code }: CssTask): Promise<unknown> {
  return type === 'compile' ? compileCss(code) : { code: withoutProblems(code) };
}

answerTasks(run, () => null);
