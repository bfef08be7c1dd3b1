import { expect, test } from 'vitest';
import { fillReply, mentionedIn, namedIn, savedFor, snoozeChoices, withAuthor } from './inbox-words.ts';

test('a saved reply is filled with what is known, and a gap without a value stays empty without a trace', () => {
  const known = {
    contactName: 'Olga Svobodová',
    contactEmail: null,
    agentName: 'Linden',
    myName: 'Vera Novak',
  };
  expect(
    fillReply(
      'Hello {{contact.first_name}}, {{ me.first_name }} of {{agent.name}} here. {{contact.email}}',
      known,
    ),
  ).toBe('Hello Olga, Vera of Linden here.');
  expect(fillReply('{{contact.shoe_size}}', known)).toBe('{{contact.shoe_size}}');
  const nobody = { ...known, contactName: ' ' };
  expect(
    [
      'Hello {{contact.first_name}}, we open at 7:30.',
      'Thank you, {{contact.first_name}}!',
      'For {{contact.name}} and others',
    ].map((body) => fillReply(body, nobody)),
  ).toEqual(['Hello, we open at 7:30.', 'Thank you!', 'For and others']);
});

test.each([
  [0, 1],
  [1, 7],
  [4, 4],
])('from weekday %i, next Monday is %i days away, at nine', (weekday, days) => {
  const now = new Date(2026, 0, 4 + weekday, 15, 30);
  const monday = new Date(snoozeChoices(now).find(({ name }) => name === 'monday')?.until ?? '');
  expect([
    monday.getDay(),
    monday.getHours(),
    Math.round((monday.getTime() - new Date(2026, 0, 4 + weekday, 9).getTime()) / 86_400_000),
  ]).toEqual([1, 9, days]);
});

test.each([
  ['Look, @', ['Eda Editor', 'Sam Ray']],
  ['@ed', ['Eda Editor']],
  ['Look, @Eda Editor ', []],
  ['mail eda@ed', []],
  ['see you @ 5', []],
])('behind the @ of “%s” stand %j', (text, names) =>
  expect(namedIn(text, [{ name: 'Eda Editor' }, { name: 'Sam Ray' }]).map(({ name }) => name)).toEqual(names),
);

test('a note names whoever stands behind an @, and nobody whose name is only the beginning of another one', () => {
  const members = ['Ann', 'Anna', 'Anna Novak', 'Sam (Berlin)'].map((name) => ({ name }));
  const named = (text: string) => mentionedIn(text, members).map(({ name }) => name);
  expect(named('@Anna Novak and @Sam (Berlin): please')).toEqual(['Anna Novak', 'Sam (Berlin)']);
  expect(named('Ask @Anna, then @Ann.')).toEqual(['Ann', 'Anna']);
  expect(named('@Annabel, mail ann@Anna')).toEqual([]);
});

test('a message is by whom the list of members names, so that two of one name are two', () => {
  const members = [
    { id: 'usr_1', name: 'Anna Novak (anna@one.test)' },
    { id: 'usr_2', name: 'Anna Novak (anna@two.test)' },
  ];
  const by = (authorId: string | null) => ({ authorId, author: { name: 'Anna Novak', avatarUrl: null } });
  expect(withAuthor(by('usr_2'), members).author).toEqual({
    name: 'Anna Novak (anna@two.test)',
    avatarUrl: null,
  });
  expect(withAuthor(by('usr_gone'), members).author.name).toBe('Anna Novak');
  expect(withAuthor({ authorId: null, author: null }, members)).toEqual({ authorId: null, author: null });
});

test.each([
  ['/', ['Hours', 'Way here']],
  ['/ HO', ['Hours']],
  ['/none', []],
  ['See /ho', []],
  ['/ho\nmore', []],
])('offers saved replies by the name after a slash: %j', (text, names) => {
  const saved = ['Hours', 'Way here'].map((name) => ({ id: name, name, body: 'Text' }));
  expect(savedFor(text, saved).map(({ name }) => name)).toEqual(names);
});
