/**
 * Patterns that people write for the values of their fields: the common part of regular expressions, matched
 * against the whole text in time that grows with its length only. A pattern of an owner runs on what
 * strangers type, and the engine's own expressions can be made to run for hours.
 * Known: letters, `.`, `[a-z]`, `[^…]`, `\d \w \s` and their opposites, `( )`, `|`, `? * +`, `{2,5}`; `^` and
 * `$` around the whole say what holds anyway.
 */
export type SimplePattern = {
  /** Whether a whole text is like the pattern; null where the effort ran out before that was known. */
  matches(text: string, effort?: PatternEffort): boolean | null;
};

/**
 * How many steps may still be taken, for one text or for several that are read at a time; a million take some
 * eighty milliseconds.
 */
export type PatternEffort = { left: number };
export const patternEffort = { text: 1_000_000, request: 2_000_000, row: 200_000 } as const;

type Test = (sign: string) => boolean;
type Node =
  | { kind: 'sign'; test: Test }
  | { kind: 'all'; parts: Node[] }
  | { kind: 'any'; parts: Node[] }
  | { kind: 'repeat'; part: Node; min: number; max: number };
/** Where a state leads: past a sign that passes the test, or to others at once. */
type State =
  | {
      test: Test;
      next: number;
    }
  | { jumps: number[] };
/** States in the order in which they were made, and how much was done for them. */
type Plan = {
  states: State[];
  steps: number;
};

/** Longest pattern that is read at all, in signs. */
const longest = 1_000;
/**
 * Steps of building a pattern, so also its states and the ways between them: each sign of a text is held
 * against all.
 */
const mostSteps = 2_000;
/** Brackets within brackets. */
const deepest = 50;
const most = 255;
const classes: Record<string, Test> = {
  d: (sign) => /[0-9]/.test(sign),
  w: (sign) => /[\p{L}\p{N}_]/u.test(sign),
  s: (sign) => /\s/.test(sign),
};

class Unreadable extends Error {}

class Reader {
  readonly #signs: string[];
  #at = 0;
  #depth = 0;
  constructor(text: string) {
    this.#signs = [...text];
  }

