import { describe, expect, test } from 'vitest';
import { readConfig, SettingError } from './settings.ts';

describe('settings', () => {
  test('have a default for everything that a newcomer has not set', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      signUp: 'open',
      allowPrivateAddresses: [],
    });
  });

  test('name the variable that can not be used and why', () => {
    expect(() => readConfig({ PORT: 'eighty' })).toThrow(/PORT is "eighty"/);
    expect(() => readConfig({ PUBLIC_URL: 'chat.example.com' })).toThrow(/PUBLIC_URL.*must be a web address/);
  });

  test('never print a secret', () => {
    const attempt = (): unknown => readConfig({ ENCRYPTION_KEY: 'hunter2' });
    expect(attempt).toThrow(SettingError);
    expect(attempt).not.toThrow(/hunter2/);
  });

  test('read lists and switch the search for local models off', () => {
    expect(
      readConfig({ ALLOW_PRIVATE_ADDRESSES: '127.0.0.1:8080, 10.0.0.0/8' }).allowPrivateAddresses,
    ).toEqual(['127.0.0.1:8080', '10.0.0.0/8']);
    expect(readConfig({ LOCAL_MODEL_URLS: 'none' }).localModelUrls).toEqual([]);
  });

  test('that are set to nothing count as not set', () => {
    expect(readConfig({ PORT: '', HOST: '', LOG_LEVEL: '', MAX_UPLOAD_BYTES: ' ' })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      logLevel: 'info',
      maxUploadBytes: 15_728_640,
    });
  });

  test('take the public address in the form in which browsers name it, and none with a path', () => {
    expect(readConfig({ PUBLIC_URL: 'HTTPS://Chat.Example.com:443/' }).publicUrl).toBe(
      'https://chat.example.com',
    );
    expect(() => readConfig({ PUBLIC_URL: 'https://example.com/chat' })).toThrow(/PUBLIC_URL/);
  });

  test('name a proxy that is no address', () => {
    expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1, loopback' }).trustProxy).toEqual([
      '10.0.0.0/8',
      '::1',
      'loopback',
    ]);
    expect(() => readConfig({ TRUST_PROXY: 'proxy.local' })).toThrow(/TRUST_PROXY is "proxy.local"/);
    expect(() => readConfig({ TRUST_PROXY: '10.0.0.0/99' })).toThrow(SettingError);
  });

  test('take an address without its last slash', () => {
    expect(readConfig({ PUBLIC_URL: 'https://chat.example.com/' }).publicUrl).toBe(
      'https://chat.example.com',
    );
  });
});
