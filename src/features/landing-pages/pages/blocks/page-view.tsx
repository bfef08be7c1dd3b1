import type { PageData } from '#shared/landing-pages/page-data.ts';
import { BlockView, chatPlaceOf, headingBlockOf } from './block-view.tsx';
import type { PageScene } from './scene.ts';

type PageViewProps = {
  /** What `parsePage` made of it. */
  data: PageData;
  scene: Omit<PageScene, 'agent' | 'headingBlock' | 'chat'>;
};

/** A whole page as visitors see it. It needs no script. */
export function PageView({ data, scene }: PageViewProps) {
  const whole: PageScene = {
    ...scene,
    agent: data.root.props.agent,
    headingBlock: headingBlockOf(data.content),
    chat: chatPlaceOf(data),
  };
  const { content } = data;
  // What begins and ends the page stands beside its main part, as readers of screens expect it.
  const begin = content.findIndex(({ type }) => type !== 'nav');
  const first = begin < 0 ? content.length : begin;
  const end = content.findLastIndex(({ type }) => type !== 'footer') + 1;
  const each = (from: number, to?: number) =>
    content.slice(from, to).map((block) => <BlockView key={block.props.id} block={block} scene={whole} />);
  return (
    <div className="lp-page">
      <a className="lp-skip" href="#lp-main">
        {scene.text('skip')}
      </a>
      {each(0, first)}
      <main id="lp-main" tabIndex={-1}>
        {whole.headingBlock === null && <h1 className="lp-hidden">{scene.title}</h1>}
        {each(first, Math.max(first, end))}
      </main>
      {each(Math.max(first, end))}
    </div>
  );
}
