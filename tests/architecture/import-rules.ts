import { findCycles, type Import } from './import-graph.ts';

/**
 * A forbidden import. `from` and `to` are regular expressions over paths (`npm/…` and `node/…` for packages
 * and Node's own modules); `$1` in `to` stands for what the first bracket of `from` matched, `$2` for the
 * second.
 */
export type ImportRule = {
  name: string;
  why: string;
  from: string;
  fromNot?: string;
  to: string;
  toNot?: string;
  /** Importing only types is no violation. */
  typesAllowed?: true;
};

const testFile = '\\.(test|spec)\\.tsx?$|\\.contract-suite\\.ts$|/__fixtures__/|^(tests|bench)/';
const browser = '^src/(ui/|apps/(web|chat|loader|pages)/|features/[^/]+/(web|chat|pages)/)';
const chat = '^src/(apps/chat/|features/[^/]+/chat/)';
const contractOrDefinition = '\\.contract\\.ts$|\\.definitions?\\.ts$';

/** The order of folders, the doors between features, and what each role may know. */
export const importRules: readonly ImportRule[] = [
  { name: 'nothing-missing', why: 'every import leads to a file or a package', from: '', to: '^missing/' },
  {
    name: 'no-test-code-in-production',
    why: 'test code is not shipped',
    from: '^src/',
    fromNot: testFile,
    to: `${testFile}|^npm/vitest$`,
  },

  // The order of the folders: apps → features → providers → platform → shared, with ui beside them.
  {
    name: 'shared-is-the-bottom',
    why: 'shared code imports nothing else of ours',
    from: '^src/shared/',
    fromNot: testFile,
    to: '^src/',
    toNot: '^src/shared/',
  },
  {
    name: 'platform-knows-no-business',
    why: 'technical services serve any business',
    from: '^src/platform/',
    fromNot: testFile,
    to: '^src/(apps|features|providers|ui)/',
  },
  {
    name: 'providers-know-no-business',
    why: 'the outside world does not know who calls it',
    from: '^src/providers/',
    fromNot: testFile,
    to: '^src/(apps|features|ui)/',
  },
  {
    name: 'features-know-no-app',
    why: 'apps list features, never the other way round',
    from: '^src/(features|ui)/',
    fromNot: testFile,
    to: '^src/apps/',
  },
  {
    name: 'ui-knows-no-business',
    why: 'interface parts serve any screen',
    from: '^src/ui/',
    to: '^src/(features|platform|providers)/',
  },
  {
    name: 'apps-are-strangers',
    why: 'what two apps share lies in shared or in a feature',
    from: '^src/apps/([^/]+)/',
    fromNot: testFile,
    to: '^src/apps/',
    toNot: '^src/apps/$1/',
  },

  // Providers.
  {
    name: 'provider-families-are-strangers',
    why: 'each family stands alone',
    from: '^src/providers/([^/]+)/',
    to: '^src/providers/',
    toNot: '^src/providers/$1/',
  },
  {
    name: 'vendors-are-strangers',
    why: 'a vendor can be deleted as one folder; shared ways of speaking (the OpenAI wire format, the AI SDK) are the only exception',
    from: '^src/providers/([^/]+)/([^/]+)/',
    fromNot: testFile,
    to: '^src/providers/$1/[^/]+/',
    toNot: '^src/providers/$1/($2|ai-sdk|openai-compatible)/',
  },
  {
    name: 'features-see-ports-only',
    why: "which vendor answers is the registry's business",
    from: '^src/features/',
    fromNot: testFile,
    to: '^src/providers/[^/]+/[^/]+/',
    toNot: '\\.definition\\.ts$',
  },
  {
    name: 'vendor-sdks-stay-in-providers',
    why: "a vendor's library is replaced in one folder",
    from: '^src/',
    fromNot: `^src/providers/|${testFile}`,
    to: '^npm/(@ai-sdk/|openai$|@anthropic-ai/|nodemailer$|stripe$|@aws-sdk/)',
  },

  // Browser and server.
  {
    name: 'browser-never-imports-server',
    why: 'server code and its secrets never reach a browser',
    from: browser,
    fromNot: testFile,
    to: '^src/(platform/|features/[^/]+/server/|apps/server/|providers/)',
    toNot: contractOrDefinition,
  },
  {
    name: 'browser-has-no-node',
    why: 'a browser has no Node',
    from: `${browser}|^src/shared/|\\.contract\\.ts$|\\.definitions?\\.ts$`,
    fromNot: testFile,
    to: '^node/',
  },
  {
    name: 'server-never-imports-browser',
    why: 'the server runs from source and renders nothing itself',
    from: '^src/(platform/|providers/|apps/server/|features/[^/]+/server/)',
    fromNot: testFile,
    to: '^src/(ui/|apps/(web|chat|loader|pages)/|features/[^/]+/(web|chat|pages)/)|^npm/(react|preact)',
  },
  {
    name: 'sides-are-strangers',
    why: 'dashboard, chat and public pages are three programs; within a feature they may share plain code without parts of the screen, and the builder draws with the parts of the page it builds (ADR 0106)',
    from: '^src/(?:features/([^/]+)|apps)/(web|chat|pages)/',
    fromNot: testFile,
    to: '^src/features/[^/]+/(web|chat|pages)/',
    toNot:
      '^src/features/[^/]+/$2/|^src/features/$1/[a-z]+/([^/]+/)?[^/]+\\.ts$|^src/features/$1/pages/blocks/',
  },
  {
    name: 'contracts-are-pure',
    why: 'a contract is read by browsers and by the reference',
    from: '\\.contract\\.ts$',
    to: '^src/',
    toNot: '^src/shared/|\\.contract\\.ts$',
  },
  {
    name: 'contracts-know-zod-only',
    why: 'a contract is read by browsers and by the reference',
    from: '\\.contract\\.ts$',
    to: '^npm/',
    toNot: '^npm/zod$',
  },
  {
    name: 'chat-takes-types-from-contracts',
    why: "a schema library would triple the visitor's download",
    from: chat,
    fromNot: testFile,
    to: '\\.contract\\.ts$|^npm/zod$',
    typesAllowed: true,
  },
  {
    name: 'chat-is-preact',
    why: "the visitor's chat is small: Preact and the markdown lexer, and what draws formulas, which comes on need",
    from: chat,
    fromNot: testFile,
    to: '^npm/|^src/ui/',
    toNot: '^npm/(preact|marked|temml)$',
    typesAllowed: true,
  },
  {
    name: 'only-the-chat-is-preact',
    why: 'dashboard and public pages are React',
    from: '^src/',
    fromNot: `${chat}|${testFile}`,
    to: '^npm/preact',
  },
  {
    name: 'loader-is-tiny',
    why: "the loader lives in other people's pages",
    from: '^src/apps/loader/(?!react(-types\\.d)?\\.ts$)',
    fromNot: testFile,
    to: '',
    toNot: '^src/(apps/loader/|shared/embed/protocol\\.ts$)',
  },
  {
    name: 'react-wrapper-is-tiny',
    why: "it goes into other people's apps, which bring React themselves",
    from: '^src/apps/loader/react(-types\\.d)?\\.ts$',
    to: '',
    toNot: '^src/(apps/loader/|shared/embed/protocol\\.ts$)|^npm/react$',
  },

  // Doors between features.
  {
    name: 'features-enter-by-the-door',
    why: 'another feature is entered by its contract, its use cases, or the parts that its screens offer',
    from: '^src/features/([^/]+)/',
    fromNot: `\\.(table|repository)\\.ts$|${testFile}`,
    to: '^src/features/',
    toNot: '^src/features/$1/|\\.contract\\.ts$|/server/([^/]+/)?[^/]+\\.usecases\\.ts$|/(web|chat|pages)/',
  },
  {
    name: 'sql-enters-by-contracts-and-tables',
    why: 'a query may join a foreign table and nothing else',
    from: '^src/features/([^/]+)/server/.*\\.(table|repository)\\.ts$',
    to: '^src/features/',
    toNot: '^src/features/$1/|\\.contract\\.ts$|\\.table\\.ts$',
  },

  // Roles.
  {
    name: 'routes-are-thin',
    why: 'a route calls a use case',
    from: '\\.routes\\.ts$',
    to: '\\.(table|repository)\\.ts$|^npm/drizzle-orm$',
  },
  {
    name: 'usecases-know-no-http',
    why: 'a use case is called by routes, jobs and tests alike',
    from: '\\.(usecases|policy|models)\\.ts$',
    to: '^npm/fastify$|^npm/@fastify/|\\.routes\\.ts$|^src/platform/http/',
    toNot: '^src/platform/http/access\\.ts$',
  },
  {
    name: 'access-is-known-as-a-type',
    why: "a use case takes the account's scope, it does not make one",
    from: '\\.(usecases|policy|models)\\.ts$',
    to: '^src/platform/http/access\\.ts$',
    typesAllowed: true,
  },
  {
    name: 'sql-lives-in-repositories',
    why: 'queries are found in one kind of file',
    from: '^src/',
    fromNot: `\\.(table|repository)\\.ts$|^src/platform/(database|jobs|rate-limit|process|realtime)/|${testFile}`,
    to: '^npm/(drizzle-orm|pg|pg-boss)$',
  },
  {
    name: 'http-lives-in-routes',
    why: 'the web framework is known by routes and its binder only',
    from: '^src/',
    fromNot: `\\.routes\\.ts$|^src/platform/http/|^src/apps/server/|${testFile}`,
    to: '^npm/(fastify$|@fastify/)',
  },
];

