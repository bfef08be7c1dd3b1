import type { AddressInfo } from 'node:net';
import type { Endpoint } from '#shared/endpoint.ts';
import type { Config } from '#platform/config/settings.ts';
import { openDatabase } from '#platform/database/database.ts';
import { openStreams } from '#platform/http/event-stream.ts';
import type { Logger } from '#platform/log/logger.ts';
import { unregisterProcess } from '#platform/process/server-process.ts';
import { createServerApp } from './app.ts';
import { createCountingThread } from './counting/counting-thread.ts';
import { earlierChats } from './earlier-chats.ts';
import { registerJobs } from './jobs.ts';
import { logSettings } from './log-settings.ts';
import { readableListenError, type ListenAddress } from './listening.ts';
import { createServices, type Services } from './services.ts';
import type { ServiceOptions } from './services/base-services.ts';
import type { SignInLinks } from './pages/demo/sign-in-links.ts';
import { StartError } from './start-error.ts';

export type RunningServer = {
  /** Address that people open. */
  url: string;
  /** Address that this process listens on; null when it runs background jobs only. */
  listening: string | null;
  superadminLink: string | null;
  endpoints: readonly Endpoint[];
  services: Services;
  /** Refuses new work, lets running answers finish for a while, releases jobs and closes everything. */
  stop(): Promise<void>;
};

const watchMs = 3_000;

/** Where a server listens by its settings. */
export const listenAddress = (config: Config): ListenAddress => ({
  host: config.host ?? '127.0.0.1',
  port: config.port ?? 3000,
});

type HandedIn =
  | 'clock'
  | 'llm'
  | 'safeFetch'
  | 'dns'
  | 'speechBaseUrls'
  | 'stripeBaseUrl'
  | 'paymentVendors'
  | 'passwords'
  | 'prepareScreens';
type RunOptions = {
  config: Config;
  log: Logger;
  databaseUrl: string;
  dataDir: string;
  /** Links by which people of a demo sign in; no other server has them. */
  signInLinks?: SignInLinks;
} & Partial<Pick<ServiceOptions, HandedIn>>;

/** Runs one server process on a migrated database. */
export async function runServer(options: RunOptions): Promise<RunningServer> {
  const { config, log, databaseUrl, dataDir, signInLinks, ...overrides } = options;
  if (config.processMode === 'worker' && !config.publicUrl)
    throw new StartError(
      'PROCESS_MODE=worker needs PUBLIC_URL: this process writes mails, and their links must lead somewhere.',
    );
  const database = openDatabase({ url: databaseUrl, log });
  let address = config.publicUrl;
  let listening: string | null = null;
  let isStopping = false;
  const services = await createServices({
    config,
    log,
    database,
    dataDir,
    publicUrl: () => address ?? 'http://127.0.0.1',
    ...overrides,
  }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  registerJobs(services);
  const { app, endpoints } = await createServerApp(services, {
    isStopping: () => isStopping,
    earlierChats: earlierChats(dataDir),
    ...(signInLinks && { signInLinks }),
  });
  app.addHook('onRequest', async (_request, reply) => {
    if (isStopping)
      return reply.code(503).header('retry-after', '5').header('connection', 'close').send({
        message: 'The server is restarting. Please try again in a moment.',
        code: 'common.unavailable',
      });
  });

  let watch: NodeJS.Timeout | undefined;

  async function begin(): Promise<string | null> {
    await services.jobs.start({ work: config.processMode !== 'web' });
    if (config.processMode !== 'web') {
      services.webhookDispatch.start();
      // A clock that was handed in is not to be had in another thread.
      services.analyticsCounting.start(
        overrides.clock ? undefined : createCountingThread({ databaseUrl, log: logSettings(config) }),
      );
    }
    // What a process that died left behind is put right before the first visitor comes; some of it goes back
    // into the queue.
    await services.watchDeaths();
    await services.knowledge.recoverAtStart();
    watch = setInterval(() => {
      Promise.all([services.watchDeaths(), services.conversations.interruptAbandoned()]).catch(
        (error: unknown) =>
          log.warn({ err: error }, 'what dead processes left behind could not be looked for'),
      );
    }, watchMs);
    if (config.processMode !== 'worker') {
      listening = await listen();
      address ??= listening;
    }
    // Others serve meanwhile; whoever needs it first waits for it.
    services.billing.sale?.connection
      .ready()
      .catch((error: unknown) =>
        log.error(
          { err: error },
          'plans can not be sold: what is needed at the payment provider could not be made',
        ),
      );
    return services.auth.superadminToken();
  }

  async function listen(): Promise<string> {
    const wanted = listenAddress(config);
    await app.listen(wanted).catch((error: unknown) => {
      throw readableListenError(error, wanted);
    });
    const address = app.server.address() as AddressInfo;
    const host = ['0.0.0.0', '::', '127.0.0.1'].includes(address.address)
      ? 'localhost'
      : address.address.includes(':')
        ? `[${address.address}]`
        : address.address;
    return `http://${host}:${address.port}`;
  }

  async function close(): Promise<void> {
    clearInterval(watch);
    await services.jobs.stop();
    await services.webhookDispatch.stop();
    await services.agentViews.drain();
    await services.analyticsCounting.stop();
    await Promise.all([services.documents.close(), services.drawer.close(), services.css.close()]);
    await services.codeSandbox.close();
    services.llm.close();
    await services.safeFetch.close();
    services.operatorSettings.close();
    await unregisterProcess(database, services.self).catch((error: unknown) =>
      log.warn({ err: error }, 'this process could not be signed off'),
    );
    await services.realtime.close();
    await database.close();
  }

  const token = await begin().catch(async (error: unknown) => {
    await app.close();
    await close();
    throw error;
  });
  const url = address ?? '(no address: this process runs background jobs only)';
  return {
    url,
    listening,
    endpoints,
    services,
    superadminLink: token ? `${url}/superadmin/claim#${token}` : null,
    async stop() {
      isStopping = true;
      await services.conversations.drain((config.stopGraceSeconds ?? 10) * 1000);
      await services.agentUsage.drain();
      for (const stream of openStreams()) stream.close();
      // A caller who never finishes their request, or never reads the answer, may not keep the server from
      // stopping.
      const impatience = setTimeout(() => app.server.closeAllConnections(), 2_000);
      await app.close();
      clearTimeout(impatience);
      // A message that was being taken while the others ended has its answer broken off now.
      await services.conversations.drain(0);
      await services.agentUsage.drain();
      await services.landingPages.counting.drain();
      await close();
    },
  };
}
