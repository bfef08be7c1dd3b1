import { builtinModules } from 'node:module';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { filesIn, lineOf, type SourceTree } from './source-tree.ts';

/**
 * One file importing another. `to` is a path of the project, `npm/<package>`, `node/<module>`, or
 * `missing/<specifier>` when nothing is there.
 */
export type Import = {
  from: string;
  to: string;
  line: number;
  isType: boolean;
};

type Request = {
  specifier: string;
  position: number;
  isType: boolean;
};

/** Every import of the files below these folders: static, dynamic, re-exports, and imports of types. */
export function readImports(
  tree: SourceTree,
  folders: readonly string[] = ['src', 'tests', 'tools', 'bench'],
): Import[] {
  const aliases = JSON.parse(tree.get('package.json') ?? '{}') as { imports?: Record<string, string> };
  const resolve = createResolver(tree, aliases.imports ?? {});
  return filesIn(tree, folders).flatMap((from) => {
    const text = tree.get(from) ?? '';
    return requestsOf(from, text).map(({ specifier, position, isType }) => ({
      from,
      to: resolve(from, specifier),
      line: lineOf(text, position),
      isType,
    }));
  });
}

/** What was read of a file. Rules are asked of many trees that differ from one another by a file or two. */
const known = new Map<string, { text: string; requests: Request[] }>();

function requestsOf(file: string, text: string): Request[] {
  const read = known.get(file);
  if (read?.text === text) return read.requests;
  const requests = readRequests(file, text);
  known.set(file, { text, requests });
  return requests;
}

function readRequests(file: string, text: string): Request[] {
  const result = parseSync(file, text);
  if (result.errors.length > 0)
    throw new Error(`${file} can't be parsed: ${result.errors[0]?.message ?? ''}`);
  const requests: Request[] = [];
  for (const { moduleRequest, entries } of result.module.staticImports) {
    requests.push({
      specifier: moduleRequest.value,
      position: moduleRequest.start,
      isType: entries.length > 0 && entries.every((entry) => entry.isType),
    });
  }
  for (const { entries } of result.module.staticExports) {
    const from = entries.filter((entry) => entry.moduleRequest);
    const [first] = from;
    if (first?.moduleRequest)
      requests.push({
        specifier: first.moduleRequest.value,
        position: first.moduleRequest.start,
        isType: from.every((entry) => entry.isType),
      });
  }
  for (const { moduleRequest } of result.module.dynamicImports) {
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[2];
    if (literal) requests.push({ specifier: literal, position: moduleRequest.start, isType: false });
  }
  // `import('…').Type` is part of a type and stands in no list of the module's imports.
  if (/\bimport\(['"]/.test(text)) {
    new Visitor({
      TSImportType: ({ source }) =>
        void requests.push({ specifier: source.value, position: source.start, isType: true }),
    }).visit(result.program);
  }
  return requests;
}

function createResolver(
  tree: SourceTree,
  aliases: Record<string, string>,
): (from: string, specifier: string) => string {
  const builtins = new Set(builtinModules);
  const prefixes = Object.entries(aliases).map(
    ([name, target]) => [name.replace(/\*$/, ''), target.replace(/^\.\//, '').replace(/\*$/, '')] as const,
  );
  return (from, specifier) => {
    const [bare = ''] = specifier.split('?');
    const alias = prefixes.find(([name]) => bare.startsWith(name));
    const own = alias
      ? alias[1] + bare.slice(alias[0].length)
      : bare.startsWith('.')
        ? path.posix.join(path.posix.dirname(from), bare)
        : null;
    if (own !== null) return tree.has(own) ? own : `missing/${specifier}`;
    if (bare.startsWith('node:') || builtins.has(bare)) return `node/${bare.replace(/^node:/, '')}`;
    if (/^[a-z@]/i.test(bare)) return `npm/${bare.split('/', bare.startsWith('@') ? 2 : 1).join('/')}`;
    return `missing/${specifier}`;
  };
}

/**
 * A group of nodes that reach each other: one ring through each, as a list that ends where it began. Empty
 * when there is none.
 */
export function findCycles(edges: readonly (readonly [string, string])[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (node: string, trail: string[]): void => {
    const at = trail.indexOf(node);
    if (at !== -1) {
      cycles.push([...trail.slice(at), node]);
      return;
    }
    if (done.has(node)) return;
    for (const target of next.get(node) ?? []) visit(target, [...trail, node]);
    done.add(node);
  };
  for (const node of [...next.keys()].toSorted()) visit(node, []);
  return cycles;
}
