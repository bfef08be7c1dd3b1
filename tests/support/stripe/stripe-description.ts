import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/**
 * Stripe's published description of its interface, as its own library carries it: the type declarations that
 * Stripe generates from the OpenAPI description named in the package's OPENAPI_VERSION. Read here as data, so
 * that every request of ours and every answer of the stand-in is held against it.
 */
const folder = path.join(path.dirname(createRequire(import.meta.url).resolve('stripe')), '../esm');

type Node = {
  type: string;
  [field: string]: unknown;
};
/** Names that a piece of the declarations can see: its own, then those around it. */
type Scope = {
  file: string;
  names: Map<string, Symbol>;
  parent: Scope | null;
};
type Symbol = {
  declaration: Node | null;
  inner: Scope | null;
  /** In another file; without a name it is all of that file. */
  elsewhere: {
    file: string;
    name: string | null;
  } | null;
};
type Place = {
  node: Node;
  scope: Scope;
};

const files = new Map<string, Scope>();

function open(file: string): Scope {
  const known = files.get(file);
  if (known) return known;
  const scope: Scope = { file, names: new Map(), parent: null };
  files.set(file, scope);
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  fill(scope, program.body as unknown as Node[]);
  return scope;
}

function fill(scope: Scope, statements: readonly Node[]): void {
  const symbolOf = (name: string): Symbol => {
    const symbol = scope.names.get(name) ?? { declaration: null, inner: null, elsewhere: null };
    scope.names.set(name, symbol);
    return symbol;
  };
  for (const statement of statements) {
    const declaration = (
      statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement
    ) as Node | null;
    if (
      statement.type === 'ImportDeclaration' ||
      (statement.type === 'ExportNamedDeclaration' && statement['source'])
    ) {
      const source = (statement['source'] as { value: string }).value;
      for (const specifier of statement['specifiers'] as {
        type: string;
        local: { name: string };
        imported?: { name: string };
        exported?: { name: string };
      }[]) {
        const isWhole = specifier.type === 'ImportNamespaceSpecifier';
        const from =
          specifier.type === 'ExportSpecifier'
            ? specifier.local.name
            : (specifier.imported?.name ?? specifier.local.name);
        symbolOf(specifier.exported?.name ?? specifier.local.name).elsewhere = {
          file: path.join(path.dirname(scope.file), source.replace(/\.js$/, '.d.ts')),
          name: isWhole ? null : from,
        };
      }
    } else if (
      declaration?.type === 'TSInterfaceDeclaration' ||
      declaration?.type === 'TSTypeAliasDeclaration'
    ) {
      symbolOf((declaration['id'] as { name: string }).name).declaration = declaration;
    } else if (declaration?.type === 'TSModuleDeclaration') {
      const symbol = symbolOf((declaration['id'] as { name: string }).name);
      symbol.inner ??= { file: scope.file, names: new Map(), parent: scope };
      fill(symbol.inner, (declaration['body'] as { body: Node[] }).body);
    }
  }
}

function lookUp(scope: Scope, names: readonly string[]): Place | null {
  const [head = '', ...rest] = names;
  for (let around: Scope | null = scope; around; around = around.parent) {
    let symbol = around.names.get(head);
    if (symbol?.elsewhere) {
      const { file, name } = symbol.elsewhere;
      return file.startsWith(folder) ? lookUp(open(file), name === null ? rest : [name, ...rest]) : null;
    }
    let at = around;
    for (const name of rest) {
      if (!symbol?.inner) break;
      at = symbol.inner;
      symbol = symbol.inner.names.get(name);
    }
    if (symbol?.declaration) return { node: symbol.declaration, scope: at };
  }
  return null;
}

const nameOf = (node: Node): string[] =>
  node.type === 'TSQualifiedName'
    ? [...nameOf(node['left'] as Node), (node['right'] as { name: string }).name]
    : [node['name'] as string];

export type DescribedType = Place;

/**
 * A type by the library's file and the name in it:
 * `described('Checkout/Sessions', 'Checkout.SessionCreateParams')`.
 */
