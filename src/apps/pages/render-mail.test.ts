import { describe, expect, it } from 'vitest';
import { hostile, oddities } from '#tests/support/pages/hostile-texts.ts';
import { renderMail } from './render.tsx';

describe('mails', () => {
  it('take what people wrote for texts', () => {
    for (const text of hostile) {
      const rows = [{ label: text, value: text }];
      const sections = [{ title: text, lines: [text] }];
      const link = { label: text, url: `https://x.test/?${text}` };
      expect(
        oddities(
          renderMail(
            {
              title: text,
              body: text,
              code: text,
              rows,
              more: [text],
              sections,
              button: link,
              footer: text,
              unsubscribe: link,
            },
            { name: text, color: '#123456', ink: '#ffffff', logoUrl: `https://x.test/${text}` },
            'en',
          ),
        ),
      ).toEqual([]);
    }
  });
});
