import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors, defineErrors } from '#shared/errors.ts';
import type { ClientFeature } from '#features/accounts/accounts-clients.contract.ts';

/**
 * Parts of the product that can be switched off. `api`: keys of agents and accounts, and apps that members let
 * in · `mcpConnections`: servers of the Model Context Protocol that agents call.
 */
export const featureFlags = [
  'landingPages',
  'customFunctions',
  'mcpConnections',
  'simulator',
  'api',
] as const;
export type FeatureFlag = (typeof featureFlags)[number];

/**
 * Parts of the product that can be kept from an account: by a flag, or by the agency whose client it is.
 * `models`: keys of their own for models.
 */
export const productParts = [...featureFlags, 'stores', 'webhooks', 'forms', 'paywall', 'models'] as const;
export type ProductPart = (typeof productParts)[number];

/** What an agency switches off in one go. */
export const clientParts: Readonly<Record<ClientFeature, readonly ProductPart[]>> = {
  paywall: ['paywall'],
  models: ['models'],
  tools: ['customFunctions', 'mcpConnections', 'stores'],
  api: ['api', 'webhooks'],
  forms: ['forms'],
};

/** Each is off here. One code a flag, because each names another part. */
export const featureFlagsErrors = defineErrors('feature-flags', {
  landingPages: 403,
  customFunctions: 403,
  mcpConnections: 403,
  simulator: 403,
  api: 403,
});

const flag = z.enum(featureFlags);
const flagsSchema = z.object({
  flags: z.array(
    z.object({
      flag,
      isOn: z.boolean(),
      /** Accounts for which it is otherwise than for everybody, by name. */
      exceptions: z.array(z.object({ id: z.string(), name: z.string(), isOn: z.boolean() })),
    }),
  ),
});
export type FeatureFlags = z.infer<typeof flagsSchema>;

const ofAccountSchema = z.object({
  flags: z.array(
    z.object({
      flag,
      /** As it is for everybody. */
      everybody: z.boolean(),
      /** What is set for this account; null: nothing. */
      own: z.boolean().nullable(),
    }),
  ),
});
export type AccountFlags = z.infer<typeof ofAccountSchema>;

/** What can be set for one account; `default`: as it is for everybody. */
export const flagStates = ['on', 'off', 'default'] as const;
export type FlagState = (typeof flagStates)[number];

const id = z.strictObject({ id: z.string().max(60) });

export const featureFlagsEndpoints = {
  own: endpoint({
    method: 'GET',
    path: '/api/account/features',
    access: 'user',
    summary:
      'Which parts of the product are kept from the account that the person works in, by the server or by its agency.',
    response: z.object({
      /** Parts of which nothing new can be made, and which agents run without. */
      off: z.array(z.enum(productParts)),
      /** Those of them of which nothing is there at all. */
      gone: z.array(flag),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/superadmin/feature-flags',
    access: 'superadmin',
    summary: 'Parts of the product with whether they are on, and the accounts for which it is otherwise.',
    response: flagsSchema,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/superadmin/feature-flags',
    access: 'superadmin',
    summary:
      'Switches a part of the product on or off for everybody, at once. What accounts have of it is kept.',
    body: z.strictObject({ flag, isOn: z.boolean() }),
    response: flagsSchema,
  }),
  ofAccount: endpoint({
    method: 'GET',
    path: '/api/superadmin/accounts/{id}/features',
    access: 'superadmin',
    summary: 'What is switched on or off for one account.',
    params: id,
    response: ofAccountSchema,
    errors: [commonErrors.notFound],
  }),
  changeAccount: endpoint({
    method: 'PUT',
    path: '/api/superadmin/accounts/{id}/features',
    access: 'superadmin',
    summary: 'Switches a part of the product on or off for one account, or leaves it as it is for everybody.',
    params: id,
    body: z.strictObject({ flag, state: z.enum(flagStates) }),
    response: ofAccountSchema,
    errors: [commonErrors.notFound],
  }),
} as const;
