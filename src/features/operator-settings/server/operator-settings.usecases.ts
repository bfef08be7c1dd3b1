import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#shared/errors.ts';
import { html } from '#shared/text/escape-html.ts';
import type { Opening } from '#shared/sign-up.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/settings.ts';
import { SecretError, type SecretBox } from '#platform/crypto/secret-box.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import type { Logger } from '#platform/log/logger.ts';
import type { Realtime } from '#platform/realtime/realtime.ts';
import type { EmailProvider } from '#providers/email/email.port.ts';
import { superadminExists } from '#features/accounts/server/accounts-superadmin.usecases.ts';
import { findUserById } from '#features/accounts/server/accounts.usecases.ts';
import { superadminActor, type Superadmin } from '#features/audit/server/audit-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import {
  environmentSettings,
  operatorSettingsErrors,
  type EnvironmentView,
  type OperatorSettingsInput,
  type OperatorSettingsView,
} from '../operator-settings.contract.ts';
import {
  knownModels,
  presentEnvironment,
  presentSettings,
  readStored,
  settingsInForce,
  trialOfServed,
  type OperatorSettings,
} from './operator-settings.models.ts';
import { operatorSettingsRepository } from './operator-settings.repository.ts';

export type OperatorSettingsServices = {
  database: Database;
  clock: Clock;
  log: Logger;
  box: SecretBox;
  realtime: Realtime;
  translator: Translator;
  config: Config;
  /** Makes the way to a mail server out of its address. */
  openMail(url: string): EmailProvider;
  /** Called before other settings come into force, and once at the start. */
  prepare(settings: OperatorSettings): Promise<void>;
  /** How many subscriptions to plans charge real money again. */
  countCharging(tx: Transaction): Promise<number>;
  /** What the server found out by itself where the environment says nothing: its address and its folder. */
  found(): { publicUrl: string; dataDir: string };
  /** Writes down that plans are sold from now on, after they were free. */
  beginSelling(tx: Transaction, now: Date, trialDays: number): Promise<void>;
};

const ownerOf = (key: string): string => `operator-setting:${key}`;
const mailTestMs = 25_000;
/** Longer than a mail server may take for a mail. */
const mailUnderWayMs = 120_000;

/**
 * What the superadmin set for the whole server. It is kept in memory, where every request may look, and read
 * again in all processes when one of them changes it.
 */
