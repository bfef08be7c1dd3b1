import type { Persona } from '#features/agents/agents-tests.contract.ts';
import type { Compared, Result } from '../../simulator-results.contract.ts';

type Compares = Pick<Result, 'scenario' | 'persona' | 'attempt' | 'status' | 'place'>;
type Gathered = {
  scenario: string;
  persona: Persona;
  status: Result['status'];
  place: number;
};

/** The worst of several attempts counts. */
const worst: Result['status'][] = ['broken', 'failed', 'running', 'passed'];

function gathered(results: readonly Compares[]): Map<string, Gathered> {
  const found = new Map<string, Gathered>();
  for (const { scenario, persona, status, place } of results) {
    const key = JSON.stringify([scenario, persona]);
    const known = found.get(key);
    const isWorse = known && worst.indexOf(status) < worst.indexOf(known.status);
    if (!known || isWorse) found.set(key, { scenario, persona, status, place });
  }
  return found;
}

/**
 * Each scenario of two runs, with what became of it in both: first what fails now, then what was mended, then what
 * stayed as it was.
 */
export function comparisonOf(before: readonly Compares[], after: readonly Compares[]): Compared[] {
  const [old, now] = [gathered(before), gathered(after)];
  const rows = [...new Set([...now.keys(), ...old.keys()])].flatMap((key): Compared[] => {
    const [was, is] = [old.get(key), now.get(key)];
    const either = is ?? was;
    if (!either) return [];
    return [
      {
        scenario: either.scenario,
        persona: either.persona,
        before: was?.status ?? null,
        after: is?.status ?? null,
        beforePlace: was?.place ?? null,
        afterPlace: is?.place ?? null,
      },
    ];
  });
  const rank = ({ before: was, after: is }: Compared): number =>
    was !== is && is !== 'passed' ? 0 : was !== is ? 1 : is === 'passed' ? 3 : 2;
  return rows.toSorted((one, other) => rank(one) - rank(other));
}
