import { useTranslation } from 'react-i18next';
import type { PageBlock } from '#shared/landing-pages/page-data.ts';
import type { PageFacts } from '#shared/landing-pages/page-facts.ts';
import type { CanvasRoot } from '../canvas/canvas-data.ts';
import { useCanvas, type CanvasActions } from '../canvas/canvas-actions.ts';
import { checkPage } from './checks.ts';

type Props = {
  facts: PageFacts;
  actions: CanvasActions;
  onChoose?: () => void;
};

/** What is amiss with the page; each line leads to its block. */
export function ChecksList({ facts, actions, onChoose }: Props) {
  const { t } = useTranslation('landing-builder');
  const content = useCanvas((canvas) => canvas.appState.data.content) as PageBlock[];
  const root = useCanvas((canvas) => canvas.appState.data.root.props) as unknown as CanvasRoot;
  const found = checkPage(content, root, facts);
  if (found.length === 0) return <p className="text-sm text-muted">{t('checks.none')}</p>;
  return (
    <ul className="grid gap-1">
      {found.map(({ kind, block, what }, at) => {
        const said = t(`checks.${kind}`, { what: kind === 'contrast' ? t(`checks.pair.${what}`) : what });
        return (
          <li key={at} className="text-sm">
            {block === null ? (
              said
            ) : (
              <button
                type="button"
                className="min-h-11 cursor-pointer text-left underline underline-offset-4 md:min-h-8"
                onClick={() => {
                  actions.select(block);
                  onChoose?.();
                }}
              >
                {said}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
