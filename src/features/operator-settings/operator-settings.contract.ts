import { z } from 'zod';
import { languages } from '#shared/languages.ts';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { mailDomainOf, mostMailDomains, signUps } from '#shared/sign-up.ts';
import { longestTrialDays } from '#features/accounts/accounts.contract.ts';

export const operatorSettingsErrors = defineErrors('operator-settings', {
  /** The environment says it, and wins. */
  fromEnvironment: 409,
  /** Plans that accounts pay for would go on charging; says how many. */
  plansRunning: 409,
  mailMissing: 409,
  /** The brand of the server is the superadmin's own. */
  otherAccount: 409,
});

/** Who a server is for: whoever runs it alone, people who work together, or customers of theirs. */
export const audiences = ['self', 'team', 'customers'] as const;
export type Audience = (typeof audiences)[number];

/** What can be set in the environment as well; what is set there can't be changed here. */
export const environmentSettings = ['plans', 'signUp', 'smtpUrl', 'mailFrom'] as const;
export type EnvironmentSetting = (typeof environmentSettings)[number];

/** The longest text above the form of registering, in characters. */
export const mostSignUpNote = 600;

/** How many backups are kept. */
export const keptBackups = { fewest: 1, most: 30, usual: 7 } as const;

const smtpUrl = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^smtps?:\/\/[^\s/]+/, 'superadmin-setup:validation.smtp')
  .refine((text) => URL.canParse(text), 'superadmin-setup:validation.smtp');
