import { describe, expect, it } from 'vitest';
import { formatFinder, type FileOrigin } from './formats.models.ts';

const home: FileOrigin = { delimiter: ',', language: 'en', timezone: 'America/New_York' };
function formats(rows: string[][], origin: Partial<FileOrigin> = {}) {
  const finder = formatFinder(rows[0]?.length ?? 0);
  for (const row of rows) finder.look(row);
  return finder.formats({ ...home, ...origin });
}

describe('how the columns of a file write days and numbers', () => {
  it('is told by the cells that can be read in one way only', () => {
    expect(
      formats([
        ['3/4/2025', '1.234', 'Anna', '2025-01-02'],
        ['25/4/2025', '12,5', 'Ben', '2025-01-03'],
      ]),
    ).toEqual([
      { column: 0, dates: 'dmy', numbers: null },
      { column: 1, dates: null, numbers: 'comma' },
      { column: 3, dates: 'ymd', numbers: null },
    ]);
  });
  it('follows the other columns, and then where the file comes from', () => {
    expect(formats([['3/4/2025', '25/4/2025']]).map(({ dates }) => dates)).toEqual(['dmy', 'dmy']);
    expect(formats([['3/4/2025', '1.234']])).toEqual([
      { column: 0, dates: 'mdy', numbers: null },
      { column: 1, dates: null, numbers: 'point' },
    ]);
    for (const origin of [{ delimiter: ';' }, { language: 'cs', timezone: 'Europe/Prague' }])
      expect(formats([['3/4/2025', '1.234']], origin)).toEqual([
        { column: 0, dates: 'dmy', numbers: null },
        { column: 1, dates: null, numbers: 'comma' },
      ]);
    expect(formats([['3/4/2025']], { timezone: 'Europe/London' })).toEqual([
      { column: 0, dates: 'dmy', numbers: null },
    ]);
  });
  it('is nothing where a few cells only look like it', () => {
    expect(formats([['Anna'], ['3/4/2025'], ['Ben']])).toEqual([]);
  });
});
