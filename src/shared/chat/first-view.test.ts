import { expect, test } from 'vitest';
import { chatFirstView } from './first-view.ts';
import type { ChatFirstView } from './first-view.ts';

const view = (about: Partial<ChatFirstView['agent']> = {}, mode: ChatFirstView['mode'] = 'embed') =>
  chatFirstView({
    agent: {
      name: 'Linden & Loaf',
      language: 'en',
      appearance: { sendIcon: 'arrow' },
      placeholder: '',
      footer: { text: '', showBrand: true },
      closed: null,
      texts: {
        'launcher.title': 'Chat with {{name}}',
        'composer.label': 'Your message',
        'composer.placeholder': 'Write a message',
        'composer.send': 'Send message',
        'footer.powered': 'Powered by {{product}}',
      },
      ...about,
    },
    mode,
    poweredBy: { product: 'Chatelier', url: 'https://chatelier.example' },
  })?.markup ?? '';

test('is a composer that takes text, called as in the chat', () => {
  const html = view();
  expect(html).toContain('role="dialog" aria-label="Chat with Linden &amp; Loaf"');
  expect(html).toMatch(/<textarea [^>]*aria-label="Your message" placeholder="Write a message"/);
  expect(html).toContain('>Powered by Chatelier</a>');
  expect(view({}, 'page')).not.toContain('role="dialog"');
  expect(view({ placeholder: 'Ask about bread' })).toContain('placeholder="Ask about bread"');
});

test('is nothing for an agent that takes no messages or has a look of its own', () => {
  expect(view({ closed: 'We are on holiday.' })).toBe('');
  expect(view({ closed: '' })).toBe('');
  expect(view({ design: { css: '', background: null } })).toBe('');
});

test('holds no markup of the owner', () => {
  const html = view({
    name: '"><script>alert(1)</script>',
    placeholder: '"><img src=x onerror=alert(1)>',
    footer: { text: '</textarea><script>alert(2)</script> [1]', showBrand: true },
  });
  expect(html).not.toMatch(/<(script|img)/);
  expect(html.match(/<\/textarea>/g)).toHaveLength(1);
  expect(html).toContain('&lt;script&gt;alert(2)&lt;/script&gt;</p>');
});
