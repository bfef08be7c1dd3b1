import type { openConnected } from './stripe/stripe-stand-in.connect.ts';
import type { Recurring } from './stripe/stripe-stand-in.people.ts';
import type { Kind, StripeState, Thing } from './stripe/stripe-stand-in.state.ts';

/** A refusal in Stripe's own form. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: { type: string; code?: string; param?: string; message: string };
  constructor(
    status: number,
    message: string,
    details: { type?: string; code?: string; param?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.body = { type: 'invalid_request_error', ...details, message };
  }
}

export type Form = { [name: string]: string | Form | (string | Form)[] };
export type Call = {
  state: StripeState;
  id: string;
  form: Form;
  memory: Memory;
  connected: ReturnType<typeof openConnected>;
};
/** What sessions were made for, beside what Stripe shows of them. */
export type Memory = {
  recurring: Map<string, Recurring>;
  intentMetadata: Map<string, unknown>;
  /** Endpoints that hear of connected accounts. */
  connectEndpoints: Set<string>;
};
export type Operation = {
  /** File and name of the description of what may be sent. */
  params: readonly [file: string, name: string];
  /** What a restricted key must be allowed. */
  right: string;
  /** What a restricted key must be allowed besides, for things that are asked for inside others. */
  expandRights?: Readonly<Record<string, string>>;
  answers: Kind;
  run(call: Call): Thing | Thing[] | { id: string; object: string; deleted: true };
};

/** What of a form is text; empty for anything else. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** Stripe's refusal of an id that it does not know. */
export const missing = (kind: string, id: string): StripeRefusal =>
  new StripeRefusal(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' });

/** Answers with the thing of the id in the path. */
export function one(kind: Kind): Operation['run'] {
  return ({ state, id }) => {
    const found = state.find(kind, id);
    if (!found) throw missing(kind, id);
    return found;
  };
}

/** Answers with all of a kind that fit the filters of the query. */
export function many(kind: Kind, ...filters: string[]): Operation['run'] {
  return ({ state, form }) =>
    state
      .of(kind)
      .filter((thing) =>
        filters.every((filter) => form[filter] === undefined || String(thing[filter]) === form[filter]),
      );
}

/** What of a form is an object, as metadata is; empty for anything else. */
export const plain = (value: unknown): Record<string, unknown> => ({
  ...(typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}),
});
