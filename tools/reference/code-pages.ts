import { parseSync, Visitor, type ObjectExpression } from 'oxc-parser';
import { z } from 'zod';
import { registerJobs } from '#apps/server/jobs.ts';
import { serveCheckPages } from '#apps/server/pages/labs/check-pages.ts';
import { serveColorPages } from '#apps/server/pages/labs/color-pages.ts';
import { serveLabPages } from '#apps/server/pages/labs/lab-pages.ts';
import { servePages } from '#apps/server/pages/pages.ts';
import { serveHealth } from '#apps/server/health.ts';
import { serveWidgetPages } from '#apps/server/pages/widget-pages.ts';
import { settings, type Setting } from '#platform/config/settings.ts';
import type { JobDefinition } from '#platform/jobs/jobs.ts';
import { readImports } from '../../tests/architecture/import-graph.ts';
import { featureGraph } from '../../tests/architecture/import-rules.ts';
import { filesIn, type SourceTree } from '../../tests/architecture/source-tree.ts';
import type { Contracts } from './read-contracts.ts';
import { page, table } from './markdown.ts';

/** `settings.md`: every variable of the environment. */
export function settingsPage(): string {
  const rows = Object.values(settings as Record<string, Setting>).map(
    ({ variable, doc, default: value, secret }) => [
      `\`${variable}\``,
      value === null ? '' : value === '' ? '(empty)' : `\`${value}\``,
      doc + (secret ? ' Never printed.' : ''),
    ],
  );
  return page(
    'Settings',
    'Variables of the environment, read once at the start. ' +
      "A value that can't be used ends the start with one line that says so. " +
      'Written down in `src/platform/config/settings.ts`.',
    table(['Variable', 'Default', 'What it does'], rows),
  );
}

/** `jobs.md`: every kind of background work. */
export function jobsPage(): string {
  const jobs = new Map<string, { definition: JobDefinition; cron: string }>();
  const recorder = {
    handle: (definition: JobDefinition) => void jobs.set(definition.name, { definition, cron: '' }),
    schedule(definition: JobDefinition, cron: string) {
      const job = jobs.get(definition.name);
      if (job) job.cron = cron;
    },
  };
  registerJobs({ jobs: recorder } as unknown as Parameters<typeof registerJobs>[0]);
  const rows = [...jobs.values()]
    .toSorted((a, b) => (a.definition.name < b.definition.name ? -1 : 1))
    .map(({ definition, cron }) => {
      const { properties = {} } = z.toJSONSchema(definition.payload) as {
        properties?: Record<string, unknown>;
      };
      return [
        `\`${definition.name}\``,
        Object.keys(properties)
          .map((name) => `\`${name}\``)
          .join(', '),
        cron === '' ? 'on demand' : `\`${cron}\``,
        String(definition.retryLimit),
        `${definition.expireInSeconds} s`,
        String(definition.concurrency),
      ];
    });
  return page(
    'Jobs',
    'Background work on pg-boss, in the same database. ' +
      'A job exists if and only if the transaction that sent it was committed; ' +
      'it may run twice, so every handler stands that. Listed in `src/apps/server/jobs.ts`.',
    table(['Name', 'Payload', 'When (UTC)', 'Further tries', 'Lost after', 'At once, per process'], rows),
  );
}

/** `routes.md`: every address that the server answers. */
export function routesPage(contracts: Contracts): string {
  const routes: [method: string, address: string, what: string][] = contracts.endpoints.map(
    ({ endpoint }) => [endpoint.method, endpoint.path, endpoint.summary],
  );
  const record =
    (method: string) =>
    (address: string): void =>
      void routes.push([method, address.replace(/:(\w+)\??/g, '{$1}'), '']);
  const recorder = {
    get: record('GET'),
    post: record('POST'),
    addHook: () => undefined,
  };
  const none: never = new Proxy({}, { get: () => undefined }) as never;
  serveHealth(recorder as never, { config: {} } as never, () => false);
  servePages(recorder as never, none, none, none, none);
  serveWidgetPages(recorder as never, none, none, none, none, none);
  serveLabPages(recorder as never, none, none, none);
  serveCheckPages(recorder as never, none, none, none, none);
  serveColorPages(recorder as never, none, none, none);
  const fixed: [string, string, string][] = [
    ['GET', '/web/{file}', 'Built files of the dashboard.'],
    ['GET', '/chat/assets/{file}', 'Built files of the chat.'],
    ['GET', '/pages/assets/{file}', 'Styles of the public pages.'],
    ['GET', '/locales/{language}/{file}.json', 'Texts of one of the six languages.'],
    ['GET', '/api/openapi.json', 'This API as OpenAPI 3.1.'],
  ];
  const rows = [...routes, ...fixed]
    .toSorted((a, b) => (a[1] === b[1] ? (a[0] < b[0] ? -1 : 1) : a[1] < b[1] ? -1 : 1))
    .map(([method, address, what]) => [method, `\`${address}\``, what]);
  return page(
    'Routes',
    'Everything else is answered by the not-found page, with 404. `/metrics` exists when `METRICS_TOKEN` is set.',
    table(['Method', 'Address', 'What'], rows),
  );
}

