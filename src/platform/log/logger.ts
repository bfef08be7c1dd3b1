import { pino, type Logger as PinoLogger } from 'pino';

/** Structured log. Second argument is the line; fields never hold secrets or visitors' texts. */
export type Logger = Pick<PinoLogger, 'info' | 'warn' | 'error' | 'debug' | 'fatal' | 'child'>;

const redacted = [
  '*.password',
  '*.apiKey',
  '*.secret',
  '*.token',
  '*.authorization',
  '*.cookie',
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-openai-key"]',
  'headers["x-openai-key"]',
  '*.ownKey',
  'ownKey',
  'password',
  'apiKey',
  'secret',
  'token',
];

/**
 * Creates the process's log on standard output, or in `write`: one JSON object a line, or short coloured
 * lines for a terminal.
 */
export function createLogger(options: {
  level: string;
  format: 'json' | 'pretty';
  write?: (line: string) => void;
}): Logger {
  const write = (line: string): void => {
    if (options.write) options.write(line);
    else process.stdout.write(line);
  };
  const settings = {
    level: options.level,
    base: null,
    redact: { paths: redacted, censor: '(hidden)' },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  if (options.format === 'json') return options.write ? pino(settings, { write }) : pino(settings);
  return pino(settings, { write: (line: string) => write(prettyLine(line)) });
}

/** Characters of an error's message and of its stack: libraries put whole answers of servers there. */
const longestText = 2_000;

/**
 * The parts of an error that help: never everything that hangs on it, which may be a whole connection with
 * its secrets or a statement with a visitor's words.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error).slice(0, 500);
  // A failed statement's message ends with all its values: words of visitors, addresses, hashes.
  const message = error.message.replace(/\nparams: [\s\S]*$/, '').slice(0, longestText);
  const { code, status } = error as { code?: unknown; status?: unknown };
  return {
    type: error.name,
    message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof status === 'number' ? { status } : {}),
    stack: error.stack?.replace(error.message, () => message).slice(0, longestText),
    ...(error.cause !== undefined && depth < 3 ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}

/** A log that writes nothing, for tests. */
export function createSilentLogger(): Logger {
  return pino({ level: 'silent' });
}

const names: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'ERROR', 60: 'FATAL' };

function prettyLine(line: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown> & {
    level: number;
    time: string;
    msg?: string;
    err?: { stack?: string };
  };
  const rest = Object.entries(fields).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const stack = err?.stack ? `\n${err.stack}` : '';
  return `${time.slice(11, 19)} ${names[level] ?? level} ${msg ?? ''}${rest.length > 0 ? ` \u001b[2m${rest.join(' ')}\u001b[22m` : ''}${stack}\n`;
}
