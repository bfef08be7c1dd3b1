import { z } from 'zod';
import { agentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import { page, table } from './markdown.ts';

type JsonSchema = {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
};

/** One setting of an agent: where it stands, what it may hold, what it is when nothing was said. */
export type ConfigurationField = {
  path: string;
  kind: string;
  bounds: string;
  initial: unknown;
};

/** Every field of an agent's configuration, out of the schema itself; a list or a map counts as one field. */
export function configurationFields(): ConfigurationField[] {
  const written = z.toJSONSchema(agentConfiguration, {
    io: 'output',
    unrepresentable: 'any',
    reused: 'inline',
  }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
  const schema = written.$defs?.['AgentConfiguration'] ?? written;
  const defaults: unknown = agentConfiguration.parse({});
  const fields: ConfigurationField[] = [];
  const walk = (path: string, part: JsonSchema, initial: unknown): void => {
    if (part.properties && !path.includes('.')) {
      for (const [name, inner] of Object.entries(part.properties))
        walk(path ? `${path}.${name}` : name, inner, (initial as Record<string, unknown>)[name]);
      return;
    }
    fields.push({ path, kind: kindOf(part), bounds: boundsOf(part), initial });
  };
  walk('', schema, defaults);
  return fields;
}

function kindOf(part: JsonSchema): string {
  if (part.enum) return 'choice';
  if (part.anyOf) return [...new Set(part.anyOf.map(kindOf))].join(' or ');
  if (part.type === 'array')
    return `list of ${part.items?.properties ? 'entries' : part.items ? kindOf(part.items) : 'values'}`;
  if (part.type === 'object') return part.properties ? 'group' : 'texts by key';
  if (part.type === 'integer') return 'whole number';
  if (part.type === 'string') return 'text';
  if (part.type === 'boolean') return 'yes or no';
  return Array.isArray(part.type) ? part.type.join(' or ') : (part.type ?? 'value');
}

function boundsOf(part: JsonSchema): string {
  if (part.enum) return part.enum.map((value) => `\`${String(value)}\``).join(' ');
  if (part.anyOf) return part.anyOf.map(boundsOf).filter(Boolean).join('; ');
  const bounds: string[] = [];
  const format = new Intl.NumberFormat('en');
  if (part.type === 'integer' || part.type === 'number')
    bounds.push(`${format.format(part.minimum ?? 0)} to ${format.format(part.maximum ?? 0)}`);
  if (part.maxLength !== undefined) bounds.push(`at most ${format.format(part.maxLength)} characters`);
  if (part.maxItems !== undefined) bounds.push(`at most ${format.format(part.maxItems)}`);
  if (part.items) {
    const inner = part.items.properties
      ? Object.entries(part.items.properties)
          .map(([name, field]) => `${name}${boundsOf(field) ? ` (${boundsOf(field)})` : ''}`)
          .join(', ')
      : boundsOf(part.items);
    if (inner) bounds.push(`each: ${inner}`);
  }
  if (part.pattern && part.maxLength === undefined) bounds.push(`matches \`${part.pattern}\``);
  return bounds.join('; ');
}

/**
 * `agent-configuration.md`: every setting with its default and bounds. `label` gives a setting's name in the
 * editor.
 */
export function configurationPage(label: (path: string) => string): string {
  const sections = Map.groupBy(configurationFields(), ({ path }) => path.split('.', 1)[0] ?? '');
  const tables = [...sections].map(
    ([section, fields]) =>
      `## ${section}\n\n${table(
        ['Setting', 'Name in the editor', 'Kind', 'Default', 'Bounds'],
        fields.map(({ path, kind, bounds, initial }) => [
          `\`${path}\``,
          label(path),
          kind,
          `\`${JSON.stringify(initial)}\``,
          bounds,
        ]),
      )}`,
  );
  return page(
    'Settings of an agent',
    'Everything that an owner sets on an agent, as it stands in drafts, versions and exported files. Written down in `src/features/agents/agents-configuration.contract.ts`; `tests/e2e/agents/agent-settings.test.ts` shows of each that it changes what a visitor gets.',
    tables.join('\n\n'),
  );
}
