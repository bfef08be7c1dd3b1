import { describe, expect, test } from 'vitest';
import { readConfig, SettingError } from './settings.ts';

describe('settings', () => {
  test('have a default for everything that a newcomer has not set', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', databaseUrl: null, signUp: 'open', allowPrivateAddresses: [] });
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
    expect(readConfig({ ALLOW_PRIVATE_ADDRESSES: '127.0.0.1:8080, 10.0.0.0/8' }).allowPrivateAddresses).toEqual(['127.0.0.1:8080', '10.0.0.0/8']);
    expect(readConfig({ LOCAL_MODEL_URLS: 'none' }).localModelUrls).toEqual([]);
  });

  test('take an address without its last slash', () => {
    expect(readConfig({ PUBLIC_URL: 'https://chat.example.com/' }).publicUrl).toBe('https://chat.example.com');
  });
});