export async function createOperatorSettings(services: OperatorSettingsServices) {
  const { database, clock, log, box, config, realtime } = services;
  let current = await read();
  let isClaimed = await superadminExists(database);
  await services.prepare(current);
  let mailServer: { url: string; provider: EmailProvider } | null = null;

  async function read(): Promise<OperatorSettings> {
    const values: Record<string, unknown> = {};
    for (const { key, sealed } of await operatorSettingsRepository(database.direct).all())
      try {
        values[key] = JSON.parse(box.open(sealed, ownerOf(key)));
      } catch (error) {
        if (!(error instanceof SecretError)) throw error;
        log.error({ setting: key }, 'a setting of the superadmin can not be opened with this key');
      }
    return settingsInForce(config, readStored(values));
  }
  let reading: Promise<void> = Promise.resolve();
  /**
   * One reading after the other, each of what stands in the database when its turn comes: none that began
   * earlier comes into force later.
   */
  function readAgain(): Promise<void> {
    const turn = reading.then(async () => {
      const next = await read();
      await services.prepare(next);
      isClaimed = await superadminExists(database);
      current = next;
    });
    reading = turn.catch(() => undefined);
    return turn;
  }
  const look = (): void =>
    void readAgain().catch((error: unknown) =>
      log.warn({ err: error }, 'the settings of the superadmin could not be read again'),
    );
  realtime.subscribe('operator-settings', look);
  realtime.onGap(look);

  const closing = new Map<EmailProvider, NodeJS.Timeout>();
  /** Closes a way that nobody takes any more, once the mails that are under way on it have arrived. */
  function closeLater(provider: EmailProvider): void {
    const timer = setTimeout(() => {
      closing.delete(provider);
      provider.close();
    }, mailUnderWayMs);
    timer.unref();
    closing.set(provider, timer);
  }

  /** The way to the mail server that is set now; null where mails are kept. */
  function mail(): EmailProvider | null {
    const url = current.smtpUrl;
    if (mailServer?.url === url) return mailServer?.provider ?? null;
    if (mailServer) closeLater(mailServer.provider);
    mailServer = url === null ? null : { url, provider: services.openMail(url) };
    return mailServer?.provider ?? null;
  }

  return {
    current: (): OperatorSettings => current,
    mail,
    close(): void {
      for (const [provider, timer] of closing) {
        clearTimeout(timer);
        provider.close();
      }
      closing.clear();
      mailServer?.provider.close();
    },

    /**
     * What an address says to those who have no account yet. As long as nobody is superadmin anybody comes in, because somebody has to become it;
     * an account's own address opens no account beside it.
     */
    openingOf(accountId: string | null): Opening {
      const signUp = isClaimed ? current.signUp : 'open';
      return {
        signUp: accountId !== null && signUp === 'open' ? 'invitation' : signUp,
        trialDays: current.plans === 'free' ? null : current.trialDays,
        signUpNote: accountId === null ? current.signUpNote : '',
      };
    },

    environment: (): EnvironmentView => presentEnvironment(config, services.found()),

    models: knownModels,

    view: (): OperatorSettingsView => presentSettings(current, config),

    /**
     * @throws `operator-settings.from_environment` for what the environment says otherwise,
     * `operator-settings.other_account` for the brand of an account that the superadmin does not work in,
     * `operator-settings.plans_running` where plans would become free while accounts are charged for them
     */
    async change(superadmin: Superadmin, input: OperatorSettingsInput): Promise<OperatorSettingsView> {
      const changes = Object.entries(input).filter(
        ([key, value]) =>
          value !== undefined && !isDeepStrictEqual(current[key as keyof OperatorSettings], value),
      );
      if (
        changes.some(([key]) =>
          environmentSettings.some((name) => name === key && config.given.includes(name)),
        )
      )
        throw new AppError(operatorSettingsErrors.fromEnvironment);
      if (changes.length === 0) return presentSettings(current, config);
      const { brandAccountId } = input;
      if (brandAccountId !== undefined && brandAccountId !== null && brandAccountId !== superadmin.accountId)
        throw new AppError(operatorSettingsErrors.otherAccount);
      const actor = await superadminActor(database, superadmin);
      await database.system(async (tx) => {
        if (current.plans === 'paid' && input.plans === 'free') {
          const count = await services.countCharging(tx);
          if (count > 0) throw new AppError(operatorSettingsErrors.plansRunning, { variables: { count } });
        }
        if (current.plans === 'free' && input.plans === 'paid')
          await services.beginSelling(tx, clock.now(), trialOfServed(input.trialDays ?? current.trialDays));
        for (const [key, value] of changes)
          await operatorSettingsRepository(tx).put({
            key,
            sealed: box.seal(JSON.stringify(value), ownerOf(key)),
            updatedAt: clock.now(),
          });
        await writeAudit(tx, actor, 'operator.settings_changed', {
          name: changes.map(([key]) => key).join(', '),
        });
        await realtime.publish(tx, { topic: 'operator-settings', data: {} });
      });
      await readAgain();
      return presentSettings(current, config);
    },

    /**
     * Sends a mail to the superadmin, past the outbox: what the mail server answers is said at once.
     * @throws `operator-settings.mail_missing`
     */
    async tryMail(superadmin: Superadmin): Promise<{ recipient: string; failure: string | null }> {
      const provider = mail();
      if (!provider) throw new AppError(operatorSettingsErrors.mailMissing);
      const user = await findUserById(database, superadmin.userId);
      const recipient = user?.email ?? '';
      const say = (part: string): string =>
        services.translator.text(user?.language ?? 'en', `mail:mail-test.${part}`);
      const sent = provider.send({
        from: current.mailFrom,
        senderName: null,
        replyTo: null,
        to: recipient,
        subject: say('subject'),
        text: say('body'),
        html: html`<p>${say('body')}</p>`.markup,
        messageId: `<mail-test-${clock.now().getTime()}@chatelier>`,
        unsubscribeUrl: null,
        attachment: null,
      });
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<string>((resolve) => {
        timer = setTimeout(() => resolve('timeout'), mailTestMs);
      });
      const failure = await Promise.race([
        sent.then(
          () => null,
          (error: unknown) => (error instanceof Error ? error.message.slice(0, 500) : 'unknown'),
        ),
        late,
      ]);
      clearTimeout(timer);
      await database.system(async (tx) =>
        writeAudit(tx, await superadminActor(database, superadmin), 'operator.mail_tested', {
          name: recipient,
        }),
      );
      return { recipient, failure };
    },
  };
}

export type OperatorSettingsUsecases = Awaited<ReturnType<typeof createOperatorSettings>>;
