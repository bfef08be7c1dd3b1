import type { Config } from '#platform/config/settings.ts';

/** How this process logs: short lines where somebody watches, JSON where a program reads. */
export const logSettings = ({
  logLevel,
  logFormat,
}: Config): { level: string; format: 'json' | 'pretty' } => ({
  level: logLevel ?? 'info',
  format: logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json'),
});
