/**
 * The editor's draft: what the person sees now, what can be undone and redone, and what the server has.
 * Pure: saving and time come from outside, so that every rule here is tested without a browser.
 */

/** A change of the same field within this time joins the undo step before it, in ms. */
const coalesceTime = 1_000;
/** How long after the last change the draft is saved, in ms. */
export const saveDelay = 800;
/** How long after a failed save it is tried again, in ms; the last one repeats. */
const retryDelays = [2_000, 5_000, 15_000, 30_000];
/** Undo steps that are kept unless the draft says otherwise. */
const usualUndoSteps = 200;

export type DraftStatus = 'idle' | 'waiting' | 'saving' | 'saved' | 'failed' | 'refused' | 'conflict';

export type DraftState<T> = {
  value: T;
  status: DraftStatus;
  /** Whether something here is not on the server yet. */
  isDirty: boolean;
  canUndo: boolean;
  canRedo: boolean;
  revision: number;
  /** What the server has at `revision`. */
  saved: T;
  /** Errors of the fields that the server refused, by path. */
  fields: Record<string, string>;
};

/**
 * How a save ended. `failed` is tried again; `refused` waits for the next change; `conflict` waits for the
 * person.
 */
export type SaveOutcome =
  | { kind: 'saved'; revision: number }
  | { kind: 'failed' }
  | { kind: 'refused'; fields: Record<string, string> }
  | { kind: 'conflict' };

export type DraftTimer = { stop(): void };

export type DraftOptions<T> = {
  value: T;
  revision: number;
  save(value: T, revision: number): Promise<SaveOutcome>;
  /** Errors that are known before asking the server; what they stand at is not saved. */
  check?(value: T): Record<string, string>;
  /** How one's own changes since `base` come to stand on somebody else's; unless given, by `mergeChanges`. */
  merge?(base: T, mine: T, theirs: T): T;
  /** Undo steps that are kept. */
  mostUndoSteps?: number;
  now?(): number;
  start?(milliseconds: number, onElapsed: () => void): DraftTimer;
};

export type DraftStore<T> = ReturnType<typeof createDraft<T>>;

type Step<T> = { value: T };

function browserTimer(milliseconds: number, onElapsed: () => void): DraftTimer {
  const timer = setTimeout(onElapsed, milliseconds);
  return { stop: () => clearTimeout(timer) };
}

