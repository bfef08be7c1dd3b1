import type { Plugin } from 'vite';

type Node = {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
};
/** From where to where another text is put. */
type Change = [start: number, end: number, text: string];

/** What the chat's tokenizer overrides: HTML and link definitions stay text. */
const overridden = ['html', 'tag', 'def'];

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) walk(each, visit);
  else if (node && typeof node === 'object') {
    if ('type' in node) visit(node as Node);
    for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value, visit);
  }
}
const nameOf = (node: unknown) => (node as { name?: string } | undefined)?.name ?? '';
const propertiesOf = (node: Node) =>
  node.type === 'ObjectExpression' ? (node['properties'] as (Node & { key?: Node; value?: Node })[]) : [];

/** The mode and the rules that are never used: they match nothing. */
function unusedRules(tree: unknown): Change[] {
  const found: Change[] = [];
  walk(tree, (node) => {
    const properties = propertiesOf(node);
    const keys = properties.map(({ key }) => nameOf(key));
    for (const { key, value } of properties) {
      const name = nameOf(key);
      if (value?.type !== 'Identifier') continue;
      if (name === 'pedantic' && keys.includes('normal')) found.push([value.start, value.end, '{}']);
      if (overridden.includes(name) && (keys.includes('fences') || keys.includes('autolink')))
        found.push([value.start, value.end, '{exec:()=>null}']);
    }
    if (node.type === 'MethodDefinition' && overridden.includes(nameOf(node['key']))) {
      const { body } = node['value'] as { body: Node };
      found.push([body.start, body.end, '{}']);
    }
  });
  return found;
}

/** Questions whether the mode that is never used is on. */
function unusedMode(tree: unknown): Change[] {
  const found: Change[] = [];
  walk(tree, (node) => {
    const { object, property } = node as Node & Record<string, Node | undefined>;
    const isOption = node.type === 'MemberExpression' && nameOf(object?.['property']) === 'options';
    if (isOption && nameOf(property) === 'pedantic') found.push([node.start, node.end, '!1']);
  });
  return found;
}

/** What the mode in use says otherwise is never read of the modes that it is made of. */
function overruledRules(tree: unknown): Change[] {
  const found = new Map<number, Change>();
  const objects = new Map<string, Node>();
  const read = new Set<string>();
  walk(tree, (node) => {
    const { id, init, object, property } = node as Node & Record<string, Node | undefined>;
    if (node.type === 'VariableDeclarator' && init?.type === 'ObjectExpression')
      objects.set(nameOf(id), init);
    if (node.type === 'MemberExpression') read.add(`${nameOf(object)}.${nameOf(property)}`);
  });
  walk(tree, (node) => {
    const properties = propertiesOf(node);
    const base = properties[0]?.type === 'SpreadElement' ? nameOf(properties[0]['argument']) : '';
    const keys = properties.map(({ key }) => nameOf(key));
    const of = objects.get(base);
    for (const { key, value } of of ? propertiesOf(of) : [])
      if (value && keys.includes(nameOf(key)) && !read.has(`${base}.${nameOf(key)}`))
        found.set(value.start, [value.start, value.end, '0']);
  });
  return [...found.values()];
}

/** What nobody names. */
function unnamed(tree: unknown, isNamedElsewhere: (list: Node) => boolean): Change[] {
  const uses = new Map<string, number>();
  const members = new Set<string>();
  const found: Change[] = [];
  const declared: Node[] = [];
  const lists: Node[] = [];
  walk(tree, (node) => {
    if (node.type === 'Identifier') uses.set(nameOf(node), (uses.get(nameOf(node)) ?? 0) + 1);
    if (node.type === 'MemberExpression') members.add(nameOf(node['property']));
    if (node.type === 'VariableDeclarator') declared.push(node);
    if (node.type === 'ObjectExpression' && isNamedElsewhere(node)) lists.push(node);
  });
  for (const { id, init } of declared as unknown as { id: Node; init: Node | null }[])
    if (init && init.end - init.start > 2 && id.type === 'Identifier' && uses.get(nameOf(id)) === 1)
      found.push([init.start, init.end, '0']);
  for (const { key, start, end } of lists.flatMap(propertiesOf))
    if (!members.has(nameOf(key))) found.push([start, end, '']);
  return found.filter(
    ([from, to]) => !found.some(([start, end]) => start <= from && to <= end && end - start > to - from),
  );
}

/**
 * Of `marked` only the reader (`Lexer`, `Tokenizer`) is used, in one mode, without HTML and link definitions.
 * Its one built file ends by making an instance with renderer and parser, and makes the expressions of modes
 * that are never used, which no bundler may drop. This takes them out. Should a new release look different,
 * what isn't recognized stays, and the size test says so.
 */
export function leanMarked(): Plugin {
  return {
    name: 'chatelier-lean-marked',
    transform(code, id) {
      if (!id.endsWith('/marked/lib/marked.esm.js')) return null;
      const exported = (name: string) =>
        new RegExp(`[{,]([\\w$]+) as ${name}[,}]`).exec(code.slice(code.lastIndexOf('export{')))?.[1];
      const [lexer, tokenizer, marked] = [exported('Lexer'), exported('Tokenizer'), exported('Marked')];
      const end = code.search(new RegExp(`var [\\w$]+=new ${marked};`));
      if (!lexer || !tokenizer || end < 0) return null;
      let text = `${code.slice(0, end)}export{${lexer} as Lexer,${tokenizer} as Tokenizer};`;
      const change = (find: (tree: unknown) => Change[]) => {
        const changes = find(this.parse(text)).toSorted((one, other) => other[0] - one[0]);
        for (const [from, to, by] of changes)
          text = text.slice(0, from) + by + text.slice(by || text[to] !== ',' ? to : to + 1);
        return changes.length > 0;
      };
      const sweep = () => {
        const isRegexes = (list: Node) => text.startsWith('{codeRemoveIndent:', list.start);
        while (change((tree) => unnamed(tree, isRegexes))) continue;
      };
      change(unusedRules);
      change(unusedMode);
      sweep();
      change(overruledRules);
      sweep();
      return { code: text, map: null };
    },
  };
}
