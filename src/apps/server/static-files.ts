import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { projectFolder } from './project-folder.ts';
import { chatAssets, type ChatAssets } from '#shared/chat/document.ts';
import { sendText } from '#platform/http/send-text.ts';
import { languages } from '#shared/languages.ts';
import { html } from '#shared/text/escape-html.ts';

/** What the build made, as the server needs it. */
export type BuiltFiles = {
  webPage: string;
  /** The same page for these screens, whose scripts come beside the first ones and not after them. */
  screenPages: Readonly<Record<ScreenPage, string>>;
  loader: string;
  /** The dashboard's service worker. */
  pushWorker: string;
  /** Modules that pages of others load, by file name. */
  embed: ReadonlyMap<string, string>;
  chat: ChatAssets;
  /** Every file of the chat, by its path below `/chat/`. */
  chatFiles: readonly string[];
  version: string;
};

const forever = 'public, max-age=31536000, immutable';

/** Reads the built entry points. Throws when something was not built. */
export function readBuiltFiles(folder: string): BuiltFiles {
  const webPage = readFileSync(path.join(folder, 'web/index.html'), 'utf8');
  const webManifest = readFileSync(path.join(folder, 'web/.vite/manifest.json'), 'utf8');
  const loader = readFileSync(path.join(folder, 'loader/loader.js'), 'utf8');
  const pushWorker = readFileSync(path.join(folder, 'push-worker/push-worker.js'), 'utf8');
  const manifest = readFileSync(path.join(folder, 'chat/manifest.json'), 'utf8');
  const modules = ['embed', 'wrappers/react', 'wrappers/chatelier'].flatMap((from) =>
    readdirSync(path.join(folder, from)).map(
      (name) => [name, readFileSync(path.join(folder, from, name), 'utf8')] as const,
    ),
  );
  const version = createHash('sha256')
    .update(webPage)
    .update(loader)
    .update(manifest)
    .update(modules.map(([, text]) => text).join(''))
    .digest('hex')
    .slice(0, 12);
  return {
    webPage,
    screenPages: screenPages(JSON.parse(webManifest) as Manifest, webPage),
    loader,
    pushWorker,
    embed: new Map(modules),
    chatFiles: filesOf(JSON.parse(manifest) as Manifest),
    chat: chatAssets(JSON.parse(manifest) as Parameters<typeof chatAssets>[0]),
    version,
  };
}

const screenSources = {
  /** By far the largest screen, and what shows it to whom the part is open. */
  builder: ['../../features/landing-pages/web/builder/builder.page.tsx', 'screens/part-screen.tsx'],
  // What people see of the product first, and with nothing stored.
  auth: ['../../features/auth/web/auth.page.tsx'],
  forgot: ['../../features/auth/web/forgot-password.page.tsx'],
  reset: ['../../features/auth/web/reset-password.page.tsx'],
  invitation: ['../../features/team/web/accept-invitation.page.tsx'],
} as const satisfies Record<string, readonly string[]>;
type ScreenPage = keyof typeof screenSources;

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;

function screenPages(manifest: Manifest, page: string): Record<ScreenPage, string> {
  const made = Object.entries(screenSources).map(([screen, sources]) => [
    screen,
    withScriptsOf(manifest, sources, page),
  ]);
  return Object.fromEntries(made) as Record<ScreenPage, string>;
}

/** The dashboard's page with the scripts of one of its screens named in its head. Throws where the build lacks one. */
function withScriptsOf(manifest: Manifest, sources: readonly string[], page: string): string {
  const isFirst = new Set<string>();
  const needed = new Set<string>();
  const follow = (name: string, seen: Set<string>): void => {
    if (seen.has(name) || isFirst.has(name)) return;
    const entry = manifest[name];
    if (!entry) throw new Error(`The build has no ${name}`);
    seen.add(name);
    for (const each of entry.imports ?? []) follow(each, seen);
  };
  follow('index.html', isFirst);
  for (const source of sources) follow(source, needed);
  const links = [...needed].map(
    (name) =>
      html`<link rel="modulepreload" crossorigin href="/web/${manifest[name]?.file ?? ''}" data-screen>`,
  );
  return page.replace('</head>', () => `${html`${links}`.markup}</head>`);
}

function filesOf(manifest: Manifest): string[] {
  return [...new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]))].toSorted();
}

/** Serves the hashed files of the dashboard and the chat, and the texts. */
export async function serveStaticFiles(
  app: FastifyInstance,
  folders: {
    dist: string;
    locales: string;
    /** Files of chats of earlier builds, see `earlier-chats.ts`; none where the folder is missing. */
    earlierChats: string;
  },
): Promise<void> {
  const common = {
    index: false as const,
    decorateReply: false,
    preCompressed: true,
    dotfiles: 'ignore' as const,
    etag: true,
    redirect: false,
  };
  await app.register(fastifyStatic, {
    ...common,
    root: path.join(folders.dist, 'web'),
    prefix: '/web/',
    decorateReply: true,
    setHeaders: (reply, file) =>
      void reply.header(
        'cache-control',
        file.includes(`${path.sep}assets${path.sep}`) ? forever : 'no-cache',
      ),
  });
  await app.register(fastifyStatic, {
    ...common,
    root: [path.join(folders.dist, 'chat/assets'), folders.earlierChats].filter(existsSync),
    prefix: '/chat/assets/',
    setHeaders: (reply) => {
      void reply.header('cache-control', forever);
      // Frames of pages under COEP load these too.
      void reply.header('cross-origin-resource-policy', 'cross-origin');
    },
  });
  await app.register(fastifyStatic, {
    ...common,
    root: path.join(folders.dist, 'pages-client/assets'),
    prefix: '/pages/assets/',
    setHeaders: (reply) => {
      void reply.header('cache-control', forever);
      // A landing page that was exported stands on any server, or in a folder.
      void reply.header('access-control-allow-origin', '*');
    },
  });
  const icon = readFileSync(path.join(projectFolder, 'src/apps/web/favicon.svg'));
  for (const file of ['/favicon.svg', '/favicon.ico'])
    app.get(file, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(icon),
    );
  // Only the texts that a browser may ask for, by exact name: a language code is untrusted and never part of
  // a path.
  for (const language of languages) {
    app.get<{ Params: { file: string } }>(`/locales/${language}/:file`, async (request, reply) => {
      const name = /^([a-z][a-z-]{0,40})\.json$/.exec(request.params.file)?.[1];
      const file = path.join(folders.locales, language, `${name}.json`);
      if (!name || !existsSync(file)) return reply.callNotFound();
      const text = readFileSync(file, 'utf8');
      return sendText(
        request,
        reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8'),
        text,
      );
    });
  }
}
