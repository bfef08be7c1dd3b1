import { parseSync, Visitor, type Program } from 'oxc-parser';
import { filesIn, lineOf, type SourceTree } from './source-tree.ts';

/** One rule about the shape of the project; `find` lists what breaks it. */
export type StructureRule = {
  name: string;
  why: string;
  find(tree: SourceTree): string[];
};

const code = ['src', 'tests', 'tools', 'bench'];
const serverRoles = ['table', 'repository', 'usecases', 'policy', 'models', 'routes', 'jobs', 'listeners'];
const largestFile = 400;
/** Words that say nothing about what a file holds. */
const emptyWords = /^(utils?|helpers?|common|misc|lib|stuff|shared-code|functions|constants|types)$/;

export const structureRules: readonly StructureRule[] = [
  {
    name: 'feature-files-have-a-role',
    why: `a feature holds its contract, README, server, web, chat and pages; files of server are <feature>[-<part>].<role>.ts with a role of ${serverRoles.join(', ')}`,
    find: (tree) => filesIn(tree, ['src/features'], ['']).filter((file) => !isFeatureFile(file)),
  },
  {
    name: 'provider-files-have-a-place',
    why: 'a family holds <family>.<role>.ts and one folder per vendor',
    find: (tree) =>
      filesIn(tree, ['src/providers'], ['']).filter((file) => {
        const [, , family = '', ...rest] = file.split('/');
        return rest.length === 1
          ? !(rest[0] === 'README.md' || rest[0]?.startsWith(family))
          : rest.length > 3;
      }),
  },
  {
    name: 'names-are-kebab-case',
    why: 'files are kebab-case; parts of the chat, which are components, are PascalCase.tsx',
    find: (tree) =>
      filesIn(tree, code, ['.ts', '.tsx', '.mjs', '.js', '.css']).filter((file) => {
        const name = file.slice(file.lastIndexOf('/') + 1);
        return (
          !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(tsx?|mjs|js|css)$/.test(name) &&
          !(/^src\/features\/[^/]+\/chat\//.test(file) && /^[A-Z][A-Za-z0-9]*\.tsx$/.test(name))
        );
      }),
  },
  {
    name: 'names-say-something',
    why: 'nothing is called utils, helpers, common or misc',
    find: (tree) =>
      filesIn(tree, code, ['']).filter((file) =>
        file.split('/').some((part) => emptyWords.test(part.replace(/\..*$/, ''))),
      ),
  },
  {
    name: 'no-barrels',
    why: 'an import leads to the file that holds the thing',
    find: (tree) =>
      filesIn(tree, code).filter((file) => {
        const body = programOf(tree, file, /export[^;]*from/)?.body ?? [];
        const passed = body.filter(
          (node) =>
            node.type === 'ExportAllDeclaration' ||
            (node.type === 'ExportNamedDeclaration' && node.source !== null),
        ).length;
        return (
          /(^|\/)index\.tsx?$/.test(file) ||
          (passed > 0 && passed === body.length) ||
          body.some((node) => node.type === 'ExportAllDeclaration')
        );
      }),
  },
  {
    name: 'no-default-exports',
    why: 'a thing has one name everywhere; only files that a tool loads have a default export',
    find: (tree) =>
      filesIn(tree, code).filter(
        (file) =>
          !/^tests\/support\/(global-setup|summary-reporter)\.ts$/.test(file) &&
          programOf(tree, file, /\bdefault\b/)?.body.some(isDefaultExport),
      ),
  },
  {
    name: 'files-stay-small',
    why: `a source file has at most ${largestFile} lines`,
    find: (tree) =>
      filesIn(tree, code).filter(
        (file) =>
          !file.includes('/__fixtures__/') &&
          lineOf(tree.get(file) ?? '', Number.POSITIVE_INFINITY) - 1 > largestFile,
      ),
  },
  {
    name: 'no-any',
    why: 'unknown is narrowed, never waved through',
    find: (tree) =>
      placesOf(tree, /\bany\b/, (report) => new Visitor({ TSAnyKeyword: (node) => report(node.start) })),
  },
  {
    name: 'no-silenced-types',
    why: 'a type error is fixed, not hidden',
    find: (tree) => linesOf(tree, code, /@ts-(ignore|expect-error|nocheck)/),
  },
  {
    name: 'no-code-from-texts',
    why: 'no text is ever run as code',
    find: (tree) =>
      placesOf(
        tree,
        /\beval\b|\bFunction\b|node:vm/,
        (report) =>
          new Visitor({
            CallExpression: ({ callee, start }) =>
              void (callee.type === 'Identifier' && callee.name === 'eval' && report(start)),
            NewExpression: ({ callee, start }) =>
              void (callee.type === 'Identifier' && callee.name === 'Function' && report(start)),
            ImportDeclaration: ({ source, start }) =>
              void (/^(node:)?vm$/.test(source.value) && report(start)),
          }),
      ).filter((place) => !/\.test\.tsx?:/.test(place)),
  },
  {
    name: 'tests-replace-no-module',
    why: 'clock, ids and outside services are handed in',
    find: (tree) => callsOf(tree, /\bvi\.(mock|doMock|unstable_mockModule|hoisted)\(/),
  },
  {
    name: 'no-test-is-left-out',
    why: 'a test that does not run protects nothing',
    find: (tree) =>
      callsOf(tree, /\b(it|test|describe|suite|bench)\s*\.(skip|only|todo|fails)\b|\bx(it|describe)\(/),
  },
  {
    name: 'tests-do-not-sleep',
    why: 'a test waits for what it expects, not for a time',
    find: (tree) =>
      callsOf(tree, /\bsetTimeout\(\s*(resolve|done|\(\)\s*=>\s*resolve)|timers\/promises|waitForTimeout/),
  },
  {
    name: 'texts-are-not-written-to-the-console',
    why: 'the log is structured; in a browser an error that nobody could foresee has no other place, nor has a word to whoever writes the page around',
    find: (tree) =>
      placesOf(
        tree,
        /\bconsole\./,
        (report) =>
          new Visitor({
            MemberExpression: ({ object, start }) =>
              void (object.type === 'Identifier' && object.name === 'console' && report(start)),
          }),
      ).filter(
        (place) =>
          place.startsWith('src/') &&
          !/\.test\.tsx?:|^src\/apps\/(web|chat)\/main\.tsx:|^src\/apps\/loader\/warn\.ts:/.test(place),
      ),
  },
  ...(['routes', 'jobs', 'listeners'] as const).map((role) => ({
    name: `every-${role}-file-is-listed`,
    why: `what runs is listed in src/apps/server/${role}.ts`,
    find: (tree: SourceTree) => {
      const list = tree.get(`src/apps/server/${role}.ts`) ?? '';
      return filesIn(tree, ['src/features'], [`.${role}.ts`]).filter(
        (file) => !list.includes(`'#features/${file.slice('src/features/'.length)}'`),
      );
    },
  })),
];

function isFeatureFile(file: string): boolean {
  const [, , feature = '', ...rest] = file.split('/');
  const [first = '', second = ''] = rest;
  const named = (roles: string, endings: string) =>
    new RegExp(`^${feature}(-[a-z0-9]+)*(\\.(${roles}))?${endings}$`);
  if (rest.length === 1) return first === 'README.md' || named('contract', '(\\.test)?\\.ts').test(first);
  if (first === 'server') {
    if (second === '__fixtures__') return true;
    const isTest = second.endsWith('.test.ts');
    return (
      (rest.length === 2 &&
        new RegExp(`^${feature}(-[a-z0-9]+)*\\.(${serverRoles.join('|')})(\\.test)?\\.ts$`).test(second)) ||
      (isTest && named('http', '\\.test\\.ts').test(second))
    );
  }
  return (
    ['web', 'chat', 'pages'].includes(first) &&
    rest.length <= 3 &&
    (rest.length === 2 || second === '__fixtures__' || /^[a-z][a-z0-9-]*$/.test(second))
  );
}

function programOf(tree: SourceTree, file: string, hint: RegExp): Program | null {
  const text = tree.get(file) ?? '';
  return hint.test(text) ? parseSync(file, text).program : null;
}

function isDefaultExport(node: Program['body'][number]): boolean {
  if (node.type === 'ExportDefaultDeclaration') return true;
  return (
    node.type === 'ExportNamedDeclaration' &&
    node.specifiers.some(({ exported }) => exported.type === 'Identifier' && exported.name === 'default')
  );
}

/** Places that a walk through the syntax tree reports; files without the hint are not parsed. */
function placesOf(
  tree: SourceTree,
  hint: RegExp,
  visitor: (report: (position: number) => void) => Visitor,
): string[] {
  return filesIn(tree, code).flatMap((file) => {
    const found: string[] = [];
    const text = tree.get(file) ?? '';
    const program = programOf(tree, file, hint);
    if (program) visitor((position) => found.push(`${file}:${lineOf(text, position)}`)).visit(program);
    return found;
  });
}

function linesOf(
  tree: SourceTree,
  folders: readonly string[],
  pattern: RegExp,
  endings: readonly string[] = ['.ts', '.tsx'],
): string[] {
  return filesIn(tree, folders, endings).flatMap((file) =>
    file.startsWith('tests/architecture/')
      ? []
      : (tree.get(file) ?? '')
          .split('\n')
          .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}`] : [])),
  );
}

/** Lines of test files only. */
function callsOf(tree: SourceTree, pattern: RegExp): string[] {
  return linesOf(tree, code, pattern, ['.test.ts', '.test.tsx', '.contract-suite.ts']);
}