export type ImportViolation = {
  rule: string;
  why: string;
  from: string;
  to: string;
  line: number;
};

/** Every import that a rule forbids. */
export function brokenImportRules(
  imports: readonly Import[],
  rules: readonly ImportRule[] = importRules,
): ImportViolation[] {
  return rules.flatMap((rule) => {
    const from = new RegExp(rule.from);
    const fromNot = rule.fromNot === undefined ? null : new RegExp(rule.fromNot);
    return imports
      .filter((edge) => isBroken(rule, from, fromNot, edge))
      .map((edge) => ({ rule: rule.name, why: rule.why, from: edge.from, to: edge.to, line: edge.line }));
  });
}

function isBroken(rule: ImportRule, from: RegExp, fromNot: RegExp | null, edge: Import): boolean {
  const match = from.exec(edge.from);
  if (!match || fromNot?.test(edge.from) || (rule.typesAllowed && edge.isType)) return false;
  const fill = (pattern: string): RegExp =>
    new RegExp(
      pattern.replace(/\$(\d)/g, (_whole, group: string) =>
        (match[Number(group)] ?? '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
      ),
    );
  return fill(rule.to).test(edge.to) && !(rule.toNot !== undefined && fill(rule.toNot).test(edge.to));
}

/** Rings of files that import each other's values. */
export function fileCycles(imports: readonly Import[]): string[][] {
  return findCycles(
    imports
      .filter((edge) => !edge.isType && edge.to.startsWith('src/'))
      .map((edge) => [edge.from, edge.to] as const),
  );
}

/** The features and which of them knows which, types included. */
export function featureGraph(imports: readonly Import[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const edge of imports) {
    if (new RegExp(testFile).test(edge.from)) continue;
    const [from, to] = [featureOf(edge.from), featureOf(edge.to)];
    if (from === null || to === null) continue;
    const known = graph.get(from) ?? new Set();
    graph.set(from, known);
    if (to !== from) known.add(to);
  }
  return graph;
}

function featureOf(file: string): string | null {
  return /^src\/features\/([^/]+)\//.exec(file)?.[1] ?? null;
}

/** Rings of features that know each other. */
export function featureCycles(imports: readonly Import[]): string[][] {
  return findCycles(
    [...featureGraph(imports)].flatMap(([from, known]) => [...known].map((to) => [from, to] as const)),
  );
}
