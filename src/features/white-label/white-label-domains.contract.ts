import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';
import { whiteLabelErrors } from './white-label.contract.ts';

/**
 * `pending`: what was looked for is not there yet · `verified`: it is; a certificate can be had · `issuing`: one is
 * being had · `active`: people come by it · `failed`: given up, or lost. Source: the reference of the field, 5.9.
 */
export const domainStates = ['pending', 'verified', 'issuing', 'active', 'failed'] as const;
export type DomainState = (typeof domainStates)[number];
/** In these the address shows the brand. */
export const servedStates: readonly DomainState[] = ['verified', 'issuing', 'active'];

/** What is wrong with it at the last look. */
export const domainProblems = [
  'txt_missing',
  'txt_wrong',
  'route_missing',
  'route_wrong',
  'loop',
  /** Another account shows that it is theirs. */
  'taken',
  /** Another account has shown so since. */
  'moved',
  'no_answer',
  /** Not found for thirty days. */
  'given_up',
  /** Whoever runs the server took it off. */
  'switched_off',
] as const;
export type DomainProblem = (typeof domainProblems)[number];

/** `proxied`: answers come from a proxy of Cloudflare · `caa`: no certificate of the usual authority is allowed. */
export const domainHints = ['proxied', 'caa'] as const;
export type DomainHint = (typeof domainHints)[number];

/** Between two looks at somebody's request, in seconds. */
export const domainCheckPause = 10;

export const domainErrors = defineErrors('domain', {
  invalid: 422,
  lookAlike: 422,
  ownAddress: 422,
  /** Whoever runs the server took it off. */
  switchedOff: 409,
  tooSoon: 429,
});

export const domainSchema = z
  .object({
    host: z.string(),
    /** As people read it. */
    shown: z.string(),
    state: z.enum(domainStates),
    /** The plan has no brand of its own at present: the address shows nothing. */
    isDisabled: z.boolean(),
    problem: z.enum(domainProblems).nullable(),
    hints: z.array(z.enum(domainHints)),
    txt: z.object({ name: z.string(), expected: z.string(), found: z.array(z.string()) }),
    route: z.object({
      /** An apex can't be an alias by itself: providers call it ALIAS or ANAME, or addresses are copied. */
      isApex: z.boolean(),
      expected: z.string(),
      expectedAddresses: z.array(z.string()),
      found: z.array(z.string()),
      foundAddresses: z.array(z.string()),
    }),
    createdAt: z.string(),
    checkedAt: z.string().nullable(),
    nextCheckAt: z.string().nullable(),
  })
  .meta({ id: 'CustomDomain' });
export type CustomDomain = z.infer<typeof domainSchema>;

const manage = { permission: 'account.manage' } as const;
const response = z.object({ domain: domainSchema.nullable() });

export const whiteLabelDomainEndpoints = {
  domain: endpoint({
    method: 'GET',
    path: '/api/white-label/domain',
    access: manage,
    summary: 'The address under which the account shows its brand, with what its DNS should say and says.',
    response,
  }),
  setDomain: endpoint({
    method: 'PUT',
    path: '/api/white-label/domain',
    access: manage,
    needsPlan: true,
    summary: 'Names that address; another one takes its place, and begins anew.',
    body: z.strictObject({ host: z.string().max(300) }),
    response,
    errors: [
      whiteLabelErrors.planNeeded,
      domainErrors.invalid,
      domainErrors.lookAlike,
      domainErrors.ownAddress,
    ],
  }),
  checkDomain: endpoint({
    method: 'POST',
    path: '/api/white-label/domain/check',
    access: manage,
    summary: 'Looks at its DNS now; ten seconds lie between two looks.',
    response,
    errors: [domainErrors.tooSoon],
  }),
  removeDomain: endpoint({
    method: 'DELETE',
    path: '/api/white-label/domain',
    access: manage,
    summary: 'Gives the address up: at once it shows nothing.',
    response,
  }),
  tlsAsk: endpoint({
    method: 'GET',
    path: '/internal/tls-ask',
    access: 'public',
    transport: 'file',
    summary: 'Whether a reverse proxy may have a certificate for an address: 200, else 403.',
    query: z.strictObject({ domain: z.string().max(300) }),
    response: z.object({}),
  }),
} as const;
