import { expect, it } from 'vitest';
import { healthNames } from '../../superadmin-health.contract.ts';
import { healthOf, type HealthFacts } from './health.models.ts';

const well: HealthFacts = {
  database: { version: '18.1', bytes: 1_000 },
  jobs: { waiting: 3, failed: 0, oldestSeconds: 2 },
  mail: { isSending: true, stuck: 0 },
  failingAgents: 0,
  endingAgents: [],
  failingEmbeddings: 0,
  disk: { freeBytes: 50_000_000_000, allBytes: 100_000_000_000 },
  publicUrl: 'https://chat.example.com',
  isPublicUrlSet: true,
  isReachableByOthers: true,
  keyFile: null,
  arePlansFree: false,
  hasStripeKey: true,
  stripeLacks: [],
  dataFolder: null,
  privateAddresses: [],
  version: '0.1.0',
  node: '24.0.0',
};
const levelsBut = (change: Partial<HealthFacts>): [string, string, string][] =>
  healthOf({ ...well, ...change })
    .filter(({ level, name }) => level !== 'good' && name !== 'backups')
    .map(({ name, state, level }) => [name, state, level]);

it('looks at every part, and finds nothing wrong with a server that is well', () => {
  expect(healthOf(well).map(({ name }) => name)).toEqual(healthNames);
  expect(levelsBut({})).toEqual([]);
});
it.each<[Partial<HealthFacts>, [string, string, string]]>([
  [{ database: null }, ['database', 'unreachable', 'fault']],
  [{ jobs: { waiting: 9, failed: 2, oldestSeconds: 601 } }, ['jobs', 'standing', 'fault']],
  [{ jobs: { waiting: 0, failed: 2, oldestSeconds: 0 } }, ['jobs', 'failed', 'warning']],
  [{ mail: { isSending: false, stuck: 0 } }, ['mail', 'kept', 'warning']],
  [{ mail: { isSending: true, stuck: 1 } }, ['mail', 'stuck', 'warning']],
  [{ failingAgents: 1 }, ['models', 'failing', 'warning']],
  [
    { endingAgents: [{ number: 482_913, model: 'gpt-4o', endsOn: '2027-01-14' }] },
    ['modelEnds', 'ending', 'warning'],
  ],
  [{ disk: { freeBytes: 1_900_000_000, allBytes: 10_000_000_000 } }, ['disk', 'low', 'warning']],
  [{ disk: { freeBytes: 200_000_000, allBytes: 1_000_000_000 } }, ['disk', 'full', 'fault']],
  [{ disk: null }, ['disk', 'unknown', 'note']],
  [{ publicUrl: 'http://chat.example.com' }, ['address', 'plain', 'fault']],
  [{ isPublicUrlSet: false, publicUrl: 'http://localhost:3000' }, ['address', 'unnamed', 'fault']],
  [{ isReachableByOthers: false }, ['address', 'local', 'note']],
  [{ keyFile: '/data/encryption-key' }, ['encryptionKey', 'file', 'note']],
  [{ hasStripeKey: false }, ['stripe', 'test', 'note']],
  [{ stripeLacks: [{ name: 'customers', detail: 'scope_missing' }] }, ['stripe', 'lacking', 'warning']],
  [{ stripeLacks: [{ name: 'portal', detail: 'missing' }] }, ['stripe', 'removed', 'warning']],
  [{ stripeLacks: [{ name: 'portal', detail: 'failed' }] }, ['stripe', 'refused', 'warning']],
  [{ stripeLacks: [{ name: 'charges', detail: 'not_activated' }] }, ['stripe', 'inactive', 'fault']],
  [{ stripeLacks: [{ name: 'payouts', detail: 'not_activated' }] }, ['stripe', 'unpaid', 'fault']],
  [{ stripeLacks: null }, ['stripe', 'unreachable', 'fault']],
  [{ failingEmbeddings: 2 }, ['embeddings', 'failing', 'warning']],
  [{ privateAddresses: ['*'] }, ['privateAddresses', 'some', 'warning']],
])('says of %j that it is %j', (change, wanted) => {
  expect(levelsBut(change)).toEqual([wanted]);
});

it('asks for rights only where the key lacks them', () => {
  const of = (stripeLacks: HealthFacts['stripeLacks']) =>
    healthOf({ ...well, stripeLacks }).find(({ name }) => name === 'stripe')?.values;
  expect(
    of([
      { name: 'webhook', detail: 'missing' },
      { name: 'refunds', detail: 'scope_missing' },
      { name: 'customers', detail: 'scope_missing' },
    ]),
  ).toEqual({ list: ['refunds', 'customers'] });
  expect(of([{ name: 'webhook', detail: 'missing' }])).toEqual({ list: ['webhook'] });
});

it('names the agents whose models end, soonest first', () => {
  const agents = [
    { number: 11, model: 'gpt-4o', endsOn: '2027-01-14' },
    ...Array.from({ length: 11 }, (_, at) => ({ number: 100 + at, model: 'gpt-5', endsOn: '2026-12-11' })),
    { number: 12, model: 'gpt-4o', endsOn: '2027-01-14' },
  ];
  const numbers = Array.from({ length: 10 }, (_, at) => `#${100 + at}`).join(', ');
  expect(
    healthOf({ ...well, endingAgents: agents }).find(({ name }) => name === 'modelEnds')?.values,
  ).toEqual({
    number: 13,
    list: `gpt-5 · 2026-12-11: ${numbers} …; gpt-4o · 2027-01-14: #11, #12`,
  });
});
