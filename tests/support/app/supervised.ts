import { readFileSync } from 'node:fs';

/**
 * The server that a started `tools/start.mjs` watches over; null when there is none at this moment. Linux
 * only.
 */
export function supervisedServer(supervisorPid: number): number | null {
  try {
    const [first] = readFileSync(`/proc/${supervisorPid}/task/${supervisorPid}/children`, 'utf8')
      .trim()
      .split(' ');
    return first ? Number(first) : null;
  } catch {
    return null;
  }
}
