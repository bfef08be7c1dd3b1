import type { ReactNode } from 'react';
import { isBlockType, type BlockType } from '#shared/landing-pages/blocks.ts';
import type { PageBlock, PageData } from '#shared/landing-pages/page-data.ts';
import { blocksOf } from '#shared/landing-pages/parse-page.ts';
import { ColumnsBlock, DividerBlock, HtmlBlock, SpacerBlock, UnknownBlock } from './arrange.tsx';
import type { BlockProps, ChatPlace, PageScene } from './scene.ts';
import { AgentBlock, CountdownBlock, FormBlock, OfferBlock, PricingBlock, QrBlock } from './sell.tsx';
import { GalleryBlock, ImageBlock, LogosBlock, VideoBlock } from './show.tsx';
import { CtaBlock, FooterBlock, HeroBlock, NavBlock } from './start.tsx';
import { FaqBlock, FeaturesBlock, StatsBlock, TestimonialsBlock, TextBlock } from './tell.tsx';

const views: { [T in BlockType]: (props: BlockProps<T>) => ReactNode } = {
  nav: NavBlock,
  hero: HeroBlock,
  features: FeaturesBlock,
  logos: LogosBlock,
  stats: StatsBlock,
  text: TextBlock,
  image: ImageBlock,
  video: VideoBlock,
  columns: ColumnsBlock,
  gallery: GalleryBlock,
  testimonials: TestimonialsBlock,
  pricing: PricingBlock,
  agent: AgentBlock,
  offer: OfferBlock,
  form: FormBlock,
  faq: FaqBlock,
  cta: CtaBlock,
  countdown: CountdownBlock,
  qr: QrBlock,
  footer: FooterBlock,
  spacer: SpacerBlock,
  divider: DividerBlock,
  html: HtmlBlock,
};

type BlockViewProps = {
  block: PageBlock;
  scene: PageScene;
  /** Draws a place for other blocks in its own way; the builder makes it a place to drop things. */
  slot?: (name: string) => ReactNode;
};

/** One block, which `parsePage` has looked at. */
export function BlockView({ block, scene, slot }: BlockViewProps) {
  const { type, props } = block;
  if (!isBlockType(type)) return <UnknownBlock was={textOf(props['was'])} scene={scene} />;
  const View = views[type] as (props: BlockProps<BlockType>) => ReactNode;
  const { id, ...values } = props;
  const draw =
    slot ??
    ((name: string): ReactNode =>
      (props[name] as PageBlock[]).map((inner) => (
        <BlockView key={inner.props.id} block={inner} scene={scene} />
      )));
  return (
    <View id={id} values={values as unknown as BlockProps<BlockType>['values']} scene={scene} slot={draw} />
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Where links to `#chat` lead on this page. */
export function chatPlaceOf({ root, content }: PageData): ChatPlace {
  const blocks = blocksOf(content);
  if (blocks.some(({ props }) => props['anchor'] === 'chat')) return { kind: 'anchor' };
  const own = blocks.filter(({ type, props }) => {
    const number = Number(props['agent']) || 0;
    return (type === 'hero' || type === 'agent') && (number === 0 || number === root.props.agent);
  });
  const place = own.find(({ type, props }) =>
    type === 'hero' ? props['layout'] === 'agent' : props['display'] !== 'bubble',
  );
  if (place) return { kind: 'block', id: place.props.id };
  return { kind: own.some(({ type }) => type === 'agent') ? 'corner' : 'elsewhere' };
}

/** The block that says the page's heading: the first beginning with a title, outside of other blocks. */
export const headingBlockOf = (content: readonly PageBlock[]): string | null =>
  content.find(({ type, props }) => type === 'hero' && props['title'] !== '')?.props.id ?? null;
