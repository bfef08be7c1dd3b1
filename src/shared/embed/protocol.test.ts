import { describe, expect, test } from 'vitest';
import { insertLauncherConfig, isEmbedMessage, launcherConfigPlaceholder } from './protocol.ts';
import { contrast, readableOn } from '../readable-color.ts';
import type { LauncherConfig } from './protocol.ts';

const message = (kind: unknown, value?: unknown) => ({ chatelier: 1, frame: 'f', kind, value });

describe('a message between page and frame', () => {
  test('is known by version, frame, kind and the type of its value', () => {
    for (const good of [
      message('ready'),
      message('visitor-token', 'abc'),
      message('visitor-token', null),
      message('open', true),
      message('unread', 2),
      message('navigated', { url: 'https://x' }),
      message('paywall', { isOpen: true }),
      message('purchase', { id: 'pur_1' }),
    ])
      expect(isEmbedMessage(good)).toBe(true);
  });
  test('is nothing when any of them is wrong', () => {
    const bad = [
      null,
      undefined,
      'ready',
      7,
      [],
      {},
      message('open', 'yes'),
      message('unread', '2'),
      message('visitor-token', 3),
      message('toString'),
      message('__proto__', {}),
      message(['ready']),
      message({}),
      { ...message('ready'), chatelier: 2 },
      { ...message('ready'), frame: 1 },
    ];
    for (const data of bad) expect(isEmbedMessage(data), JSON.stringify(data)).toBe(false);
  });
});

test('text on any brand colour can be read: dark grey on bright ones, white on dark ones', () => {
  expect(readableOn('#ffffff')).toBe('#1f2937');
  expect(readableOn('#36d6b5')).toBe('#1f2937');
  expect(readableOn('#1d3a8a')).toBe('#ffffff');
  for (let level = 0; level < 256; level += 5) {
    const part = level.toString(16).padStart(2, '0');
    for (const color of [`#${part}${part}${part}`, `#${part}0000`, `#00${part}80`])
      expect(contrast(color, readableOn(color)), color).toBeGreaterThanOrEqual(4.5);
  }
});

test('a configuration written into the loader can’t end the script and names the agent', () => {
  const config: LauncherConfig = {
    origin: 'https://chat.example',
    number: 7,
    name: '</script>$& \u2028',
    color: '#36d6b5',
    history: 'local',
    layout: {
      position: 'bottom-left',
      offsetX: 20,
      offsetY: 20,
      size: 'regular',
      launcherText: '',
      hideLauncher: false,
      popupMessage: '',
      popupDelay: 5,
      popupOnPhones: false,
    },
    launcherIcon: 'chat',
    avatarUrl: 'https://chat.example/a.png',
    initialTheme: 'auto',
    language: 'en',
    texts: { open: 'Chat with {{name}}', close: 'Close', title: '{{name}}', dismiss: 'Dismiss' },
  };
  const script = insertLauncherConfig(`start(${launcherConfigPlaceholder})`, config);
  expect(script).not.toMatch(/[<\u2028]/);
  let given: { texts: { open: string }; avatarUrl: unknown } | undefined;
  new Function('start', script)((value: typeof given) => (given = value));
  expect(given?.texts.open).toBe('Chat with </script>$& \u2028');
  expect(given?.avatarUrl).toBeNull();
});
