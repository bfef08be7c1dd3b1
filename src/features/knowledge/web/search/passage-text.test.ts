import { describe, expect, it } from 'vitest';
import { passageText, placeInPage } from './passage-text.ts';

describe('a found passage', () => {
  it('begins with what it says, not with headings that stand above it', () => {
    expect(passageText('## 20.4. Resources\n\n### Memory\n\nshared_buffers (integer)\n\nSets it.')).toBe(
      'shared_buffers (integer)\n\nSets it.',
    );
    expect(passageText('It is open.\n\n## Closed days\n\nMonday')).toBe(
      'It is open.\n\nClosed days\n\nMonday',
    );
    expect(passageText('# Contents\n\n## Part one')).toBe('Contents\n\nPart one');
  });

  it('is placed below the title of its page', () => {
    expect(placeInPage('20.4. Resources', '20.4. Resources › Memory › shared_buffers')).toBe(
      'Memory › shared_buffers',
    );
    expect(placeInPage('Prices', 'Prices')).toBe('');
    expect(placeInPage('policy.pdf', 'Scope')).toBe('Scope');
  });
});
