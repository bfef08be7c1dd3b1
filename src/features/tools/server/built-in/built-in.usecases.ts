import type { Clock } from '#platform/clock/clock.ts';
import type { AgentTool } from '../tools.usecases.ts';
import { calculateTool } from './calculate.models.ts';
import { currentTimeTool } from './current-time.models.ts';

/** What every agent can do. `timeZone` is that of whoever asks without naming one, by its IANA name. */
export const builtInTools = (clock: Clock, timeZone: string): AgentTool[] => [
  currentTimeTool(() => clock.now(), timeZone),
  calculateTool,
];
