import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { fieldsOf, type BlockType } from '#shared/landing-pages/blocks.ts';
import { initialValues } from '#shared/landing-pages/fields.ts';
import { emptyPageData, type PageData } from '#shared/landing-pages/page-data.ts';
import { noFacts } from '#shared/landing-pages/page-facts.ts';
import {
  defaultPageSettings,
  defaultPageTheme,
  type PageDocument,
  type PageTheme,
} from '#shared/landing-pages/page-settings.ts';
import { themeCss, weakContrasts } from '#shared/landing-pages/theme-css.ts';
import { pageData } from '#tests/support/pages/page-arbitrary.ts';
import { drawingNames } from './drawings.tsx';
import { PageView } from './page-view.tsx';

const facts = {
  agents: {
    '100001': {
      id: 'agt_1',
      number: 100_001,
      name: 'Numa',
      color: '#0f766e',
      avatarUrl: null,
      welcome: 'Hello <b>you</b>',
      questions: ['What does it cost?'],
      isLive: true,
      offers: [
        {
          id: 'monthly',
          type: 'subscription' as const,
          title: '',
          description: '',
          buttonText: '',
          isRecommended: true,
          interval: 'month' as const,
          currency: 'EUR',
          total: 2_900,
          trialDays: 7,
          messages: null,
          days: null,
        },
      ],
    },
  },
  forms: { abc123defg: { id: 'frm_1', publicId: 'abc123defg', name: 'Contact', isOpen: true } },
};

const draw = (data: PageData, isEditing = false, mode: PageTheme['mode'] = 'light'): string =>
  renderToStaticMarkup(
    <PageView
      data={data}
      scene={{
        language: 'en',
        title: 'A page',
        text: (key) => key,
        facts,
        url: 'https://example.com/p/page',
        now: new Date('2026-11-28T12:00:00Z'),
        htmlFrame: () => null,
        isEditing,
        mode,
      }}
    />,
  );
const page = (content: PageData['content'], agent = 100_001): PageData => ({
  root: { props: { agent } },
  content,
  zones: {},
});
const fresh = (type: BlockType, id: string, values: object = {}) => ({
  type,
  props: { id, ...initialValues(fieldsOf(type)), ...values },
});

const pictureOf = (name: string) => ({
  src: `drawing:${name}`,
  alt: '',
  isDecoration: false,
  width: 0,
  height: 0,
});

