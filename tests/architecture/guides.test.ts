import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parser as pythonParser } from '@lezer/python';
import { parseHTML } from 'linkedom';
import { parseSync } from 'oxc-parser';
import PhpParser from 'php-parser';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { settings } from '#platform/config/settings.ts';
import { ownerMcpPath } from '#features/mcp-servers/mcp-servers.contract.ts';
import { paymentSection } from '#features/paywall/paywall.contract.ts';
import { identityKeys, verifyStatement } from '#features/conversations/server/identity/identity.models.ts';
import { webhookEventData, webhookEventTypes } from '#features/webhooks/webhooks-events.contract.ts';
import { compileCss } from '#shared/custom-css/custom-css.ts';
import { readInstructions } from '#shared/chat/rich-instructions.ts';
import { run } from './command.ts';
import { snippetsIn, unknownNames, type Snippet } from './snippets.ts';
import { projectFolder, readTree, withFiles } from './source-tree.ts';

const tree = readTree();
const snippets = snippetsIn(tree, ['docs/guides']);
const routes = tree.get('docs/reference/routes.md') ?? '';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(projectFolder, 'node_modules/.cache/guides-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The problems of scripts by their parser. */
const scriptProblems = (code: string, name: string): string[] =>
  parseSync(name, code).errors.map(({ message }) => message);

/** Whether a request of a guide has a route: `GET /api/payments/{id}/invoices?test=true  # what it gives`. */
function isAnswered(line: string): boolean {
  const [, method = '', pathname = ''] = /^([A-Z]+) ([^ ?#]+)/.exec(line) ?? [];
  return routes.includes(`| ${method} | \`${pathname}\` |`);
}

/** What is wrong with a page: its scripts, and addresses of this server that nothing answers. */
function pageProblems(html: string): string[] {
  const { document } = parseHTML(`<body>${html}</body>`);
  return [...document.querySelectorAll('script')].flatMap((script) => {
    const address = script.getAttribute('src');
    if (address === null) return scriptProblems(script.textContent ?? '', 'page.js');
    const { pathname } = new URL(address);
    const route = pathname
      .replace('123456789.js', '{id}')
      .replace(/^\/embed\/(chatelier|react)\.mjs$/, '/embed/{file}');
    return routes.includes(`\`${route}\``) ? [] : [`nothing answers ${pathname}`];
  });
}

function pythonProblems(code: string): string[] {
  const found: string[] = [];
  pythonParser.parse(code).iterate({
    enter({ type, from }) {
      if (type.isError) found.push(`near ${JSON.stringify(code.slice(from, from + 20))}`);
    },
  });
  return found;
}

function phpProblems(code: string): string[] {
  try {
    new PhpParser.Engine({}).parseCode(`<?php\n${code}`, 'guide.php');
    return [];
  } catch (error) {
    return [String(error)];
  }
}

function shellProblems(code: string): string[] {
  // What stands between angle brackets is to be filled in.
  const { status, stderr } = spawnSync('sh', ['-n'], {
    input: code.replaceAll(/<[^>]+>/g, 'word'),
    encoding: 'utf8',
  });
  return status === 0 ? [] : [stderr];
}

/** A unit of systemd: what it starts is there, and every variable is a setting. */
function unitProblems(code: string): string[] {
  const variables = new Set<string>([...Object.values(settings).map(({ variable }) => variable), 'NODE_ENV']);
  const given = /^Environment=(.*)$/m.exec(code)?.[1]?.split(' ') ?? [];
  const script = /^ExecStart=\S+ (\S+)$/m.exec(code)?.[1] ?? '';
  return [
    ...code.split('\n').filter((line) => line !== '' && !/^\[\w+\]$|^\w+=.+$/.test(line)),
    ...given.map((each) => each.split('=')[0] ?? '').filter((name) => !variables.has(name)),
    ...(tree.has(script) ? [] : [`no file ${script}`]),
  ];
}

/** Blocks that open and close, and directives that end. */
function blockProblems(code: string, end: RegExp): string[] {
  const lines = code.split('\n').map((line) => line.replace(/ +#.*$/, '').trim());
  const depth = lines.reduce((sum, line) => sum + Number(line.endsWith('{')) - Number(line === '}'), 0);
  return [
    ...(depth === 0 ? [] : ['a block is left open']),
    ...lines.filter((line) => line !== '' && line !== '}' && !line.endsWith('{') && !end.test(line)),
  ];
}

/** How assistants are told of an MCP server, by the two names that they have for it. */
const mcpServer = z.strictObject({
  type: z.literal('http').optional(),
  url: z.url().endsWith(ownerMcpPath),
  headers: z.strictObject({ Authorization: z.string().startsWith('Bearer sk_live_') }),
});
const mcpFile = z.union([
  z.strictObject({ mcpServers: z.record(z.string(), mcpServer) }),
  z.strictObject({ servers: z.record(z.string(), mcpServer.required()) }),
]);

/** An event as webhooks are told of it, a file of an assistant, or what an owner writes under Payment and Monetization. */
function jsonProblems(code: string): string[] {
  const value = JSON.parse(code) as { type?: string; data?: unknown };
  if (mcpFile.safeParse(value).success) return [];
  const type = webhookEventTypes.find((one) => one === value.type);
  const parsed = type
    ? z
        .strictObject({
          type: z.literal(type),
          timestamp: z.iso.datetime(),
          data: webhookEventData[type].strict(),
        })
        .safeParse(value)
    : paymentSection.safeParse(value);
  return parsed.error?.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`) ?? [];
}

/** Whether the code of a guide is right, by what stands behind its fence. Types of React are checked below. */
const checks: Record<string, (code: string) => string[]> = {
  js: (code) => scriptProblems(code, 'guide.js'),
  tsx: (code) => scriptProblems(code, 'guide.tsx'),
  html: pageProblems,
  python: pythonProblems,
  php: phpProblems,
  sh: shellProblems,
  ini: unitProblems,
  nginx: (code) => blockProblems(code, /;$/),
  caddyfile: (code) => blockProblems(code, /^\w+( \S+)?$/),
  json: jsonProblems,
  css: (code) => compileCss(code).problems.map((problem) => JSON.stringify(problem)),
  // What an owner writes into the instructions of an agent.
  text: (code) => readInstructions(code).problems.map((problem) => JSON.stringify(problem)),
  csp: (code) =>
    code
      .trim()
      .split(/; */)
      .filter((directive) => !/^[a-z-]+-src https:\S+$/.test(directive)),
  http: (code) =>
    code
      .trim()
      .split('\n')
      .filter((line) => !isAnswered(line)),
};

const problemsOf = ({ language, code }: Snippet): string[] => {
  const check = checks[language];
  return check ? check(code) : [`say behind the fence what it is; nothing checks "${language}"`];
};

/** Compiles files of a guide as if they stood in the project. */
async function compile(name: string, project: string, files: Record<string, string>): Promise<string> {
  const place = path.join(folder, name);
  mkdirSync(place);
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(place, file), text);
  // Packages and the project's own names are looked up from here.
  writeFileSync(path.join(place, 'package.json'), tree.get('package.json') ?? '');
  for (const each of ['src', 'tests', 'node_modules'])
    symlinkSync(path.join(projectFolder, each), path.join(place, each));
  writeFileSync(
    path.join(place, 'tsconfig.json'),
    JSON.stringify({
      extends: path.join(projectFolder, `tsconfig.${project}.json`),
      compilerOptions: { preserveSymlinks: false },
      include: Object.keys(files).concat(path.join(projectFolder, 'src/ui/*.d.ts')),
      exclude: [],
    }),
  );
  return (await run('tsc', ['-p', path.join(place, 'tsconfig.json')], { cwd: place })).output;
}

describe('the guides', () => {
  it('have pictures of one size, which their pages keep free until they come', async () => {
    const images = path.join(projectFolder, 'docs/images');
    for (const name of readdirSync(images)) {
      const { width, height } = await sharp(path.join(images, name)).metadata();
      expect([name, width, height]).toEqual([name, 1_440, 900]);
    }
  });
  it.each(
    snippets.map((snippet) => [`${snippet.file}:${snippet.line} (${snippet.language})`, snippet] as const),
  )('show code that is right in %s', (_place, snippet) => expect(problemsOf(snippet)).toEqual([]));

  it('name only what is there', () =>
    expect(unknownNames(tree, ['docs/guides'], new Set(['VoiceSection']))).toEqual([]));

  it('sign a token with which a visitor is identified', async () => {
    const code = snippets.find(({ language }) => language === 'js')?.code ?? '';
    const file = path.join(folder, 'identity.mjs');
    writeFileSync(file, `${code}\nexport { identityToken };\n`);
    process.env['CHATELIER_SECRET'] = 'cis_secret';
    try {
      const { identityToken } = (await import(file)) as { identityToken(user: object): string };
      const token = identityToken({ id: 'u-7', email: 'ann@example.com', name: 'Ann' });
      expect(verifyStatement([identityKeys('cis_secret', false)], { token }, new Date())).toEqual({
        person: { externalId: 'u-7', email: 'ann@example.com', name: 'Ann' },
      });
    } finally {
      delete process.env['CHATELIER_SECRET'];
    }
  });

  it('show React code and a section of the editor that compile', async () => {
    const parts = snippets.filter(({ language }) => language === 'tsx');
    const files = parts.map(({ code }, at) => [
      `guide-${at}.tsx`,
      code.replace('./chatelier.mjs', '#apps/loader/react.ts'),
    ]);
    expect(await compile('react', 'browser', Object.fromEntries(files) as Record<string, string>)).toBe('');
  });
});

describe('the check of the guides', () => {
  it.each([
    ['js', 'const a = ;'],
    ['tsx', 'const a = <Agent number=12 />;'],
    ['html', '<script src="https://chat.example.com/widgets/123456789.jsx"></script>'],
    ['html', '<script>const a = ;</script>'],
    ['python', 'def a(:\n  pass'],
    ['php', 'function ( { }'],
    ['sh', 'if true; then'],
    ['ini', '[Service]\nEnvironment=PORTT=3000\nExecStart=node tools/start.mjs'],
    ['ini', '[Service]\nExecStart=node tools/begin.mjs'],
    ['nginx', 'location / {\n  proxy_buffering off\n}'],
    ['caddyfile', 'chat.example.com {\n\treverse_proxy 127.0.0.1:3000'],
    ['json', '{ "enabled": true, "offers": [{ "type": "gift" }] }'],
    ['json', '{ "type": "contact.erased", "timestamp": "2026-05-18T10:00:00.000Z", "data": { "id": "1" } }'],
    ['css', '.cw-header { position: fixed'],
    ['text', 'When asked about prices: card | button "Order" ftp://example.com'],
    ['csp', 'script-src: https://chat.example.com'],
    ['http', 'GET /api/payments/nothing'],
    ['', 'anything'],
  ])('notices what is wrong with %s: %s', (language, code) => {
    expect(problemsOf({ file: 'docs/guides/a.md', line: 1, language, code })).not.toEqual([]);
  });

  it('notices a name that is not there', () => {
    const document = 'See `src/ui/nothing.tsx` and `madeUpName`, and `agentConfiguration` in `src/ui/`.';
    const found = unknownNames(withFiles(tree, { 'docs/guides/a.md': document }), ['docs/guides'], new Set());
    expect(found.filter((place) => place.startsWith('docs/guides/a.md'))).toEqual([
      'docs/guides/a.md: src/ui/nothing.tsx',
      'docs/guides/a.md: madeUpName',
    ]);
  });
});
