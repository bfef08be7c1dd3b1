import { FileText, Globe, MessagesSquare, TextCursorInput } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '#ui/controls/file-drop.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { knowledgeFileExtensions, type KnowledgeSource } from '../../knowledge.contract.ts';
import { PairsForm } from './pairs-form.tsx';
import { acceptedFiles, usualFileMegabytes } from './file-kinds.ts';
import { TextForm } from './text-form.tsx';
import { WebsiteForm } from './website-form.tsx';

/** The sheet that is open: a new source of a kind, or an entered source to edit. */
export type Adding = { kind: KnowledgeSource['kind']; source?: KnowledgeSource } | null;

const kinds = [
  { kind: 'website', icon: Globe },
  { kind: 'file', icon: FileText },
  { kind: 'text', icon: TextCursorInput },
  { kind: 'qa', icon: MessagesSquare },
] as const;

type Props = {
  collectionId: string;
  adding: Adding;
  onAdding: (adding: Adding) => void;
  onFiles: (files: File[]) => void;
};

/** The four ways to add knowledge, each in a sheet of its own. */
export function AddSources({ collectionId, adding, onAdding, onFiles }: Props) {
  const { t } = useTranslation('knowledge-web');
  const close = () => onAdding(null);
  const kind = adding?.kind === 'page' ? 'website' : adding?.kind;
  return (
    <>
      <ul aria-label={t('add.label')} className="grid grid-cols-2 gap-2 @2xl:grid-cols-4">
        {kinds.map(({ kind: name, icon: Icon }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onAdding({ kind: name })}
              className="flex h-full w-full flex-col gap-1 rounded-card border border-line bg-surface p-3 text-left transition-colors duration-150 hover:border-edge hover:bg-sunken"
            >
              <span className="flex items-center gap-2 font-medium">
                <Icon size={16} className="shrink-0 text-accent-ink" />
                {t(`add.${name}.label`)}
              </span>
              <span className="text-sm text-pretty text-muted">{t(`add.${name}.hint`)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Sheet
        open={kind !== undefined}
        onOpenChange={(open) => !open && close()}
        title={kind ? t(adding?.source ? `add.${kind}.editTitle` : `add.${kind}.title`) : ''}
        description={kind ? t(`add.${kind}.text`) : undefined}
      >
        {kind === 'website' && <WebsiteForm collectionId={collectionId} onDone={close} />}
        {kind === 'text' && <TextForm collectionId={collectionId} source={adding?.source} onDone={close} />}
        {kind === 'qa' && <PairsForm collectionId={collectionId} source={adding?.source} onDone={close} />}
        {kind === 'file' && (
          <div className="grid gap-3">
            <FileDrop
              accept={acceptedFiles}
              label={t('files.choose')}
              help={t('files.bounds', {
                kinds: knowledgeFileExtensions
                  .filter((extension) => extension !== 'htm')
                  .map((extension) => extension.toUpperCase())
                  .join(', '),
                megabytes: usualFileMegabytes,
              })}
              onFiles={(files) => {
                onFiles(files);
                close();
              }}
            />
            <p className="text-sm text-pretty text-muted">{t('files.note')}</p>
          </div>
        )}
      </Sheet>
    </>
  );
}