/** `events.md`: notices between server processes and to browsers, read from where the code sends them. */
export function eventsPage(tree: SourceTree): string {
  const rows = new Map<string, string[]>();
  for (const file of filesIn(tree, ['src'], ['.ts']).filter(
    (name) => !name.endsWith('.test.ts') && tree.get(name)?.includes('publish('),
  )) {
    const text = tree.get(file) ?? '';
    new Visitor({
      CallExpression({ callee, arguments: given }) {
        const notice = given[1];
        if (
          callee.type !== 'MemberExpression' ||
          callee.property.type !== 'Identifier' ||
          callee.property.name !== 'publish' ||
          notice?.type !== 'ObjectExpression'
        )
          return;
        const [topic = '', data = ''] = ['topic', 'data'].map((name) => partText(notice, name, text));
        rows.set(`${topic}${data}`, [
          `\`${topic.replace(/\$\{[^}]*?(\w+)\}/g, '{$1}').replace(/[`']/g, '')}\``,
          `\`${oneLine(data)}\``,
          file.replace(/^src\//, ''),
        ]);
      },
    }).visit(parseSync(file, text).program);
  }
  const sorted = [...rows.values()].toSorted((a, b) => (a.join() < b.join() ? -1 : 1));
  return page(
    'Events',
    'Notices that every server process hears once the transaction commits (PostgreSQL `LISTEN`/`NOTIFY`): ' +
      'ids and small facts, never content. Those of `account:{accountId}` reach the browsers of its members ' +
      'as `changed` events of `GET /api/events`.',
    table(['Topic', 'Data', 'Sent by'], sorted),
  );
}

function partText(object: ObjectExpression, name: string, text: string): string {
  const property = object.properties.find(
    (candidate) =>
      candidate.type === 'Property' && candidate.key.type === 'Identifier' && candidate.key.name === name,
  );
  return property?.type === 'Property' ? text.slice(property.value.start, property.value.end) : '';
}

/** As it would stand on one line. */
function oneLine(code: string): string {
  return code
    .replace(/\s+/g, ' ')
    .replace(/[,;] \}/g, ' }')
    .replace(/^\| /, '')
    .trim();
}

/** `embed-protocol.md`: what loader and chat frame say to each other. */
export function embedProtocolPage(tree: SourceTree): string {
  const source = tree.get('src/shared/embed/protocol.ts') ?? '';
  const version = /embedProtocolVersion = (\d+)/.exec(source)?.[1] ?? '';
  const { program, comments } = parseSync('protocol.ts', source);
  const rows: string[][] = [];
  new Visitor({
    TSTypeAliasDeclaration({ id, typeAnnotation }) {
      if (id.name !== 'EmbedValues' || typeAnnotation.type !== 'TSTypeLiteral') return;
      for (const member of typeAnnotation.members) {
        if (member.type !== 'TSPropertySignature' || !member.typeAnnotation) continue;
        const { key, typeAnnotation: type } = member;
        const kind = key.type === 'Literal' ? String(key.value) : source.slice(key.start, key.end);
        const doc = comments.findLast(({ end }) => end <= member.start)?.value ?? '';
        const value = source.slice(type.typeAnnotation.start, type.typeAnnotation.end);
        rows.push([`\`${kind}\``, `\`${oneLine(value)}\``, oneLine(doc.replace(/^\s*\*/gm, ''))]);
      }
    },
  }).visit(program);
  return page(
    'Embed protocol',
    `Version ${version}. ` +
      `Messages by \`postMessage\` between the script on somebody's page (host) and the chat in its frame: ` +
      `\`{ chatelier: ${version}, frame: string, kind, value }\`. ` +
      `Both ends check source and origin, and name the receiver's origin. ` +
      `Written down in \`src/shared/embed/protocol.ts\`.`,
    table(['Kind', 'Value', 'Meaning'], rows),
  );
}

/** `features.md`: which feature knows which. */
export function featuresPage(tree: SourceTree): string {
  const graph = [...featureGraph(readImports(tree, ['src/features']))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const lines = graph.flatMap(([from, known]) =>
    known.size === 0 ? [`  ${from}`] : [...known].toSorted().map((to) => `  ${from} --> ${to}`),
  );
  return page(
    'Features',
    'An arrow points to what a feature knows: its contract, its use cases, or parts of its screens. ' +
      'There is no ring, and a test keeps it so. What must run backwards goes by event.',
    ['```mermaid', 'flowchart TD', ...lines, '```'].join('\n'),
  );
}
