import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { domainProblems, domainStates } from './white-label-domains.contract.ts';

const listedDomain = z.object({
  host: z.string(),
  /** As people read it. */
  shown: z.string(),
  /** Null for one that is switched off and that nobody names. */
  account: z.object({ id: z.string(), name: z.string() }).nullable(),
  state: z.enum(domainStates).nullable(),
  problem: z.enum(domainProblems).nullable(),
  txt: z.object({ name: z.string(), expected: z.string(), found: z.array(z.string()) }).nullable(),
  route: z.object({ expected: z.string(), found: z.array(z.string()) }),
  checkedAt: z.string().nullable(),
  switchedOff: z.object({ at: z.string(), reason: z.string() }).nullable(),
});
export type ListedDomain = z.infer<typeof listedDomain>;

const params = z.strictObject({ host: z.string().max(253) });
const response = z.object({ domains: z.array(listedDomain) });

/** Addresses of all accounts, as superadmins look after them. */
export const whiteLabelSuperadminEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/superadmin/domains',
    access: 'superadmin',
    summary:
      'Addresses of all accounts and those that are switched off: state, expected and found, 200 at most.',
    query: z.strictObject({ search: z.string().trim().max(253).optional() }),
    response,
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/superadmin/domains/{host}/check',
    access: 'superadmin',
    summary: 'Looks at the DNS of an address now, for everybody who named it.',
    params,
    response,
    errors: [commonErrors.notFound],
  }),
  switchOff: endpoint({
    method: 'POST',
    path: '/api/superadmin/domains/{host}/off',
    access: 'superadmin',
    summary: 'Takes an address off at once. No account can name it until it is released.',
    params,
    body: z.strictObject({ reason: z.string().trim().min(3).max(300) }),
    response,
    errors: [commonErrors.notFound],
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/superadmin/domains/{host}/release',
    access: 'superadmin',
    summary: 'Lets accounts name an address again that was switched off.',
    params,
    response,
    errors: [commonErrors.notFound],
  }),
} as const;
