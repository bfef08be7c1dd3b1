import { expect, test } from 'vitest';
import { flagOf } from './feature-flags.policy.ts';

test.each([
  ['GET', '/api/landing-pages', 'landingPages'],
  ['POST', '/api/landing-pages/:id/publish', 'landingPages'],
  ['GET', '/api/landing-page-templates', 'landingPages'],
  ['GET', '/api/landing-page-facts/faq', 'landingPages'],
  ['GET', '/api/functions', 'customFunctions'],
  ['PATCH', '/api/v1/functions/:id', 'customFunctions'],
  ['POST', '/api/mcp-connections/:id/check', 'mcpConnections'],
  ['GET', '/api/simulator/suites', 'simulator'],
  ['POST', '/api/account-keys', 'api'],
  ['POST', '/api/agents/:id/keys', 'api'],
  ['POST', '/api/oauth/authorization', 'api'],
  // What is there can be read, and taken back.
  ['GET', '/api/account-keys', null],
  ['DELETE', '/api/agents/:id/keys/:key', null],
  ['GET', '/api/agents/:id', null],
  ['POST', '/api/forms', null],
  ['GET', '/api/landing-pagesx', null],
])('%s %s belongs to %s', (method, route, flag) => expect(flagOf(method, route)).toBe(flag));
