import { milliseconds, type Check } from './check.ts';

const pages = ['', '/ultrafast', '/licensed', '/dev', '/a-tag'];

/** Every address of an agent, with what each must answer, and one of an agent that is none. */
export const check: Check = async ({ values, report, signal }) => {
  const guide = Number(values['guide']);
  const look = async (
    path: string,
    isRight: (answer: Response, text: string) => boolean,
    name = path,
  ): Promise<void> => {
    const begin = performance.now();
    const answer = await fetch(path, { cache: 'no-store', signal });
    const text = await answer.text();
    const took = milliseconds(performance.now() - begin);
    report(name, `${answer.status} · ${took}`, isRight(answer, text) ? 'good' : 'bad');
  };
  const framing = (answer: Response): string =>
    /frame-ancestors ([^;]+)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] ?? '';
  await look(
    `/widgets/${guide}.js`,
    (answer, text) =>
      answer.ok &&
      /javascript/.test(answer.headers.get('content-type') ?? '') &&
      answer.headers.get('access-control-allow-origin') === '*' &&
      text.includes(String(guide)),
  );
  for (const base of ['/widgets', '/agents'])
    for (const suffix of pages)
      await look(`${base}/${guide}${suffix}`, (answer) => answer.ok && framing(answer) === "'none'");
  for (const base of ['/widgets', '/agents'])
    await look(`${base}/${guide}/embed`, (answer) => answer.ok && framing(answer) !== "'none'");
  await look('/widgets/2147483647', (answer) => answer.status === 404, 'unknown');
};
