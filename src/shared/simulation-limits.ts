/**
 * What a run of the simulator may take from models and vendors of speech, and all runs of an account in a day, in
 * micro-dollars.
 */
export const runLimits = { runMicros: 5_000_000, dayMicros: 20_000_000 } as const;
