import { describe, expect, test } from 'vitest';
import { clientFeatures, type ClientFeature } from '#features/accounts/accounts-clients.contract.ts';
import { featureFlags, type FeatureFlag } from '../feature-flags.contract.ts';
import { partOf, partsOff, programRefusal, refusalOf } from './feature-flags.policy.ts';

test.each([
  ['/api/landing-pages', 'landingPages'],
  ['/api/landing-pages/:id/publish', 'landingPages'],
  ['/api/landing-page-templates', 'landingPages'],
  ['/api/landing-page-facts/faq', 'landingPages'],
  ['/api/v1/functions/:id', 'customFunctions'],
  ['/api/mcp-connections/:id/check', 'mcpConnections'],
  ['/api/simulator/suites', 'simulator'],
  ['/api/account-keys', 'api'],
  ['/api/agents/:id/keys/:key', 'api'],
  ['/api/webhook-endpoints/:id/secret', 'webhooks'],
  ['/api/v1/forms/:id', 'forms'],
  ['/api/payments/setup/:mode/check', 'paywall'],
  ['/api/integrations/:provider', 'models'],
  ['/api/agents/:id', null],
  ['/api/payments/setup', null],
  ['/api/integrations', null],
  ['/api/landing-pagesx', null],
])('%s belongs to %s', (route, part) => expect(partOf(route)).toBe(part));

describe('what is kept from an account', () => {
  const codeOf = (
    call: string,
    {
      flagsOff = [],
      off = null,
      isVisit = false,
    }: { flagsOff?: FeatureFlag[]; off?: ClientFeature[] | null; isVisit?: boolean },
  ) => {
    const [method = '', route = ''] = call.split(' ');
    const client = off && { featuresOff: off };
    return refusalOf({ method, route }, { flagsOff, client, isVisit })?.code ?? null;
  };

  test('goes whole by a flag, but for keys, which are read and taken back', () => {
    const flagsOff = [...featureFlags];
    expect(codeOf('GET /api/functions', { flagsOff })).toBe('feature-flags.custom_functions');
    expect(codeOf('DELETE /api/landing-pages/:id', { flagsOff })).toBe('feature-flags.landing_pages');
    expect(codeOf('POST /api/account-keys', { flagsOff })).toBe('feature-flags.api');
    expect(codeOf('DELETE /api/agents/:id/keys/:key', { flagsOff })).toBeNull();
    expect(codeOf('POST /api/forms', { flagsOff })).toBeNull();
    expect(codeOf('GET /api/functions', { flagsOff: ['landingPages'] })).toBeNull();
  });

  test('stays readable and can be deleted where an agency keeps it', () => {
    const off = [...clientFeatures];
    for (const call of ['POST /api/stores', 'PUT /api/forms/:id/draft', 'POST /api/webhook-endpoints'])
      expect(codeOf(call, { off }), call).toBe('clients.feature_off');
    for (const call of ['GET /api/stores', 'DELETE /api/forms/:id', 'POST /api/landing-pages'])
      expect(codeOf(call, { off }), call).toBeNull();
    expect(codeOf('POST /api/functions', { off: ['forms'] })).toBeNull();
    expect(codeOf('POST /api/sample-account', { off: [] })).toBe('clients.feature_off');
    expect(codeOf('POST /api/sample-account', {})).toBeNull();
  });

  test('is left to the client by people of its agency, whatever is on', () => {
    for (const call of ['POST /api/account-keys', 'GET /api/agents/:id/keys', 'PUT /api/user/account'])
      expect(codeOf(call, { off: [], isVisit: true }), call).toBe('clients.own_people');
    expect(codeOf('GET /api/account-keys', { off: [], isVisit: true })).toBeNull();
  });

  test('is named for the screens by either reason, and keeps programs out by either', () => {
    const client = { featuresOff: ['tools', 'api'] satisfies ClientFeature[] };
    expect(partsOff({ flagsOff: ['simulator'], client })).toEqual([
      'customFunctions',
      'mcpConnections',
      'stores',
      'simulator',
      'api',
      'webhooks',
    ]);
    expect(programRefusal({ flagsOff: ['api'], client })?.code).toBe('feature-flags.api');
    expect(programRefusal({ flagsOff: [], client })?.code).toBe('clients.feature_off');
    expect(programRefusal({ flagsOff: ['simulator'], client: null })).toBeNull();
  });
});