describe('a page', () => {
  it('is drawn whatever the builder can save, and runs nothing of what was written', () => {
    fc.assert(
      fc.property(pageData(), fc.boolean(), (data, isEditing) => {
        const markup = draw(data, isEditing);
        // Without what stands in attributes, where a text is free to look like markup.
        expect(markup.replaceAll(/="[^"]*"/g, '=""')).not.toMatch(/<script|<style|<[^>]*\son\w+=/i);
        expect(markup).not.toMatch(/(href|src)="\s*(javascript|data|vbscript):/i);
        expect(markup.match(/<h1/g)?.length).toBe(1);
      }),
      { numRuns: 120 },
    );
  });

  it('says what is missing to the owner, and honestly to visitors', () => {
    const gone = page([
      fresh('agent', 'a', { agent: 5 }),
      fresh('offer', 'o', { agent: 5 }),
      fresh('form', 'f', { form: 'x' }),
    ]);
    expect(draw(gone)).toMatch(/agent\.gone.*offer\.gone.*form\.gone/s);
    expect(draw(gone)).not.toContain('hint.');
    expect(draw(gone, true)).toMatch(/hint\.agentDeleted.*hint\.agentDeleted.*hint\.formDeleted/s);
    expect(draw(page([{ type: 'unknown', props: { id: 'u', was: 'carousel', kept: '{}' } }]))).not.toContain(
      'unknown',
    );
  });

  it('buys an offer in the chat of its agent, and answers at once with its questions', () => {
    const markup = draw(page([fresh('offer', 'o'), fresh('agent', 'a')]));
    expect(markup).toContain('href="/widgets/100001?offer=monthly"');
    expect(markup).toContain('€29');
    expect(markup).toMatch(/data-chatelier-agent="100001".*Hello &lt;b&gt;you.*What does it cost\?/s);
  });

  it('leads to its agent from #chat: where it stands, in the corner, or on a page of its own', () => {
    const ask = fresh('cta', 'c', { label: 'Ask', href: '#chat' });
    const inPage = draw(page([ask, fresh('agent', 'a'), fresh('agent', 'b')]));
    expect(inPage).toContain('href="#chat"');
    expect(inPage.match(/id="chat"/g)?.length).toBe(1);
    expect(draw(page([ask, fresh('text', 't', { anchor: 'chat' }), fresh('agent', 'a')]))).toMatch(
      /^(?!.*id="chat".*id="chat")/s,
    );
    expect(draw(page([ask, fresh('agent', 'a', { display: 'bubble' })]))).toContain(
      'href="/widgets/100001" data-chatelier-open="100001"',
    );
    expect(draw(page([ask]))).toContain('href="/widgets/100001"');
    // Once the agent is gone there is nothing to press.
    for (const content of [[ask], [ask, fresh('agent', 'a')]]) {
      expect(draw(page(content, 5))).not.toContain('>Ask<');
      expect(draw(page(content, 5), true)).toContain('>Ask<');
    }
    expect(draw(page([ask, fresh('text', 't', { anchor: 'chat' })], 5))).toContain('>Ask<');
  });

  it('skips no level of headings where a section says nothing itself', () => {
    const items = [{ icon: 'check', title: 'One', text: '', href: '' }];
    const levels = (title: string): string[] =>
      draw(page([fresh('hero', 'h', { title: 'Top' }), fresh('features', 'f', { title, items })]))
        .match(/<h\d/g)
        ?.map((tag) => tag.slice(1)) ?? [];
    expect(levels('')).toEqual(['h1', 'h2']);
    expect(levels('What it does')).toEqual(['h1', 'h2', 'h3']);
  });

  it('has its forms in its own light, and in the visitor’s where it follows that itself', () => {
    const data = page([fresh('form', 'f', { form: 'abc123defg' })]);
    const frame = (mode: PageTheme['mode']) => /src="([^"]+)"/.exec(draw(data, false, mode))?.[1];
    expect([frame('light'), frame('dark'), frame('auto')]).toEqual([
      '/forms/abc123defg?embed=light',
      '/forms/abc123defg?embed=dark',
      '/forms/abc123defg?embed=1',
    ]);
  });

  it('counts down to a moment, and says that it is past even where its owner has no words for it', () => {
    const at = (until: string, over = '') => page([fresh('countdown', 'c', { until, over })]);
    expect(draw(at('2026-12-12T12:00:00Z'))).toMatch(
      /data-lp-until.*class="lp-over" hidden="">countdown\.over</s,
    );
    expect(draw(at('2026-11-27T12:00:00Z'))).toContain('class="lp-over">countdown.over<');
    expect(draw(at('2026-11-27T12:00:00Z', 'See you in spring'))).toContain(
      'class="lp-over">See you in spring<',
    );
    expect(draw(at('2026-11-27T12:00:00Z'), true)).toContain('hint.momentPast');
    expect(draw(at(''))).not.toMatch(/lp-over|hint/);
  });

  it('leads nowhere while it is built', () => {
    const markup = draw(page([fresh('cta', 'c', { label: 'Go', href: 'https://example.com' })]), true);
    expect(markup).not.toContain('example.com');
  });
});

describe('the look of a page', () => {
  it('has pictures for every name, and says nothing where there are no facts', () => {
    const { data }: PageDocument = { data: emptyPageData, settings: defaultPageSettings('en') };
    const markup = draw({
      ...data,
      content: drawingNames.map((name, at) =>
        fresh('image', `i${at}`, { picture: { ...pictureOf(name), alt: name } }),
      ),
    });
    for (const name of drawingNames) expect(markup).toContain(`aria-label="${name}"`);
    expect(noFacts).toEqual({ agents: {}, forms: {} });
  });

  it('warns of colours that can hardly be read', () => {
    expect(weakContrasts(defaultPageTheme)).toEqual([]);
    expect(
      weakContrasts({ ...defaultPageTheme, text: '#999999', primary: '#fefefe' }).map(({ pair }) => pair),
    ).toEqual(['text', 'button']);
  });

  it('has the same rules in light and dark, whatever the colours', () => {
    const css = themeCss({ ...defaultPageTheme, mode: 'auto' });
    expect(css).toContain('@media (prefers-color-scheme:dark)');
    expect(css).not.toMatch(/["<]|undefined|NaN/);
  });
});
