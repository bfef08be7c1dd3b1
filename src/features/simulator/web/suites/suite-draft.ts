import { scenarioSchema, type Scenario, type Suite } from '#features/agents/agents-tests.contract.ts';

/** A scenario before anything was typed. */
export function blankScenario(name: string): Scenario {
  const scenario = scenarioSchema.parse({ name, turns: [{ text: name }] });
  return { ...scenario, turns: [{ text: '', checks: [] }] };
}

/** A suite before anything was typed, with one scenario in it. */
export const blankSuite = (name: string, scenario: string): Suite => ({
  name,
  isRequired: false,
  scenarios: [blankScenario(scenario)],
});

const longestName = 120;

/**
 * Scenarios out of pasted lines, one question each; what stands behind `|` or a tab must be in the answer. Names
 * that are there already get a number.
 */
export function scenariosFrom(lines: string, taken: readonly string[]): Scenario[] {
  const names = new Set(taken);
  return lines
    .split('\n')
    .map((line) => line.split(/\t|\|/, 2).map((part) => part.trim()))
    .filter(([question]) => question)
    .map(([question = '', expected = '']) => {
      let name = question.slice(0, longestName);
      for (let number = 2; names.has(name); number++)
        name = `${question.slice(0, longestName - 6)} (${number})`;
      names.add(name);
      return scenarioSchema.parse({
        name,
        turns: [
          {
            text: question.slice(0, 4_000),
            checks: expected ? [{ kind: 'contains', text: expected.slice(0, 500) }] : [],
          },
        ],
      });
    });
}
