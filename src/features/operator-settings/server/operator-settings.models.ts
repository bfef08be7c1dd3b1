import type { PlanPrices } from '#shared/money/plan-offer.ts';
import type { SignUp } from '#shared/sign-up.ts';
import { isLookAlike } from '#shared/text/look-alike.ts';
import {
  settings as definitions,
  type Config,
  type Setting,
  type Settings,
} from '#platform/config/settings.ts';
import { shownHost } from '#platform/dns/shown-host.ts';
import { llmDefinitions } from '#providers/llm/llm.definitions.ts';
import { defaultTrialDays } from '#features/accounts/accounts.contract.ts';
import {
  environmentSettings,
  keptBackups,
  operatorSettingsInput,
  type EnvironmentGroup,
  type EnvironmentView,
  type KnownModels,
  type ModelPrice,
  type OperatorSettingsInput,
  type OperatorSettingsView,
  type PlanTextsByLanguage,
} from '../operator-settings.contract.ts';

/** What holds on this server. */
export type OperatorSettings = {
  audience: OperatorSettingsView['audience'];
  plans: 'free' | 'paid';
  signUp: SignUp;
  signUpDomains: readonly string[];
  trialDays: number;
  smtpUrl: string | null;
  mailFrom: string;
  brandAccountId: string | null;
  signUpNote: string;
  backupsKept: number;
  modelPrices: readonly ModelPrice[];
  firstModels: Readonly<Record<string, string>>;
  newAgentModels: string;
  planPrices: PlanPrices | null;
  planTexts: PlanTextsByLanguage;
};

type FromEnvironment = Pick<Config, 'plans' | 'signUp' | 'smtpUrl' | 'mailFrom' | 'given'>;

/** What holds: the environment first, then what the superadmin set, then the default. */
export function settingsInForce(config: FromEnvironment, stored: OperatorSettingsInput): OperatorSettings {
  const isGiven = (name: (typeof environmentSettings)[number]): boolean => config.given.includes(name);
  return {
    audience: stored.audience ?? null,
    plans: isGiven('plans') ? config.plans : (stored.plans ?? config.plans),
    signUp: isGiven('signUp') ? config.signUp : (stored.signUp ?? config.signUp),
    signUpDomains: stored.signUpDomains ?? [],
    trialDays: stored.trialDays ?? defaultTrialDays,
    smtpUrl: isGiven('smtpUrl') ? config.smtpUrl : (stored.smtpUrl ?? null),
    brandAccountId: stored.brandAccountId ?? null,
    signUpNote: stored.signUpNote ?? '',
    backupsKept: stored.backupsKept ?? keptBackups.usual,
    modelPrices: stored.modelPrices ?? [],
    firstModels: stored.firstModels ?? {},
    newAgentModels: stored.newAgentModels ?? 'built-in',
    planPrices: stored.planPrices ?? null,
    planTexts: stored.planTexts ?? {},
    mailFrom: isGiven('mailFrom') ? config.mailFrom : (stored.mailFrom ?? config.mailFrom),
  };
}

/**
 * The trial of whoever was served without paying before: nobody is cut off from one minute to the next, also where
 * newcomers begin without a trial. In days.
 */
export const trialOfServed = (trialDays: number): number => trialDays || defaultTrialDays;

/** Settings as the superadmin reads them: of the mail server only where it is. */
export function presentSettings(
  settings: OperatorSettings,
  config: Pick<Config, 'given'>,
): OperatorSettingsView {
  const { smtpUrl, ...others } = settings;
  return {
    ...others,
    signUpDomains: [...settings.signUpDomains],
    modelPrices: [...settings.modelPrices],
    signUpNames: settings.signUpDomains.flatMap((domain) => {
      const shown = shownHost(domain);
      return shown === domain ? [] : [{ domain, shown, isLookAlike: isLookAlike(shown) }];
    }),
    mailServer: smtpUrl === null ? null : serverOf(smtpUrl),
    fromEnvironment: environmentSettings.filter((name) => config.given.includes(name)),
  };
}

/** The models that this version knows, with the prices that vendors print. */
export const knownModels = (): KnownModels => ({
  vendors: llmDefinitions.map(({ id, label, models, imageModels = [] }) => ({
    provider: id,
    label,
    models: models.map((model) => ({ id: model.id, label: model.label, price: model.price })),
    pictures: imageModels.map((model) => ({
      id: model.id,
      label: model.label,
      pictureMicros: model.priceMicros,
    })),
  })),
});

/** `smtps://mail.example.com:465` out of an address with a password. */
function serverOf(url: string): string {
  if (!URL.canParse(url)) return url.slice(0, url.indexOf(':'));
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

/** What was stored, without what this version does not know or would not take. */
export function readStored(values: Readonly<Record<string, unknown>>): OperatorSettingsInput {
  const read = Object.entries(values).flatMap(([key, value]) => {
    const one = operatorSettingsInput.safeParse({ [key]: value });
    return one.success ? Object.entries(one.data) : [];
  });
  return Object.fromEntries(read);
}

/** What each setting of the environment is about; one that is new is named here. */
const groupOf: Record<keyof Settings, EnvironmentGroup> = {
  publicUrl: 'address',
  domainTarget: 'address',
  host: 'address',
  port: 'address',
  trustProxy: 'address',
  signUp: 'address',
  analyticsEventMonths: 'data',
  dataDir: 'data',
  databaseUrl: 'data',
  encryptionKey: 'data',
  smtpUrl: 'mail',
  mailFrom: 'mail',
  mailReplyAddress: 'mail',
  imapUrl: 'mail',
  mailWebhookSecret: 'mail',
  plans: 'plans',
  platformStripeKey: 'plans',
  platformSellerName: 'plans',
  platformSellerAddress: 'plans',
  platformSellerCountry: 'plans',
  platformSellerTaxNumber: 'plans',
  maxUploadBytes: 'limits',
  crawlRequestsPerSecond: 'limits',
  freeVisitorsPerAddress: 'limits',
  allowPrivateAddresses: 'limits',
  localModelUrls: 'limits',
  diagnostics: 'process',
  processMode: 'process',
  stopGraceSeconds: 'process',
  logLevel: 'process',
  logFormat: 'process',
  metricsToken: 'process',
};

const wordsOf = (value: unknown): string | null => {
  const text = Array.isArray(value) ? value.join(', ') : value === null ? '' : String(value);
  return text === '' ? null : text;
};

/**
 * What the environment says, and what holds where it says nothing. Secrets are named and not told.
 * @param found what the server found out by itself where nothing is set
 */
export function presentEnvironment(
  config: Config,
  found: Partial<Record<keyof Settings, string>>,
): EnvironmentView {
  return {
    settings: (Object.entries(definitions) as [keyof Settings, Setting][])
      // What the superadmin says where the environment does not stands above.
      .filter(([key]) => config.given.includes(key) || !environmentSettings.some((name) => name === key))
      .map(([key, { variable, doc, secret = false }]) => ({
        variable,
        group: groupOf[key],
        doc,
        value: secret ? null : (wordsOf(config[key]) ?? found[key] ?? null),
        isGiven: config.given.includes(key),
        isSecret: secret,
      })),
  };
}