/** Makes the draft of one agent. */
export function createDraft<T>(options: DraftOptions<T>) {
  const { save, check = () => ({}), now = Date.now, start = browserTimer } = options;
  const { merge = mergeChanges, mostUndoSteps = usualUndoSteps } = options;
  const listeners = new Set<() => void>();
  let past: Step<T>[] = [];
  let future: Step<T>[] = [];
  let lastChange: { field: string; at: number } | null = null;
  let timer: DraftTimer | null = null;
  let running: Promise<void> | null = null;
  let attempts = 0;
  let state: DraftState<T> = {
    value: options.value,
    status: 'idle',
    isDirty: false,
    canUndo: false,
    canRedo: false,
    revision: options.revision,
    saved: options.value,
    fields: check(options.value),
  };

  const remember = (value: T): void => {
    past = [...past, { value }].slice(-mostUndoSteps);
  };

  function set(change: Partial<DraftState<T>>): void {
    const next = { ...state, ...change };
    state = {
      ...next,
      isDirty: next.value !== next.saved,
      canUndo: past.length > 0,
      canRedo: future.length > 0,
    };
    for (const listener of listeners) listener();
  }

  function schedule(milliseconds: number): void {
    timer?.stop();
    timer = start(milliseconds, () => {
      timer = null;
      void run();
    });
  }

  /** Shows a value and saves it soon. While somebody else's change waits for a decision, nothing is saved. */
  function show(value: T): void {
    const fields = check(value);
    const status: DraftStatus =
      state.status === 'conflict'
        ? 'conflict'
        : Object.keys(fields).length > 0
          ? 'refused'
          : running
            ? 'saving'
            : 'waiting';
    set({ value, fields, status });
    attempts = 0;
    if (status === 'conflict') return;
    if (value === state.saved && !running) set({ status: 'saved' });
    else schedule(saveDelay);
  }

  /** Saves until the server has what is shown; never two saves at a time. */
  function run(): Promise<void> {
    timer?.stop();
    timer = null;
    running ??= (async () => {
      while (state.value !== state.saved && state.status !== 'conflict') {
        const { value, revision } = state;
        const fields = check(value);
        const sound = savable(value, state.saved, fields, check);
        if (sound === null) {
          set({ status: 'refused', fields });
          return;
        }
        set({ status: 'saving' });
        const outcome = await save(sound, revision).catch((): SaveOutcome => ({ kind: 'failed' }));
        if (outcome.kind === 'saved') {
          attempts = 0;
          const isCurrent = state.value === value;
          const isWhole = sound === value;
          set({
            saved: sound,
            revision: outcome.revision,
            status: !isCurrent ? 'saving' : isWhole ? 'saved' : 'refused',
          });
          if (isCurrent && !isWhole) return;
        } else if (outcome.kind === 'conflict') {
          set({ status: 'conflict' });
        } else if (outcome.kind === 'refused') {
          // What was typed meanwhile may be the correction.
          if (state.value !== value) continue;
          set({ status: 'refused', fields: outcome.fields });
          return;
        } else {
          set({ status: 'failed' });
          schedule(retryDelays[Math.min(attempts++, retryDelays.length - 1)] ?? saveDelay);
          return;
        }
      }
    })().finally(() => {
      running = null;
    });
    return running;
  }

  function replace(value: T, revision: number): void {
    timer?.stop();
    timer = null;
    attempts = 0;
    if (isSame(value, state.value)) return set({ saved: state.value, revision, status: 'saved', fields: {} });
    remember(state.value);
    future = [];
    lastChange = null;
    set({ value, saved: value, revision, status: 'saved', fields: check(value) });
  }

  return {
    get: (): DraftState<T> => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    /** Changes the draft. `field` names what is edited: quick changes of one field are one undo step. */
    change(value: T, field: string): void {
      if (value === state.value) return;
      const at = now();
      const joins = lastChange?.field === field && at - lastChange.at < coalesceTime && past.length > 0;
      if (!joins) remember(state.value);
      lastChange = { field, at };
      future = [];
      show(value);
    },
    undo(): void {
      const step = past.at(-1);
      if (!step) return;
      past = past.slice(0, -1);
      future = [...future, { value: state.value }];
      lastChange = null;
      show(step.value);
    },
    redo(): void {
      const step = future.at(-1);
      if (!step) return;
      future = future.slice(0, -1);
      past = [...past, { value: state.value }];
      lastChange = null;
      show(step.value);
    },

    /** Saves now what is not saved yet. True when the server has everything. */
    async flush(): Promise<boolean> {
      await run();
      return state.value === state.saved;
    },
    /**
     * Takes the server's value: after a restore, or when somebody else's change is to count. One's own is one
     * undo away.
     */
    replace,
    /** After somebody else's change: one's own changes on top of theirs; both are saved. */
    keepMine(theirs: T, revision: number): Promise<boolean> {
      const value = merge(state.saved, state.value, theirs);
      remember(state.value);
      future = [];
      set({ saved: theirs, value, revision, status: 'waiting', fields: check(value) });
      return this.flush();
    },
    /** Stops the timers; a running save ends by itself. */
    close(): void {
      timer?.stop();
      timer = null;
      listeners.clear();
    },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two values of plain data say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  if (!isRecord(one) || !isRecord(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && isSame(one[key], other[key]))
  );
}

/**
 * Theirs, with every field that differs between `base` and `mine` taken from mine. Lists count as one field.
 */
export function mergeChanges<T>(base: T, mine: T, theirs: T): T {
  if (isSame(base, mine)) return theirs;
  if (!isRecord(base) || !isRecord(mine) || !isRecord(theirs)) return mine;
  const merged: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)]))
    merged[key] = mergeChanges(base[key], mine[key], theirs[key]);
  return merged as T;
}

/**
 * What of a value can be saved: all of it, or, where some fields are wrong, the rest with these fields as they
 * are saved. Lists count as one field. Null when there is nothing new to save, or what is left is wrong, too.
 */
export function savable<T>(
  value: T,
  saved: T,
  fields: Readonly<Record<string, string>>,
  check: (value: T) => Record<string, string>,
): T | null {
  const wrong = Object.keys(fields);
  if (wrong.length === 0) return value;
  const rest = wrong.reduce((sum, path) => withSaved(sum, saved, path.split('.')), value);
  return isSame(rest, saved) || Object.keys(check(rest)).length > 0 ? null : rest;
}

function withSaved<T>(value: T, saved: T, [name, ...path]: readonly string[]): T {
  if (name === undefined || !isRecord(value) || !isRecord(saved)) return saved;
  return { ...value, [name]: withSaved(value[name], saved[name], path) };
}

/**
 * Where two values of plain data first differ, as a path of at most `depth` names; null where they say the same.
 */
export function firstDifference(one: unknown, other: unknown, depth = 2): string | null {
  if (isSame(one, other)) return null;
  if (depth === 0 || !isRecord(one) || !isRecord(other)) return '';
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const rest = firstDifference(one[key], other[key], depth - 1);
    if (rest !== null) return rest === '' ? key : `${key}.${rest}`;
  }
  return '';
}
