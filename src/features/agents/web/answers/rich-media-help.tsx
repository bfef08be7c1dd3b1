import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { useSection } from '../editor/editor-section.ts';

const kinds = ['card', 'carousel', 'product', 'image', 'video', 'buttons', 'form', 'file'] as const;
const longest = 4_000;

/** The plain syntax of rules: one example of each kind, which can be taken over. */
export function RichMediaHelp() {
  const { t } = useTranslation('rich-media');
  const { draft, set, canEdit } = useSection();
  const { instructions } = draft.dynamic;
  return (
    <details className="group min-w-0 rounded-card border border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-card px-4 py-2 font-medium hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={16}
          className="shrink-0 text-muted transition-transform group-open:rotate-90 motion-reduce:transition-none"
          aria-hidden="true"
        />
        {t('help.title')}
      </summary>
      <div className="grid gap-4 border-t border-line px-4 pt-3 pb-4">
        <p className="text-sm text-pretty text-muted">{t('help.intro')}</p>
        <ul className="grid gap-3">
          {kinds.map((kind) => {
            const example = t(`example.${kind}`);
            return (
              <li key={kind} className="min-w-0 rounded-control bg-sunken px-3 py-2">
                <div className="flex items-center justify-between gap-3">
                  <p className="text-sm font-medium">{t(`kind.${kind}`)}</p>
                  {canEdit &&
                    !instructions.includes(example) &&
                    instructions.length + example.length < longest && (
                      <Button
                        size="sm"
                        aria-label={`${t('help.copy')}: ${t(`kind.${kind}`)}`}
                        onClick={() =>
                          set(
                            'dynamic.instructions',
                            [instructions.trimEnd(), example].filter(Boolean).join('\n'),
                          )
                        }
                      >
                        {t('help.copy')}
                      </Button>
                    )}
                </div>
                <p className="mt-1 font-mono text-sm break-words whitespace-pre-wrap">{example}</p>
              </li>
            );
          })}
        </ul>
        <p className="text-sm text-pretty text-muted">{t('help.more')}</p>
      </div>
    </details>
  );
}