  readAll(): Node {
    const node = this.#choice();
    if (this.#at < this.#signs.length) throw new Unreadable();
    return node;
  }

  #choice(): Node {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    return { kind: 'any', parts };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#signs.length && !'|)'.includes(this.#signs[this.#at] ?? ''))
      parts.push(this.#repeated(this.#one()));
    return { kind: 'all', parts };
  }

  #repeated(part: Node): Node {
    if (this.#take('?')) return { kind: 'repeat', part, min: 0, max: 1 };
    if (this.#take('*')) return { kind: 'repeat', part, min: 0, max: Infinity };
    if (this.#take('+')) return { kind: 'repeat', part, min: 1, max: Infinity };
    if (!this.#take('{')) return part;
    const [whole, low, comma, high] =
      /^(\d{1,3})(?:(,)(\d{0,3}))?\}/.exec(this.#signs.slice(this.#at, this.#at + 8).join('')) ?? [];
    if (whole === undefined) throw new Unreadable();
    this.#at += whole.length;
    const min = Number(low);
    const max = comma === undefined ? min : high ? Number(high) : Infinity;
    if (max < min || min > most || (max > most && max !== Infinity)) throw new Unreadable();
    return { kind: 'repeat', part, min, max };
  }

  #one(): Node {
    const sign = this.#next();
    if (sign === '(') {
      if (this.#take('?') && !this.#take(':')) throw new Unreadable();
      this.#depth += 1;
      if (this.#depth > deepest) throw new Unreadable();
      const inside = this.#choice();
      if (!this.#take(')') || isNothing(inside)) throw new Unreadable();
      this.#depth -= 1;
      return inside;
    }
    if (sign === '[') return { kind: 'sign', test: this.#set() };
    if (sign === '.') return { kind: 'sign', test: () => true };
    if (sign === '\\') return { kind: 'sign', test: this.#escaped() };
    if ('*+?{})]^$'.includes(sign)) throw new Unreadable();
    return { kind: 'sign', test: (other) => other === sign };
  }

  #set(): Test {
    const isNot = this.#take('^');
    const tests: Test[] = [];
    while (!this.#take(']')) {
      const from = this.#next();
      if (from === '\\') {
        tests.push(this.#escaped());
      } else if (this.#signs[this.#at] === '-' && this.#signs[this.#at + 1] !== ']') {
        this.#at += 1;
        const to = this.#next();
        if (to === '\\' || to < from) throw new Unreadable();
        tests.push((sign) => sign >= from && sign <= to);
      } else tests.push((sign) => sign === from);
    }
    if (tests.length === 0) throw new Unreadable();
    return (sign) => tests.some((test) => test(sign)) !== isNot;
  }

  #escaped(): Test {
    const sign = this.#next();
    const known = classes[sign];
    if (known) return known;
    const opposite = classes[sign.toLowerCase()];
    if (opposite) return (other) => !opposite(other);
    // Any other letter or number means something that is not known here.
    if (/[\p{L}\p{N}]/u.test(sign)) throw new Unreadable();
    return (other) => other === sign;
  }

  #next(): string {
    const sign = this.#signs[this.#at];
    if (sign === undefined) throw new Unreadable();
    this.#at += 1;
    return sign;
  }

  #take(sign: string): boolean {
    if (this.#signs[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }
}

/** Whether a node stands for no sign at all: a group of it says nothing, however often it is repeated. */
function isNothing(node: Node): boolean {
  if (node.kind === 'sign') return false;
  return node.kind === 'repeat' ? node.max === 0 || isNothing(node.part) : node.parts.every(isNothing);
}

/**
 * Writes the states of a node in front of those that are there; gives the first. State 0 is the end.
 * Repetitions are written out, those within others again and again, so each step counts.
 */
function build(node: Node, next: number, plan: Plan): number {
  const count = (steps: number): void => {
    plan.steps += steps;
    if (plan.steps > mostSteps) throw new Unreadable();
  };
  const add = (state: State): number => {
    if ('jumps' in state) count(state.jumps.length);
    return plan.states.push(state) - 1;
  };
  count(1);
  if (node.kind === 'sign') return add({ test: node.test, next });
  if (node.kind === 'all') return node.parts.reduceRight((after, part) => build(part, after, plan), next);
  if (node.kind === 'any') {
    if (node.parts.length === 1) return build(node.parts[0]!, next, plan);
    return add({ jumps: node.parts.map((part) => build(part, next, plan)) });
  }
  let after = next;
  if (node.max === Infinity) {
    const jumps = [next];
    after = add({ jumps });
    jumps.push(build(node.part, after, plan));
  } else {
    for (let more = node.min; more < node.max; more++)
      after = add({ jumps: [next, build(node.part, after, plan)] });
  }
  for (let times = 0; times < node.min; times++) after = build(node.part, after, plan);
  return after;
}

/** Patterns that were read, the latest last: a file asks for the same ones in each of its rows. */
const known = new Map<string, SimplePattern | null>();
const mostKnown = 200;

/**
 * Reads a pattern; null when it is none that is known here, or one that is too large: repetitions within
 * repetitions multiply. Matching a text takes at most some thousand steps for each of its signs, and ends with
 * the effort that it may take.
 */
export function readPattern(pattern: string): SimplePattern | null {
  if (pattern.length > longest) return null;
  const before = known.get(pattern);
  if (before !== undefined) return before;
  const read = builtPattern(pattern);
  const [first] = known.keys();
  if (known.size >= mostKnown && first !== undefined) known.delete(first);
  known.set(pattern, read);
  return read;
}

/**
 * Reads a pattern that is looked for anywhere in a text, where `^` and `$` mean its ends; null as `readPattern`.
 */
export function readFinding(pattern: string): SimplePattern | null {
  const from = pattern.startsWith('^') ? '' : '.*';
  const to = /(?<!\\)\$$/.test(pattern) ? '' : '.*';
  const inside = pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  return readPattern(`${from}(?:${inside})${to}`);
}

function builtPattern(pattern: string): SimplePattern | null {
  const plan: Plan = { states: [{ jumps: [] }], steps: 0 };
  let first = 0;
  try {
    first = build(new Reader(pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')).readAll(), 0, plan);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
  return { matches: matcher(plan.states, first) };
}

/**
 * Goes through a text with all states at once that may hold so far, each of them looked at once for each
 * sign.
 */
function matcher(states: readonly State[], first: number): SimplePattern['matches'] {
  return (text, effort = { left: patternEffort.text }) => {
    if (effort.left < 0) return null;
    effort.left -= states.length;
    /** Number of the sign, counted from 1, at which a state was reached last. */
    const reachedAt = new Int32Array(states.length);
    const waiting: number[] = [];
    const reach = (from: number, at: number, into: number[]): void => {
      waiting.push(from);
      for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
        effort.left -= 1;
        if (reachedAt[state] === at) continue;
        reachedAt[state] = at;
        const found = states[state];
        if (found && 'jumps' in found) waiting.push(...found.jumps);
        else into.push(state);
      }
    };
    let at = 1;
    let now: number[] = [];
    reach(first, at, now);
    for (const sign of text) {
      at += 1;
      effort.left -= now.length + 1;
      if (effort.left < 0) return null;
      const then: number[] = [];
      // A repeated part asks the same of a sign in each of its copies.
      const passed = new Map<Test, boolean>();
      for (const state of now) {
        const found = states[state];
        if (!found || !('test' in found)) continue;
        let passes = passed.get(found.test);
        if (passes === undefined) passed.set(found.test, (passes = found.test(sign)));
        if (passes) reach(found.next, at, then);
      }
      if (reachedAt[0] !== at && then.length === 0) return false;
      now = then;
    }
    return reachedAt[0] === at;
  };
}
