import { describe, expect, it } from 'vitest';
import type { Contact } from '../contacts.contract.ts';
import { mergeNewest } from './contacts-data.ts';

const contact = (id: string, minute: number) =>
  ({ id, lastSeenAt: new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString() }) as Contact;
const page = (contacts: Contact[], nextCursor: string | null, total: number) => ({
  contacts,
  nextCursor,
  total,
});
const ids = (pages: { contacts: Contact[] }[]) =>
  pages.map(({ contacts }) => contacts.map(({ id }) => id).join(''));

describe('a list of contacts that is open while somebody writes', () => {
  it('shows a new contact at the top and keeps everything that was loaded', () => {
    const pages = [page([contact('c', 30), contact('b', 20)], 'b', 3), page([contact('a', 10)], null, 3)];
    const merged = mergeNewest(pages, page([contact('d', 40), contact('c', 30)], 'c', 4));
    expect(ids(merged)).toEqual(['dcb', 'a']);
    expect(merged.map(({ nextCursor, total }) => [nextCursor, total])).toEqual([
      ['b', 4],
      [null, 4],
    ]);
  });
  it('moves a contact of a later page to the top, once', () => {
    const pages = [page([contact('c', 30), contact('b', 20)], 'b', 3), page([contact('a', 10)], null, 3)];
    expect(ids(mergeNewest(pages, page([contact('a', 50), contact('c', 30)], 'c', 3)))).toEqual(['acb', '']);
  });
  it('begins with the newest page', () => {
    expect(ids(mergeNewest([], page([contact('a', 1)], null, 1)))).toEqual(['a']);
  });
});