export function described(file: string, name: string): DescribedType {
  const found = lookUp(open(path.join(folder, 'resources', `${file}.d.ts`)), name.split('.'));
  if (!found) throw new Error(`Stripe's description has no ${name} in ${file}`);
  return found;
}

type Member = {
  name: string;
  isOptional: boolean;
  type: Place;
};
type Shape = {
  members: Map<string, Member>;
  rest: Place | null;
};

function shapeOf({ node, scope }: Place): Shape {
  const shape: Shape = { members: new Map(), rest: null };
  for (const heritage of (node['extends'] as { expression: Node }[] | undefined) ?? []) {
    const base = lookUp(scope, nameOf(heritage.expression));
    if (base) for (const [name, member] of shapeOf(base).members) shape.members.set(name, member);
  }
  const body =
    node.type === 'TSInterfaceDeclaration'
      ? (node['body'] as { body: Node[] }).body
      : ((node['members'] as Node[] | undefined) ?? []);
  for (const member of body) {
    const type = { node: (member['typeAnnotation'] as { typeAnnotation: Node }).typeAnnotation, scope };
    if (member.type === 'TSIndexSignature') shape.rest = type;
    else if (member.type === 'TSPropertySignature') {
      const key = member['key'] as { name?: string; value?: string };
      const name = key.name ?? key.value ?? '';
      shape.members.set(name, { name, isOptional: member['optional'] === true, type });
    }
  }
  return shape;
}

/** `form`: what came url-encoded, where every leaf is a text. `json`: an answer. */
type Encoding = 'form' | 'json';

/** What is wrong with a value, one sentence each; empty when it is as Stripe describes it. */
export function violations(type: DescribedType, value: unknown, encoding: Encoding, at = ''): string[] {
  const { node, scope } = type;
  const inner = (child: Node, given: unknown, where = at): string[] =>
    violations({ node: child, scope }, given, encoding, where);
  const wrong = (expected: string): string[] => [
    `${at || 'The object'} is ${JSON.stringify(value)?.slice(0, 80)}, expected ${expected}`,
  ];
  switch (node.type) {
    case 'TSTypeAliasDeclaration':
      return inner(node['typeAnnotation'] as Node, value);
    case 'TSParenthesizedType':
      return inner(node['typeAnnotation'] as Node, value);
    case 'TSStringKeyword':
      return typeof value === 'string' && (encoding === 'json' || value !== '') ? [] : wrong('a text');
    case 'TSNumberKeyword':
      return (
        encoding === 'form'
          ? typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
          : typeof value === 'number'
      )
        ? []
        : wrong('a number');
    case 'TSBooleanKeyword':
      return (encoding === 'form' ? value === 'true' || value === 'false' : typeof value === 'boolean')
        ? []
        : wrong('true or false');
    case 'TSNullKeyword':
      return value === null || (encoding === 'form' && value === '') ? [] : wrong('nothing');
    case 'TSVoidKeyword':
    case 'TSUndefinedKeyword':
      return value === undefined ? [] : wrong('nothing');
    case 'TSLiteralType': {
      const literal = (node['literal'] as { value: unknown }).value;
      return value === literal || (encoding === 'form' && value === String(literal))
        ? []
        : wrong(JSON.stringify(literal));
    }
    case 'TSUnionType': {
      // Enumerations are open for future values only; what we send today must be among those that are
      // published.
      const choices = (node['types'] as Node[]).filter((choice) => !isNamed(choice, 'OtherString'));
      const all = choices.map((choice) => inner(choice, value));
      if (all.some((found) => found.length === 0)) return [];
      return (
        all.find((found) => found.some((sentence) => !sentence.startsWith(`${at || 'The object'} is`))) ??
        wrong(
          choices
            .map((choice) =>
              JSON.stringify((choice['literal'] as { value?: unknown } | undefined)?.value ?? choice.type),
            )
            .join(' or ')
            .slice(0, 200),
        )
      );
    }
    case 'TSTypeLiteral':
    case 'TSInterfaceDeclaration':
      return violationsOfObject(type, value, encoding, at);
    case 'TSTypeReference':
      return violationsOfReference(type, value, encoding, at);
    default:
      throw new Error(`${node.type} is not read here (${at})`);
  }
}

