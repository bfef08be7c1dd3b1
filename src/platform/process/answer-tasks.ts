/**
 * What a program in a bounded process says when it can't do its task; anything else that it throws is
 * `damaged`.
 */
export type TaskRefusal = {
  code: string;
  detail?: string | undefined;
};

type Request = {
  id: number;
  task: unknown;
  limits: unknown;
};

/**
 * Makes this process answer tasks, one after the other, until whoever started it is gone. For the entry of a
 * bounded process: no files, no network, no environment.
 */
export function answerTasks(
  work: (task: never, limits: never) => Promise<unknown>,
  refusalOf: (error: unknown) => TaskRefusal | null,
): void {
  process.on('message', (message) => {
    const { id, task, limits } = message as Request;
    work(task as never, limits as never).then(
      (result) => process.send?.({ id, result }),
      (error: unknown) => {
        const { code, detail } = refusalOf(error) ?? {
          code: 'damaged',
          detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
        };
        process.send?.({ id, failure: { code, detail: detail?.slice(0, 500) } });
      },
    );
  });
  process.on('disconnect', () => process.exit(0));
  // Ctrl-C and service managers signal the whole group: the application decides what is finished first, and
  // ends this process itself.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  // A library's forgotten promise must not end the process while another result is on its way.
  process.on('unhandledRejection', () => undefined);
  process.send?.({ ready: true });
}
