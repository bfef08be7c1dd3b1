import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { desktopStore, tellOnDesktop } from './desktop.ts';

let permission: string;
let answer: string;
let asked: number;
let shown: { title: string; options: object; click(): void }[];
let visibilityState: string;

class FakeNotification {
  static get permission(): string {
    return permission;
  }
  static async requestPermission(): Promise<string> {
    asked += 1;
    permission = answer;
    return permission;
  }
  close = (): void => undefined;
  readonly #clicks: (() => void)[] = [];
  constructor(title: string, options: object) {
    shown.push({ title, options, click: () => this.#clicks.forEach((hear) => hear()) });
  }
  addEventListener(_kind: string, hear: () => void): void {
    this.#clicks.push(hear);
  }
}

beforeEach(() => {
  [permission, answer, asked, shown, visibilityState] = ['default', 'granted', 0, [], 'hidden'];
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal('document', {
    querySelector: () => null,
    get visibilityState() {
      return visibilityState;
    },
  });
  vi.stubGlobal('window', { focus: () => undefined });
  vi.stubGlobal('Notification', FakeNotification);
});
afterEach(() => vi.unstubAllGlobals());

test('the browser is asked once the member wants it and not before, and who waits is told of while the member looks elsewhere', async () => {
  const open = vi.fn<() => void>();
  tellOnDesktop('1 conversation asks for somebody', open);
  expect([desktopStore.get(), asked, shown.length]).toEqual(['off', 0, 0]);
  expect([await desktopStore.set(true), asked]).toEqual(['on', 1]);
  visibilityState = 'visible';
  tellOnDesktop('1 conversation asks for somebody', open);
  visibilityState = 'hidden';
  tellOnDesktop('2 conversations ask for somebody', open);
  expect(shown).toMatchObject([{ title: '2 conversations ask for somebody', options: { tag: 'inbox' } }]);
  expect(Object.keys(shown[0]?.options ?? {})).not.toContain('body');
  shown[0]?.click();
  expect(open).toHaveBeenCalledOnce();
  expect(await desktopStore.set(false)).toBe('off');
  tellOnDesktop('3 conversations ask for somebody', open);
  expect(shown).toHaveLength(1);
});

test('a refusal is told as one, and nothing is shown where the browser can not', async () => {
  answer = 'denied';
  expect([await desktopStore.set(true), await desktopStore.set(true), asked]).toEqual([
    'denied',
    'denied',
    1,
  ]);
  vi.stubGlobal('Notification', undefined);
  expect(desktopStore.get()).toBe('missing');
  tellOnDesktop('1 conversation asks for somebody', () => undefined);
  expect(shown).toEqual([]);
});
