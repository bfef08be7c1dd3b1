import { charactersPerMinute } from '#shared/voice/pace.ts';
import type { Suite } from '#features/agents/agents-tests.contract.ts';
import type { Run } from '../../simulator.contract.ts';

type Price = {
  heard: number;
  said: number;
} | null;

/** About so many minutes the visitors of a suite speak. A model may go on as long as a scenario lets it. */
export function spokenMinutes({ scenarios }: Pick<Suite, 'scenarios'>, player: Run['player']): number {
  const characters = scenarios.map(({ turns, personas, attempts, mostTurns }) => {
    const script = turns.reduce((sum, { text }) => sum + text.length, 0);
    const longest = player === 'model' ? (script / turns.length) * mostTurns : script;
    return Math.max(script, longest) * new Set(personas).size * attempts;
  });
  return characters.reduce((sum, one) => sum + one, 0) / charactersPerMinute;
}

/** About what saying and understanding that costs, in micro-dollars; null where the vendor has no known price. */
export const speechMicros = (minutes: number, price: Price): number | null =>
  price && Math.ceil(minutes * (price.said + price.heard));
