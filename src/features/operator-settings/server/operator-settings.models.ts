import type { SignUp } from '#shared/sign-up.ts';
import type { Config } from '#platform/config/settings.ts';
import { defaultTrialDays } from '#features/accounts/accounts.contract.ts';
import {
  environmentSettings,
  operatorSettingsInput,
  type OperatorSettingsInput,
  type OperatorSettingsView,
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
    mailFrom: isGiven('mailFrom') ? config.mailFrom : (stored.mailFrom ?? config.mailFrom),
  };
}

/** Settings as the superadmin reads them: of the mail server only where it is. */
export function presentSettings(
  settings: OperatorSettings,
  config: Pick<Config, 'given'>,
): OperatorSettingsView {
  const { smtpUrl, ...others } = settings;
  return {
    ...others,
    signUpDomains: [...settings.signUpDomains],
    mailServer: smtpUrl === null ? null : serverOf(smtpUrl),
    fromEnvironment: environmentSettings.filter((name) => config.given.includes(name)),
  };
}

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
