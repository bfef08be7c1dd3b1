import module from 'node:module';
import { readConfig } from '#platform/config/settings.ts';
import { createLogger } from '#platform/log/logger.ts';
import { runServer } from '#apps/server/run-server.ts';

/**
 * A server of its own process whose vendors of speech are stand-ins, which no setting names: at `SPEECH_URL`, and one
 * that leads its calls at `ASKING_URL`; with the database at `TEST_DATABASE_URL` and files in `DATA_DIR`. Says its address when it runs.
 */
const { SPEECH_URL = '', ASKING_URL = '', TEST_DATABASE_URL = '', DATA_DIR = '' } = process.env;
const server = await runServer({
  config: readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
    LOCAL_MODEL_URLS: 'none',
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
    PLANS: 'free',
  }),
  log: createLogger({ level: 'error', format: 'json' }),
  databaseUrl: TEST_DATABASE_URL,
  dataDir: DATA_DIR,
  speechBaseUrls: { openai: SPEECH_URL, elevenlabs: ASKING_URL },
  llm: { baseUrls: { openai: SPEECH_URL } },
});
process.stdout.write(`Runs at ${(server.listening ?? server.url).replace('localhost', '127.0.0.1')}\n`);
// Whoever is killed keeps nothing of what was compiled by then.
module.flushCompileCache();
