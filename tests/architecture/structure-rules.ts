import { parseSync, Visitor, type Program } from 'oxc-parser';
import { filesIn, lineOf, type SourceTree } from './source-tree.ts';
import {
  drawsOwnFailure,
  drawsOwnList,
  ownFailures,
  ownForms,
  ownLists,
  screensIn,
  sendsByItself,
} from './shell-exemptions.ts';
import { languageWordsIn } from './language-words.ts';
import { houseWordsIn, pronounsIn } from './words.ts';

/** One rule about the shape of the project; `find` lists what breaks it. */
export type StructureRule = {
  name: string;
  why: string;
  find(tree: SourceTree): string[];
};

const code = ['src', 'tests', 'tools', 'bench'];
const serverRoles = ['table', 'repository', 'usecases', 'policy', 'models', 'routes', 'jobs', 'listeners'];
const largestFile = 400;
const largestFolder = 30;
/** Words that say nothing about what a file holds. */
const emptyWords = /^(utils?|helpers?|common|misc|lib|stuff|shared-code|functions|constants|types)$/;

/** What a test asks of a page, which may answer otherwise a moment later. */
const readings = [
  'count',
  'isVisible',
  'innerText',
  'textContent',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEnabled',
  'allInnerTexts',
  'allTextContents',
  'getAttribute',
];

