/**
 * Patterns that people write for the values of their fields: the common part of regular expressions, matched against the whole text in time
 * that grows with its length only. A pattern of an owner runs on what strangers type, and the engine's own expressions can be made to run for hours.
 * Known: letters, `.`, `[a-z]`, `[^…]`, `\d \w \s` and their opposites, `( )`, `|`, `? * +`, `{2,5}`; `^` and `$` around the whole say what holds anyway.
 */
export type SimplePattern = { matches(text: string): boolean };

type Test = (sign: string) => boolean;
type Node = { kind: 'sign'; test: Test } | { kind: 'all'; parts: Node[] } | { kind: 'any'; parts: Node[] } | { kind: 'repeat'; part: Node; min: number; max: number };
/** Where a state leads: past a sign that passes the test, or to others at once. */
type State = { test: Test; next: number } | { jumps: number[] };

const mostStates = 4_000;
const most = 255;
const classes: Record<string, Test> = { d: (sign) => /[0-9]/.test(sign), w: (sign) => /[\p{L}\p{N}_]/u.test(sign), s: (sign) => /\s/.test(sign) };

class Unreadable extends Error {}

class Reader {
  readonly #signs: string[];
  #at = 0;
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
    while (this.#at < this.#signs.length && !'|)'.includes(this.#signs[this.#at] ?? '')) parts.push(this.#repeated(this.#one()));
    return { kind: 'all', parts };
  }

  #repeated(part: Node): Node {
    if (this.#take('?')) return { kind: 'repeat', part, min: 0, max: 1 };
    if (this.#take('*')) return { kind: 'repeat', part, min: 0, max: Infinity };
    if (this.#take('+')) return { kind: 'repeat', part, min: 1, max: Infinity };
    if (!this.#take('{')) return part;
    const [whole, low, comma, high] = /^(\d{1,3})(?:(,)(\d{0,3}))?\}/.exec(this.#signs.slice(this.#at, this.#at + 8).join('')) ?? [];
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
      const inside = this.#choice();
      if (!this.#take(')')) throw new Unreadable();
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

/** Writes the states of a node in front of those that are there; gives the first. State 0 is the end. */
function build(node: Node, next: number, states: State[]): number {
  const add = (state: State): number => {
    if (states.length >= mostStates) throw new Unreadable();
    return states.push(state) - 1;
  };
  if (node.kind === 'sign') return add({ test: node.test, next });
  if (node.kind === 'all') return node.parts.reduceRight((after, part) => build(part, after, states), next);
  if (node.kind === 'any') return node.parts.length === 1 ? build(node.parts[0]!, next, states) : add({ jumps: node.parts.map((part) => build(part, next, states)) });
  let after = next;
  if (node.max === Infinity) {
    const jumps = [next];
    after = add({ jumps });
    jumps.push(build(node.part, after, states));
  } else for (let more = node.min; more < node.max; more++) after = add({ jumps: [next, build(node.part, after, states)] });
  for (let times = 0; times < node.min; times++) after = build(node.part, after, states);
  return after;
}

/** Reads a pattern; null when it is none that is known here. */
export function readPattern(pattern: string): SimplePattern | null {
  const states: State[] = [{ jumps: [] }];
  let first = 0;
  try {
    first = build(new Reader(pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')).readAll(), 0, states);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
  const reach = (from: number, into: Set<number>): void => {
    const waiting = [from];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (into.has(at)) continue;
      into.add(at);
      const state = states[at];
      if (state && 'jumps' in state) waiting.push(...state.jumps);
    }
  };
  return {
    matches(text) {
      let now = new Set<number>();
      reach(first, now);
      for (const sign of text) {
        const then = new Set<number>();
        for (const at of now) {
          const state = states[at];
          if (state && 'test' in state && state.test(sign)) reach(state.next, then);
        }
        if (then.size === 0) return false;
        now = then;
      }
      return now.has(0);
    },
  };
}