/** `Name <address>`, or the address alone; one line. */
const mailFrom = z
  .string()
  .trim()
  .max(320)
  .regex(
    /^(?:[^<>\r\n"]{1,120}<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    'superadmin-setup:validation.from',
  );

/** One each, as it is compared; what is none is said by what was typed. */
const mailDomain = z
  .string()
  .max(300)
  .transform((text, context) => {
    const domain = mailDomainOf(text);
    if (domain !== null) return domain;
    context.addIssue({ code: 'custom', message: 'superadmin-setup:validation.domain' });
    return z.NEVER;
  });

/** A price in micro-dollars (1,000,000 is $1): at most $10,000 for a million tokens. */
const micros = z.number().int().min(0).max(10_000_000_000);
const vendorId = z.string().regex(/^[a-z0-9-]{1,40}$/);
const modelId = z.string().trim().min(1).max(200);
/** What a model costs: for a million tokens, or for one picture. */
const modelPrice = z.union([
  z.strictObject({
    provider: vendorId,
    model: modelId,
    inputMicros: micros,
    /** What the vendor has kept from an earlier request. */
    cachedInputMicros: micros,
    outputMicros: micros,
  }),
  z.strictObject({ provider: vendorId, model: modelId, pictureMicros: micros }),
]);
export type ModelPrice = z.infer<typeof modelPrice>;
/** What plans may cost, in US cents: card providers take nothing smaller. */
export const planPriceBounds = { least: 50, most: 10_000_000 } as const;
const planPrice = z.number().int().min(planPriceBounds.least).max(planPriceBounds.most);
const planPrices = z
  .strictObject({ proMonth: planPrice, proYear: planPrice, whiteLabelMonth: planPrice })
  .refine(({ proMonth, proYear }) => proYear < proMonth * 12, {
    path: ['proYear'],
    message: 'superadmin-plans:validation.year',
  });

/** The longest sentence about a plan and line of what is in it, in characters, and how many lines there are. */
export const planTextBounds = { about: 160, line: 100, lines: 12 } as const;
const planText = z.strictObject({
  about: z.string().trim().max(planTextBounds.about),
  includes: z.array(z.string().trim().min(1).max(planTextBounds.line)).max(planTextBounds.lines),
});
const planTexts = z.partialRecord(
  z.enum(languages),
  z.strictObject({ pro: planText, white_label: planText }),
);
export type PlanTextsByLanguage = z.infer<typeof planTexts>;

/** How many prices of models can be set. */
const mostModelPrices = 400;

export const operatorSettingsInput = z.strictObject({
  audience: z.enum(audiences).optional(),
  plans: z.enum(['free', 'paid']).optional(),
  signUp: z.enum(signUps).optional(),
  /** From which domains of mail addresses people come in who are not there yet; empty: from all. */
  signUpDomains: z
    .array(mailDomain)
    .max(mostMailDomains, 'superadmin-setup:validation.domains')
    .transform((domains) => [...new Set(domains)])
    .optional(),
  /** Of accounts that are made from now on; 0: they begin without one. */
  trialDays: z.number().int().min(0).max(longestTrialDays).optional(),
  /** Null: mails are kept in the outbox. */
  smtpUrl: smtpUrl.nullable().optional(),
  mailFrom: mailFrom.optional(),
  /** Whose brand the server shows at its own address: the superadmin's own account; null: the product's. */
  brandAccountId: z.string().max(60).nullable().optional(),
  /** What people read above the form of registering, as plain text; empty: nothing. */
  signUpNote: z.string().trim().max(mostSignUpNote).optional(),
  /** The oldest backups go when a new one is ready. */
  backupsKept: z.number().int().min(keptBackups.fewest).max(keptBackups.most).optional(),
  /** Prices of models that are not what the vendor prints, or of models that this version does not know. */
  modelPrices: z.array(modelPrice).max(mostModelPrices).optional(),
  /** The model of each vendor that is offered first. */
  firstModels: z.record(vendorId, modelId).optional(),
  /** By whom new agents answer where the account has connected it; else the built-in engine does. */
  newAgentModels: z.union([z.literal('built-in'), vendorId]).optional(),
  /** What plans cost from now on; null: what the product's plans cost. Subscriptions that run keep their price. */
  planPrices: planPrices.nullable().optional(),
  /** What is said of the plans where they are sold; an empty part is said in the product's own words. */
  planTexts: planTexts.optional(),
});
export type OperatorSettingsInput = z.infer<typeof operatorSettingsInput>;

export const operatorSettingsSchema = z.object({
  /** Null until the superadmin said who the server is for. */
  audience: z.enum(audiences).nullable(),
  plans: z.enum(['free', 'paid']),
  signUp: z.enum(signUps),
  signUpDomains: z.array(z.string()),
  /** Those of them that are read otherwise than they are compared. */
  signUpNames: z.array(
    z.object({
      domain: z.string(),
      shown: z.string(),
      /** Its letters can be taken for those of another domain. */
      isLookAlike: z.boolean(),
    }),
  ),
  trialDays: z.number(),
  /** The mail server without what signs in to it; null where mails are kept. */
  mailServer: z.string().nullable(),
  mailFrom: z.string(),
  brandAccountId: z.string().nullable(),
  signUpNote: z.string(),
  backupsKept: z.number(),
  modelPrices: z.array(modelPrice),
  firstModels: z.record(z.string(), z.string()),
  newAgentModels: z.string(),
  planPrices: planPrices.nullable(),
  planTexts,
  fromEnvironment: z.array(z.enum(environmentSettings)),
});
export type OperatorSettingsView = z.infer<typeof operatorSettingsSchema>;

/** What settings of the environment are about, in the order of the screen. */
export const environmentGroups = ['address', 'data', 'mail', 'plans', 'limits', 'process'] as const;
export type EnvironmentGroup = (typeof environmentGroups)[number];

const environmentSchema = z.object({
  settings: z.array(
    z.object({
      variable: z.string(),
      group: z.enum(environmentGroups),
      /** What it is for, in English, as `docs/reference/settings.md` has it. */
      doc: z.string(),
      /** What holds; null: nothing, or a secret. */
      value: z.string().nullable(),
      /** The environment says it; else it is the default. */
      isGiven: z.boolean(),
      isSecret: z.boolean(),
    }),
  ),
});
export type EnvironmentView = z.infer<typeof environmentSchema>;

const printedPrice = z
  .object({ inputMicros: z.number(), cachedInputMicros: z.number(), outputMicros: z.number() })
  .nullable();
const modelsSchema = z.object({
  vendors: z.array(
    z.object({
      provider: z.string(),
      label: z.string(),
      /** As the vendor prints their prices for a million tokens; null: not known. */
      models: z.array(z.object({ id: z.string(), label: z.string(), price: printedPrice })),
      /** What draws, with the vendor's price of a picture. */
      pictures: z.array(z.object({ id: z.string(), label: z.string(), pictureMicros: z.number() })),
    }),
  ),
});
export type KnownModels = z.infer<typeof modelsSchema>;
export type VendorModels = KnownModels['vendors'][number];

export const operatorSettingsEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/superadmin/settings',
    access: 'superadmin',
    summary:
      'What holds for the whole server: who it is for, plans, sign-up and mail. Secrets are not shown.',
    response: operatorSettingsSchema,
  }),
  environment: endpoint({
    method: 'GET',
    path: '/api/superadmin/settings/environment',
    access: 'superadmin',
    summary: 'What the environment says where the server is started, and which variable each is. No secrets.',
    response: environmentSchema,
  }),
  models: endpoint({
    method: 'GET',
    path: '/api/superadmin/models',
    access: 'superadmin',
    summary: 'The models that this version knows, by vendor, with the prices that the vendors print.',
    response: modelsSchema,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/superadmin/settings',
    access: 'superadmin',
    summary: 'Changes what holds for the whole server, at once. What the environment says stays.',
    body: operatorSettingsInput,
    response: operatorSettingsSchema,
    errors: [operatorSettingsErrors.fromEnvironment, operatorSettingsErrors.plansRunning],
  }),
  tryMail: endpoint({
    method: 'POST',
    path: '/api/superadmin/settings/mail-test',
    access: 'superadmin',
    summary: 'Sends a mail to the superadmin through the mail server, and says what that answered.',
    response: z.object({
      recipient: z.string(),
      /** Null: the mail server took it. */
      failure: z.string().nullable(),
    }),
    errors: [operatorSettingsErrors.mailMissing],
  }),
} as const;
