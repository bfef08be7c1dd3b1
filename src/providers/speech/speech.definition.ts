/** What a minute costs, in micro-dollars (1,000,000 is $1), as the vendor prints it; null where it costs nothing known. */
export type SpeechPrice = {
  heard: number;
  said: number;
};

/** One vendor of speech as data. Holds nothing that only a server may know. */
export type SpeechDefinition<Id extends string = string> = {
  id: Id;
  label: string;
  /** How the vendor's keys begin, as a hint below the field; never used to refuse a key. */
  keyPrefix: string | null;
  /** Where a person gets a key. */
  keyUrl: string | null;
  baseUrl: string | null;
  needsKey: boolean;
  acceptsBaseUrl: boolean;
  /** Whether it understands speech; where it does not, the visitor's browser does. */
  listens: boolean;
  /** Whether a voice can be slower or faster. */
  hasPace: boolean;
  /** Whether it can be said how even a voice is, and how true to its model. */
  hasTuning: boolean;
  /** Whether its voices belong to projects. */
  hasProjects: boolean;
  /** Whether an owner names the models, because each server has its own. */
  hasOwnModels: boolean;
  /** Voices that are known without asking the vendor; the first speaks where none is chosen. */
  voices: readonly string[];
  perMinute: SpeechPrice | null;
  /**
   * How it copies voices; null where it doesn't. `pieceSeconds`: it takes a sample in pieces no longer than that, each with
   * its text; null: whole and without.
   */
  cloning: { pieceSeconds: number | null } | null;
};
