import { milliseconds, type Check } from './check.ts';

const kindOf = (file: string): RegExp =>
  /\.m?js$/.test(file) ? /^(text|application)\/javascript/ : file.endsWith('.css') ? /^text\/css/ : /./;

/** Fetches every file of the chat past all caches, and looks at how each arrives. */
export const check: Check = async ({ values, report, signal }) => {
  const files = values['files'] as string[];
  const begin = performance.now();
  const [missing, mistyped, loose]: [string[], string[], string[]] = [[], [], []];
  let bytes = 0;
  for (const file of files) {
    const answer = await fetch(file, { cache: 'reload', signal });
    const body = await answer.arrayBuffer();
    bytes += body.byteLength;
    if (!answer.ok) missing.push(file);
    else if (!kindOf(file).test(answer.headers.get('content-type') ?? '')) mistyped.push(file);
    // Files with a fingerprint in their name never change.
    if (file.startsWith('/chat/') && !/immutable/.test(answer.headers.get('cache-control') ?? ''))
      loose.push(file);
    report('files', `${files.indexOf(file) + 1} / ${files.length}`, 'note');
  }
  const took = performance.now() - begin;
  const list = (names: string[]): string => (names.length === 0 ? '✓' : names.join(' '));
  report(
    'files',
    missing.length === 0 ? `${files.length} / ${files.length}` : list(missing),
    stateOf(missing),
  );
  report('types', list(mistyped), stateOf(mistyped));
  const sent = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ name }) => files.some((file) => name.endsWith(file)))
    .slice(-files.length)
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  const kib = (size: number): string => `${Math.round(size / 1024)} KiB`;
  report('compressed', `${kib(sent)} / ${kib(bytes)}`, sent < bytes * 0.6 ? 'good' : 'bad');
  report('kept', list(loose), stateOf(loose));
  report('time', milliseconds(took), 'note');
  // This very file came as one, when its page asked for it.
  report('module', new URL(import.meta.url).pathname, 'good');
};

const stateOf = (faults: string[]): 'good' | 'bad' => (faults.length === 0 ? 'good' : 'bad');
