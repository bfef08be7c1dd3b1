import { createHash } from 'node:crypto';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { StoredMcpTool } from '../mcp.table.ts';

/** Tools of one server that are kept. */
export const mostTools = 128;
const longestDescription = 2_000;
/** Characters of a schema that a model can reasonably read; a tool with a longer one is left out. */
const longestSchema = 16_000;
const deepest = 12;
/** Characters of one description within a schema. */
const longestNote = 500;
const notes = new Set(['description', 'title', '$comment']);

/**
 * A text of a server without what no reader sees: control characters, and marks that turn the direction of
 * writing. Lines, and what joins the parts of a picture sign, stay.
 */
export const visibleText = (text: string): string =>
  text.replace(/(?![\n\t\u200D])[\p{Cc}\p{Cf}]/gu, '').toWellFormed();

const depthOf = (value: unknown, depth = 0): number =>
  typeof value !== 'object' || value === null || depth > deepest
    ? depth
    : Math.max(depth, ...Object.values(value).map((one) => depthOf(one, depth + 1)));

/** The same for the same content, in whatever order its fields stand. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, canonical(one)]),
  );
}

/** A schema as a model may read it: without what nobody sees, and with short descriptions. */
function readable(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    const text = visibleText(value);
    return notes.has(key) ? text.slice(0, longestNote).toWellFormed() : text;
  }
  if (Array.isArray(value)) return value.map((one) => readable(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [visibleText(name), readable(one, name)]),
  );
}

/** What is kept of a tool that a server described; null for one that no model could use. */
export function readTool({ name, title, description, inputSchema, annotations }: Tool): StoredMcpTool | null {
  if (!/^[\w.\-/]{1,128}$/.test(name) || depthOf(inputSchema) > deepest) return null;
  const { $schema: _, ...parameters } = inputSchema as Record<string, unknown>;
  if (JSON.stringify(parameters).length > longestSchema) return null;
  const content = { name, title, description, inputSchema, annotations };
  return {
    name,
    title: visibleText(title ?? annotations?.title ?? '').slice(0, 100),
    description: visibleText(description ?? '').slice(0, longestDescription),
    parameters: readable(parameters) as Record<string, unknown>,
    hash: createHash('sha256')
      .update(JSON.stringify(canonical(content)))
      .digest('hex')
      .slice(0, 32),
  };
}

const word = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/(?<!_)_+$|^_+/g, '')
    .toLowerCase();

/**
 * The name by which a model calls a tool: that of its server stands before it, so that no server takes the
 * place of another's tool or of a built-in one.
 */
export function calledAs(
  connection: { id: string; name: string },
  tool: string,
  taken: ReadonlySet<string>,
): string {
  const server = word(connection.name).slice(0, 20) || 'mcp';
  const plain = `${server}__${word(tool)}`;
  if (plain.length <= 64 && !taken.has(plain)) return plain;
  const mark = createHash('sha256').update(`${connection.id} ${tool}`).digest('hex').slice(0, 8);
  return `${plain.slice(0, 55)}_${mark}`;
}
