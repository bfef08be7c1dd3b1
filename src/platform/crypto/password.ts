import { hash, verify } from '@node-rs/argon2';

/** What one hash costs: memory in KiB, and how often it is gone through. */
export type PasswordCost = {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
};

export type Passwords = {
  /** Hashes a password (1 to 1,024 characters; the caller checks) for storing. */
  hash(password: string): Promise<string>;
  /**
   * Checks a password. With no stored hash it takes the same time and is false, so timing tells nothing about
   * who exists.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
};

// Argon2id, 19 MiB, two passes: OWASP's minimum. Each check takes tens of milliseconds of a core.
const usualCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const mostAtOnce = 2;

/**
 * How passwords are kept. Another cost than the usual one is for tests, which register people by the hundred.
 */
export function createPasswords(cost: PasswordCost = usualCost): Passwords {
  let running = 0;
  const waiting: (() => void)[] = [];
  let decoy: Promise<string> | undefined;

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

  const hashed = (password: string): Promise<string> => bounded(() => hash(password.normalize('NFKC'), cost));
  return {
    hash: hashed,
    async verify(stored, password) {
      decoy ??= hashed('a password that nobody has');
      const against = stored ?? (await decoy);
      const matches = await bounded(() => verify(against, password.normalize('NFKC')));
      return stored !== null && matches;
    },
  };
}
