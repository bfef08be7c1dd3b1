import { QueryClient, QueryClientProvider, type InfiniteData } from '@tanstack/react-query';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import common from '../../../locales/en/common.json' with { type: 'json' };
import { ApiError } from '../api/client.ts';
import { List, listOf, type ListState } from './list.tsx';
import { keyOfPages, startOfNext, usePages } from './pages.ts';

const texts = i18next.createInstance();
beforeAll(() =>
  texts.init({ lng: 'en', ns: ['common'], defaultNS: 'common', resources: { en: { common } } }),
);

const state = (part: Partial<ListState<string>>): ListState<string> => ({
  rows: undefined,
  error: null,
  retry: () => undefined,
  ...part,
});
const more = (part: Partial<NonNullable<ListState<string>['more']>>) => ({
  hasMore: true,
  isLoading: false,
  hasFailed: false,
  load: () => undefined,
  ...part,
});
const draw = (list: ListState<string>, words: { more?: string; failed?: string } = {}) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={texts}>
      <List of={list} empty="Nothing yet" {...words}>
        {(rows) => rows.map((row) => <p key={row}>{row}</p>)}
      </List>
    </I18nextProvider>,
  );
const refused = (message: string, status = 500) => new ApiError(message, status, null);

describe('a list', () => {
  it('waits without a word while its first answer is on the way', () => {
    const html = draw(state({}));
    expect(html).toContain('skeleton');
    expect(html).not.toContain('Nothing yet');
  });
  it('says what could not be read, why, and offers to try again', () => {
    const html = draw(state({ error: refused('The database rests') }), { failed: 'No people to show' });
    expect(html).toContain('role="status"');
    expect(html).toContain('No people to show');
    expect(html).toContain('The database rests');
    expect(html).toContain(common.tryAgain);
    expect(html).not.toContain('Nothing yet');
  });
  it('says that the server is away where nothing answered', () => {
    expect(draw(state({ error: refused('Failed to fetch', 0) }))).toContain(
      'The server can&#x27;t be reached',
    );
  });
  it('says that there is nothing', () => {
    expect(draw(state({ rows: [] }))).toContain('Nothing yet');
  });
  it('keeps what it has when a later look fails', () => {
    const html = draw(state({ rows: ['Ada'], error: refused('Gone') }));
    expect(html).toContain('Ada');
    expect(html).not.toContain('Gone');
  });
  it('marks the rows of the filter before as on their way out', () => {
    expect(draw(state({ rows: ['Ada'], isPlaceholder: true }))).toMatch(/aria-busy="true"[^>]*opacity-60/);
    expect(draw(state({ rows: ['Ada'] }))).toContain('aria-busy="false"');
  });
});

describe('the next page of a list', () => {
  it('is asked for by a button where the list names one', () => {
    expect(draw(state({ rows: ['Ada'], more: more({}) }), { more: 'Show older' })).toContain('Show older');
    expect(
      draw(state({ rows: ['Ada'], more: more({ hasMore: false }) }), { more: 'Show older' }),
    ).not.toContain('Show older');
  });
  it('makes the button wait while it comes', () => {
    expect(draw(state({ rows: ['Ada'], more: more({ isLoading: true }) }), { more: 'Show older' })).toMatch(
      /<button[^>]*disabled[^>]*aria-busy="true"/,
    );
  });
  it('is announced where the rows ask for it themselves', () => {
    expect(draw(state({ rows: ['Ada'], more: more({ isLoading: true }) }))).toContain(common.loadingMore);
    expect(draw(state({ rows: ['Ada'], more: more({}) }))).not.toContain(common.loadingMore);
  });
  it('can be asked for again when it did not come', () => {
    const html = draw(state({ rows: ['Ada'], error: refused('Too slow'), more: more({ hasFailed: true }) }), {
      more: 'Show older',
    });
    expect(html).toContain('Ada');
    expect(html).toContain('Too slow');
    expect(html).toContain(common.tryAgain);
    expect(html).not.toContain('Show older');
  });
});

describe('a paged endpoint', () => {
  it('begins the next page as its contract says', () => {
    expect(startOfNext({ nextCursor: 'c1' })).toEqual({ cursor: 'c1' });
    expect(startOfNext({ next: 'b1' })).toEqual({ before: 'b1' });
    expect(startOfNext({ nextCursor: null })).toBeUndefined();
    expect(startOfNext({ next: null })).toBeUndefined();
  });
  it('gives the rows of all its pages, in order, and what the first says of all', () => {
    const client = new QueryClient();
    const input = { query: { group: 'team' as const } };
    const pages = ['Ada', 'Grace'].map((id, at) => ({
      entries: [{ id }],
      nextCursor: at === 0 ? 'c1' : null,
    }));
    client.setQueryData<InfiniteData<unknown, unknown>>(keyOfPages('GET /api/audit', input), {
      pages,
      pageParams: [undefined, { cursor: 'c1' }],
    });
    function Names() {
      const { rows, first, more: next } = usePages('GET /api/audit', input, (page) => page.entries);
      return `${rows?.map(({ id }) => id).join(' ')}, ${first?.nextCursor}, ${String(next.hasMore)}`;
    }
    expect(
      renderToStaticMarkup(
        <QueryClientProvider client={client}>
          <Names />
        </QueryClientProvider>,
      ),
    ).toBe('Ada Grace, c1, false');
    client.clear();
  });
  it('is a list like any other where one answer holds all', () => {
    const answer = { data: { keys: ['a'] }, error: null, refetch: () => undefined, isPlaceholderData: false };
    expect(listOf(answer, ({ keys }) => keys).rows).toEqual(['a']);
    expect(
      listOf({ ...answer, data: undefined as { keys: string[] } | undefined }, (data) => data.keys).rows,
    ).toBeUndefined();
  });
});