function isNamed(node: Node, name: string): boolean {
  return node.type === 'TSTypeReference' && nameOf(node['typeName'] as Node).join('.') === name;
}

function violationsOfObject(type: Place, value: unknown, encoding: Encoding, at: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${at || 'The object'} is ${JSON.stringify(value)?.slice(0, 80)}, expected an object`];
  const { members, rest } = shapeOf(type);
  const where = (name: string) => (at ? `${at}[${name}]` : name);
  const missing = [...members.values()]
    .filter(({ name, isOptional }) => !isOptional && !Object.hasOwn(value, name))
    .map(({ name }) => `Missing required param: ${where(name)}`);
  return missing.concat(
    Object.entries(value).flatMap(([name, entry]) => {
      const member = members.get(name);
      if (member) return entry === undefined ? [] : violations(member.type, entry, encoding, where(name));
      return rest
        ? violations(rest, entry, encoding, where(name))
        : [`Received unknown parameter: ${where(name)}`];
    }),
  );
}

function violationsOfReference(
  { node, scope }: Place,
  value: unknown,
  encoding: Encoding,
  at: string,
): string[] {
  const names = nameOf(node['typeName'] as Node);
  const [argument] = ((node['typeArguments'] as { params: Node[] } | null)?.params ?? []) as Node[];
  if (names[0] === 'Array' && argument) {
    if (!Array.isArray(value)) return [`${at} is no list`];
    return value.flatMap((entry, place) =>
      violations({ node: argument, scope }, entry, encoding, `${at}[${place}]`),
    );
  }
  if (names[0] === 'ApiList' && argument) {
    if (typeof value !== 'object' || value === null || !('data' in value) || !Array.isArray(value.data))
      return [`${at} is no list of Stripe`];
    return value.data.flatMap((entry, place) =>
      violations({ node: argument, scope }, entry, encoding, `${at}[${place}]`),
    );
  }
  if (names[0] === 'Emptyable' && argument)
    return value === '' ? [] : violations({ node: argument, scope }, value, encoding, at);
  if (names[0] === 'Decimal')
    return typeof value === 'string' || typeof value === 'number' ? [] : [`${at} is no decimal`];
  const found = lookUp(scope, names);
  if (!found) throw new Error(`${names.join('.')} is not in Stripe's description (${at})`);
  return violations(found, value, encoding, at);
}

/**
 * An object with every field that Stripe always sends, as empty as the description allows: null where it may
 * be, else the first choice.
 */
export function blank(type: DescribedType): unknown {
  const { node, scope } = type;
  const inner = (child: Node): unknown => blank({ node: child, scope });
  switch (node.type) {
    case 'TSTypeAliasDeclaration':
    case 'TSParenthesizedType':
      return inner(node['typeAnnotation'] as Node);
    case 'TSStringKeyword':
      return '';
    case 'TSNumberKeyword':
      return 0;
    case 'TSBooleanKeyword':
      return false;
    case 'TSLiteralType':
      return (node['literal'] as { value: unknown }).value;
    case 'TSUnionType': {
      const choices = node['types'] as Node[];
      return choices.some(({ type: kind }) => kind === 'TSNullKeyword') ? null : inner(choices[0] as Node);
    }
    case 'TSTypeLiteral':
    case 'TSInterfaceDeclaration':
      return Object.fromEntries(
        [...shapeOf(type).members.values()]
          .filter(({ isOptional }) => !isOptional)
          .map((member) => [member.name, blank(member.type)]),
      );
    case 'TSTypeReference': {
      const names = nameOf(node['typeName'] as Node);
      if (names[0] === 'Array') return [];
      if (names[0] === 'ApiList') return { object: 'list', data: [], has_more: false, url: '' };
      if (names[0] === 'Emptyable') return null;
      if (names[0] === 'Decimal') return '0';
      const found = lookUp(scope, names);
      if (!found) throw new Error(`${names.join('.')} is not in Stripe's description`);
      return blank(found);
    }
    default:
      return null;
  }
}
