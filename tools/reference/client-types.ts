/** JSON Schema as OpenAPI 3.1 has it, as far as contracts make it. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  prefixItems?: Schema[];
  description?: string;
  default?: unknown;
};

const quoted = (value: unknown): string => JSON.stringify(value);
/** Longer unions have one part a line. */
const longestUnion = 80;
const union = (parts: readonly string[]): string => {
  const each = [...new Set(parts)];
  const line = each.join(' | ');
  return line.length <= longestUnion || line.includes('\n')
    ? line
    : each.map((part) => `\n  | ${part}`).join('');
};
const inArray = (type: string): string => (/[|&]/.test(type) && !/^[{(]/.test(type) ? `(${type})` : type);

const widest = 100;

/** A text as a comment, one line or wrapped. */
export function comment(text: string): string[] {
  const words = text.replaceAll('*/', '*\\/').split(/\s+/);
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < widest) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length === 1 ? [`/** ${lines[0]} */`] : ['/**', ...lines.map((line) => ` * ${line}`), ' */'];
}

/** A schema as a TypeScript type. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'unknown';
  if (schema.const !== undefined) return quoted(schema.const);
  if (schema.enum) return union(schema.enum.map(quoted));
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return union(several.map(typeOf));
  if (schema.allOf) return schema.allOf.map((part) => inArray(typeOf(part))).join(' & ');
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })));
  if (schema.type === 'array') return arrayOf(schema);
  if (schema.type === 'object' || schema.properties) return objectOf(schema);
  if (schema.type === 'integer') return 'number';
  return schema.type ?? 'unknown';
}

function arrayOf({ prefixItems, items }: Schema): string {
  if (prefixItems) return `[${prefixItems.map(typeOf).join(', ')}]`;
  return `${inArray(typeOf(items ?? {}))}[]`;
}

function objectOf({ properties, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties ?? {});
  if (fields.length === 0)
    return typeof additionalProperties === 'object'
      ? `{ [name: string]: ${typeOf(additionalProperties)} }`
      : 'Record<string, never>';
  const lines = fields.flatMap(([name, field]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : quoted(name);
    const said = field.description ? comment(field.description) : [];
    return [...said, `${key}${required.includes(name) ? '' : '?'}: ${typeOf(field)};`];
  });
  return ['{', ...lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`), '}'].join('\n');
}
