import { hash, verify } from '@node-rs/argon2';

// Argon2id, 19 MiB, two passes: OWASP's minimum. Each check takes tens of milliseconds of a core.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const mostAtOnce = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Bounds how many hashes run at once, so that a flood of sign-ins does not slow down streams. */
async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** Hashes a password (1 to 1,024 characters; the caller checks) for storing. */
export function hashPassword(password: string): Promise<string> {
  return bounded(() => hash(password.normalize('NFKC'), parameters));
}

let decoy: Promise<string> | undefined;

/** Checks a password. With no stored hash it takes the same time and is false, so timing tells nothing about who exists. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const against = stored ?? (await decoy);
  const matches = await bounded(() => verify(against, password.normalize('NFKC')));
  return stored !== null && matches;
}
