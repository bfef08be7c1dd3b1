import { describe, expect, it } from 'vitest';
import { readableHost, shownHost } from '#platform/dns/shown-host.ts';
import { readHost, readOwnHost } from './names.models.ts';

const own = ['chat.chatelier.test', 'edge.chatelier.test'];
const asked = (typed: string) => readOwnHost(typed, own);

describe('a host name', () => {
  it('is read in lower-case ASCII, whole or as part of an address', () => {
    expect(asked(' Chat.Linden.Example. ').host).toBe('chat.linden.example');
    expect(asked('https://chat.linden.example/').host).toBe('chat.linden.example');
    expect(asked('chat.bäckerei.example').host).toBe('chat.xn--bckerei-5wa.example');
    expect(shownHost('chat.xn--bckerei-5wa.example')).toBe('chat.bäckerei.example');
    expect(readableHost('chat.xn--bckerei-5wa.example')).toBe('chat.bäckerei.example');
    expect(readableHost('xn--80ak6aa92e.example')).toBe('xn--80ak6aa92e.example');
    expect(asked('聊天.example').host).toMatch(/^xn--[a-z0-9]+\.example$/);
  });

  it.each([
    '',
    'linden',
    'localhost',
    'shop.local',
    'db.internal',
    '127.0.0.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '10.0.0.1.',
    'a..b.example',
    '-a.example',
    'a-.example',
    'a_b.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}example`,
    'chat.linden.example:8443',
    'chat.linden.example/path',
    'user@chat.linden.example',
    'chat.linden.example\nx: y',
    'chat.linden.example\0',
    '*.linden.example',
    'https://user:pass@linden.example',
    'javascript:alert(1)',
    '1.2.3.4.5',
  ])('%j is none', (typed) => expect(asked(typed)).toEqual({ host: null, fault: 'invalid' }));

  it.each(['chat.chatelier.test', 'x.chat.chatelier.test', 'chatelier.test', 'test', 'EDGE.chatelier.test.'])(
    '%j is this server’s own',
    (typed) => expect(asked(typed).fault).not.toBeNull(),
  );

  it.each(['раураl.example', 'сһаt.example', 'ѕсоре.example', 'chаt.example', 'xn--80ak6aa92e.example'])(
    '%j looks like another one',
    (typed) => expect(asked(typed)).toEqual({ host: null, fault: 'look_alike' }),
  );

  it.each(['чат.example', 'café.example', 'ελληνικά.example', '東京tower.example', 'žlutý.example'])(
    '%j is written in one script and taken',
    (typed) => expect(asked(typed).fault).toBeNull(),
  );

  it('of a request may be anything', () => {
    expect(readHost('CHAT.Linden.Example')).toBe('chat.linden.example');
    expect(['127.0.0.1', 'localhost', 'a b.example', 'x'.repeat(300)].map(readHost)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
