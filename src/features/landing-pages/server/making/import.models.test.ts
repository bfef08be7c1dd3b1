import { expect, it } from 'vitest';
import { defaultPageTheme } from '#shared/landing-pages/page-settings.ts';
import { sectionsOf } from './import-sections.models.ts';
import { writeFromWeb, type WebPage } from './import.models.ts';

const web = (text: string, more: Partial<WebPage> = {}): WebPage => ({
  url: 'https://studio.example/',
  title: 'Studio',
  siteName: null,
  description: null,
  colours: [],
  text,
  footerText: '',
  ...more,
});
const picture = (src: string, alt: string, width = 600, height = 450) => ({ src, alt, width, height });
type Block = {
  type: string;
  props: Record<string, unknown>;
};
const blocksOf = (page: WebPage, pictures: ReturnType<typeof picture>[] = []): Block[] =>
  writeFromWeb(page, pictures, 'en').data.content.slice(1) as Block[];

it('reads a heading that only introduces the next one as one section with it', () => {
  expect(sectionsOf('# Maps\n\n## Services\n\n### What we do all day\n\nWe draw.\n\n## Contact\n')).toEqual([
    { level: 1, heading: 'Maps', text: '' },
    { level: 2, heading: 'Services', text: 'What we do all day\n\nWe draw.' },
    { level: 2, heading: 'Contact', text: '' },
  ]);
});

it('opens with what the page calls itself, not with the first thing that it says', () => {
  const [opening, services] = blocksOf(web('## Services\n\nWe draw maps.\n\n## Prices\n\nOn request.'));
  expect(opening).toMatchObject({ type: 'hero', props: { title: 'Studio', text: '' } });
  expect(services).toMatchObject({ type: 'text', props: { text: '## Services\n\nWe draw maps.' } });
  expect(blocksOf(web('# Maps that lead\n\nWe draw them.\n\n## Prices\n\nNone.'))[0]).toMatchObject({
    props: { title: 'Maps that lead', text: 'We draw them.' },
  });
});

it('shows short things beside each other: sections in a row, and entries below one heading', () => {
  const entry = (name: string) => `## ${name}\n\nA word on it.\n\n`;
  const row = blocksOf(web(`# Maps\n\nLead.\n\n${['Fast', 'Plain', 'Yours'].map(entry).join('')}`));
  expect(row.map(({ type }) => type)).toEqual(['hero', 'features', 'footer']);
  expect(row[1]?.props['items']).toMatchObject([
    { title: 'Fast', text: 'A word on it.' },
    {},
    { title: 'Yours' },
  ]);
  const team = blocksOf(
    web('# Maps\n\nLead.\n\n## Team\n\nThree of us.\n\n#### Ada\n\nDraws.\n\n#### Ben\n\nMeasures.\n'),
  );
  expect(team[1]).toMatchObject({
    type: 'features',
    props: {
      title: 'Team',
      text: 'Three of us.',
      columns: '2',
      items: [{ title: 'Ada', text: 'Draws.' }, {}],
    },
  });
});

it('puts a picture beside a text, none larger than it is, and leaves strips and empty words out', () => {
  const long = 'A sentence about maps. '.repeat(12);
  const text = `# Maps\n\nLead.\n\n## One\n\n${long}\n\n## Two\n\n${long}\n\n`;
  const blocks = blocksOf(web(text), [
    picture('/page-images/logo', 'Logo', 1597, 273),
    picture('/page-images/a', '...'),
    picture('/page-images/b', 'A map'),
  ]);
  expect(blocks[0]).toMatchObject({
    props: { layout: 'split', picture: { src: '/page-images/a', alt: '', isDecoration: true } },
  });
  expect(blocks.map(({ type }) => type)).toEqual(['hero', 'columns', 'text', 'footer']);
  expect(JSON.stringify(blocks)).not.toContain('/page-images/logo');
});

it('has the words of the footer without the marks of its list', () => {
  const { data, settings } = writeFromWeb(
    web('# A\n\nB', { footerText: '- About\n- ⋅\n- Contact\n\n© Studio', colours: ['#0d6efd'] }),
    [],
    'en',
  );
  expect(data.content.at(-1)).toMatchObject({ props: { text: 'About · Contact\n© Studio' } });
  expect(settings.theme).toEqual({ ...defaultPageTheme, primary: '#0d6efd' });
});
