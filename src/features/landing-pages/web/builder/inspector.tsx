import { Copy, CopyPlus, Trash2, WandSparkles } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldsOf, isBlockType } from '#shared/landing-pages/blocks.ts';
import type { PageBlock } from '#shared/landing-pages/page-data.ts';
import type { PageFacts } from '#shared/landing-pages/page-facts.ts';
import type { Language } from '#shared/languages.ts';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { copyBlock } from './block-clipboard.ts';
import { useCanvas, type CanvasActions } from '../canvas/canvas-actions.ts';
import { ValueFields } from './value-fields.tsx';

const RewriteDialog = lazy(() =>
  import('./rewrite-dialog.tsx').then((file) => ({ default: file.RewriteDialog })),
);

type Props = {
  pageId: string;
  language: Language;
  facts: PageFacts;
  actions: CanvasActions;
  canEdit: boolean;
};

/** Everything that can be said of the chosen block. */
export function Inspector({ pageId, language, facts, actions, canEdit }: Props) {
  const { t } = useTranslation('landing-builder');
  const block = useCanvas((canvas) => canvas.selectedItem) as PageBlock | null;
  const agent = useCanvas((canvas) => (canvas.appState.data.root.props as { agent?: number }).agent ?? 0);
  const [isRewriting, setIsRewriting] = useState(false);
  if (!block) return <p className="text-sm text-muted">{t('inspector.nothing')}</p>;
  const { type, props } = block;
  const name = t(isBlockType(type) ? `types.${type}` : 'types.unknown');
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-1">
        <h2 tabIndex={-1} data-chosen-block className="mr-auto font-semibold outline-none">
          {name}
        </h2>
        <IconButton
          label={t('inspector.copy')}
          onClick={() =>
            toast({ title: t(copyBlock(block) ? 'inspector.copied' : 'inspector.notCopied', { name }) })
          }
        >
          <Copy size={16} />
        </IconButton>
        {canEdit && (
          <>
            {isBlockType(type) && (
              <IconButton label={t('rewrite.button')} onClick={() => setIsRewriting(true)}>
                <WandSparkles size={16} />
              </IconButton>
            )}
            <IconButton label={t('inspector.duplicate')} onClick={() => actions.duplicate(props.id)}>
              <CopyPlus size={16} />
            </IconButton>
            <IconButton label={t('inspector.remove')} onClick={() => actions.remove(props.id)}>
              <Trash2 size={16} />
            </IconButton>
          </>
        )}
      </div>
      {isBlockType(type) ? (
        <fieldset disabled={!canEdit} className="grid min-w-0 gap-4">
          <legend className="sr-only">{name}</legend>
          <ValueFields
            key={props.id}
            fields={fieldsOf(type)}
            values={props}
            pageId={pageId}
            facts={facts}
            agent={Number(props['agent']) || agent}
            onChange={(change) => actions.change(block, change)}
          />
        </fieldset>
      ) : (
        <p className="text-sm text-muted">{t('inspector.unknown')}</p>
      )}
      {isRewriting && (
        <Suspense>
          <RewriteDialog
            pageId={pageId}
            language={language}
            block={block}
            name={name}
            onKeep={(values) => actions.change(block, values)}
            onClose={() => setIsRewriting(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
