import { Placeholder, sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

/** How a statement is run. */
export type StatementRun = {
  /**
   * Planned once on each connection, whatever the values: for what finds its rows by their keys, where
   * planning takes longer than running.
   */
  plannedOnce?: boolean;
  /**
   * Does not wait for the disk: when the database's machine dies, the last second of it may be gone, and that
   * harms nobody.
   */
  mayBeLost?: boolean;
};

/** A statement on its way to the database. Connections keep it prepared under its name. */
export type Statement = {
  name: string;
  text: string;
  values: unknown[];
  run: StatementRun;
};

/** The places of values in a statement's text. */
export type Slots<Values> = { readonly [K in keyof Values]-?: Placeholder };

/** Values, or their places in a text. */
export type OrSlots<Values> = { readonly [K in keyof Values]: Values[K] | Placeholder };

const dialect = new PgDialect();
const names = new Map<string, string>();

/**
 * The name under which connections keep a text prepared. Only texts of the code get here, so there are few;
 * values are parameters.
 */
function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) names.set(text, (name = `s${names.size}`));
  return name;
}

/**
 * A statement whose text is put together once for each of its shapes, for what every message passes: putting
 * it together costs as much as asking it. `write` gets a place for each value instead of the value; what the
 * text depends on is the shape. `run` says how it is run by those who ask it early.
 */
export function writtenOnce<
  Values extends object,
  Shape extends Readonly<Record<string, boolean>> = Record<never, never>,
>(
  write: (slots: Slots<Values>, shape: Shape) => SQL,
  run: StatementRun = {},
): (values: Values, shape: Shape) => Statement {
  type Written = { name: string; text: string; places: (keyof Values)[] };
  const written = new Map<string, Written>();
  const slots = new Proxy({}, { get: (_none, name) => sql.placeholder(String(name)) }) as Slots<Values>;

  function put(shape: Shape): Written {
    const { sql: text, params } = dialect.sqlToQuery(write(slots, shape));
    const places = params.map((param) => {
      if (!(param instanceof Placeholder))
        throw new Error('A statement that is written once holds no values of its own');
      return param.name as keyof Values;
    });
    return { name: nameOf(text), text, places };
  }
  return (values, shape) => {
    const key = JSON.stringify(shape);
    let known = written.get(key);
    if (!known) written.set(key, (known = put(shape)));
    return { name: known.name, text: known.text, values: known.places.map((place) => values[place]), run };
  };
}