export const structureRules: readonly StructureRule[] = [
  {
    name: 'feature-files-have-a-role',
    why:
      `a feature holds its contracts, README, server, web, chat and pages; files of server ` +
      `are <feature>[-<word>].<role>.ts, or <part>/<name>.<role>.ts without the name of the ` +
      `feature, with a role of ${serverRoles.join(', ')}`,
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
    name: 'words-are-the-fields-own',
    why: 'a name has one meaning, in a word that any engineer would search for; docs/glossary.md',
    find: (tree) => houseWordsIn(tree, code),
  },
  {
    name: 'a-person-is-they',
    why: 'comments, contracts and documents speak of everybody; docs/glossary.md',
    find: (tree) => pronounsIn(tree, code),
  },
  {
    name: 'words-of-languages-are-content',
    why: 'a further language is a folder below content/language/, not a search through the code; docs/guides/add-a-language.md',
    find: (tree) => languageWordsIn(tree, ['src']),
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
      filesIn(tree, code, ['.ts', '.tsx', '.mjs', '.js', '.css']).filter(
        (file) =>
          !file.includes('/__fixtures__/') &&
          lineOf(tree.get(file) ?? '', Number.POSITIVE_INFINITY) - 1 > largestFile,
      ),
  },
  {
    name: 'folders-stay-small',
    why: `a folder of code has at most ${largestFolder} files; what outgrows it gets rooms: folders for its parts`,
    find(tree) {
      const sizes = new Map<string, number>();
      for (const file of filesIn(tree, code, ['.ts', '.tsx', '.mjs', '.css'])) {
        const folder = file.slice(0, file.lastIndexOf('/'));
        sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
      }
      return [...sizes]
        .filter(([, size]) => size > largestFolder)
        .map(([folder, size]) => `${folder}/ (${size})`);
    },
  },
  {
    name: 'types-have-one-field-per-line',
    why: 'a field is found at the beginning of a line, and has room for its doc above it',
    find: (tree) => linesOf(tree, code, /^(export )?type \w+(<[^=]*>)? = (.*& )?\{ .*;.*\};?$/),
  },
  {
    name: 'reads-fail-in-one-way',
    why:
      'what could not be read says why and can be asked for again by ReadFailed or List; ' +
      'those that differ stand in shell-exemptions.ts with their reasons',
    find: (tree) => screensIn(tree).filter((file) => drawsOwnFailure(tree, file) && !ownFailures[file]),
  },
  {
    name: 'lists-use-the-shell',
    why: 'a screen that reads a list draws it in <List> (ADR 0061); those that differ stand in shell-exemptions.ts with their reasons',
    find: (tree) => screensIn(tree).filter((file) => drawsOwnList(tree, file) && !ownLists[file]),
  },
  {
    name: 'forms-use-the-shell',
    why:
      'a screen that sends what was typed does so by useServerForm (ADR 0061); those that ' +
      'differ stand in shell-exemptions.ts with their reasons',
    find: (tree) => screensIn(tree).filter((file) => sendsByItself(tree, file) && !ownForms[file]),
  },
  {
    name: 'exemptions-are-needed',
    why: 'a screen that came to the shells, or went, is no exemption any more',
    find: (tree) => [
      ...Object.keys(ownFailures).filter((file) => !drawsOwnFailure(tree, file)),
      ...Object.keys(ownLists).filter((file) => !drawsOwnList(tree, file)),
      ...Object.keys(ownForms).filter((file) => !sendsByItself(tree, file)),
    ],
  },
  {
    name: 'icons-have-one-stroke',
    why: 'the dashboard sets the stroke of all icons once (LucideProvider); one that differs says so where it stands',
    find: (tree) => linesOf(tree, ['src'], /\bstrokeWidth: |strokeWidth=\{1\.75\}/),
  },
  {
    name: 'no-any',
    why: 'unknown is narrowed, never waved through',
    find: (tree) =>
      placesOf(tree, /\bany\b/, (report) => new Visitor({ TSAnyKeyword: (node) => report(node.start) })),
  },
  {
    name: 'router-types-are-used',
    why:
      'an address, its parameters and its search are checked where they are written; what a ' +
      'screen with several addresses reads goes by ui/browser/url-param.ts',
    find: (tree) =>
      placesOf(
        tree,
        /@tanstack\/react-router/,
        (report) =>
          new Visitor({
            TSAsExpression: ({ expression, typeAnnotation, start }) =>
              void (
                (typeAnnotation.type === 'TSNeverKeyword' ||
                  (expression.type === 'CallExpression' &&
                    expression.callee.type === 'Identifier' &&
                    /^use(Search|Params)$/.test(expression.callee.name))) &&
                report(start)
              ),
            Property: ({ key, value, start }) =>
              void (
                key.type === 'Identifier' &&
                key.name === 'strict' &&
                value.type === 'Literal' &&
                value.value === false &&
                report(start)
              ),
          }),
      ).filter((place) => place.startsWith('src/') && !place.startsWith('src/ui/browser/url-param.ts:')),
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
    name: 'what-a-browser-shows-is-waited-for',
    why: 'a page draws when it can; `expect.poll` looks until it is there, a single look is a race',
    find: (tree) =>
      linesOf(
        tree,
        ['tests/e2e', 'tests/support'],
        new RegExp(`expect\\(await .*\\.(${readings.join('|')})\\(.*\\)\\)(\\.|$)`),
      ),
  },
  {
    name: 'texts-are-not-written-to-the-console',
    why:
      'the log is structured; in a browser an error that nobody could foresee has no other ' +
      'place, nor has a word to whoever writes the page around',
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
  const [side = ''] = rest;
  const name = rest.at(-1) ?? '';
  if (rest.length === 1)
    return (
      name === 'README.md' || new RegExp(`^${feature}(-[a-z0-9]+)*\\.contract(\\.test)?\\.ts$`).test(name)
    );
  if (!['server', 'web', 'chat', 'pages'].includes(side)) return false;
  // One level of parts, and fixtures beside what they are for.
  const folders = rest.slice(1, -1);
  if (folders.at(-1) === '__fixtures__') folders.pop();
  else if (side === 'server' && name !== 'README.md' && !isServerFile(feature, folders[0], name))
    return false;
  return folders.length <= 1 && folders.every((part) => /^[a-z][a-z0-9-]*$/.test(part));
}

/** In a part, the folder says whose file it is, so that its name does not begin with the feature's. */
function isServerFile(feature: string, part: string | undefined, name: string): boolean {
  const roles = serverRoles.join('|');
  const ending = `(\\.(${roles})\\.ts|(\\.(${roles}|http))?\\.test\\.ts)$`;
  if (part === undefined) return new RegExp(`^${feature}(-[a-z0-9]+)*${ending}`).test(name);
  return new RegExp(`^[a-z][a-z0-9]*(-[a-z0-9]+)*${ending}`).test(name) && !name.startsWith(`${feature}-`);
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
