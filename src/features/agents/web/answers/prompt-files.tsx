import { Eye, FileText, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '#ui/api/upload.ts';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Callout } from '#ui/page/display.tsx';
import { FileButton } from '#ui/controls/file-button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import type { AgentConfiguration } from '../../agents-configuration.contract.ts';
import { largestPromptFile } from '../../agents-look.contract.ts';
import { useSection } from '../editor/editor-section.ts';

type PromptFile = AgentConfiguration['prompt']['files'][number];
const mostFiles = 3;
const path = 'prompt.files';

/** Documents whose text is part of every prompt: added, read, looked into and removed here. */
export function PromptFiles() {
  const { t } = useTranslation(['agents-look', 'agents']);
  const section = useSection();
  const { agent, set, errors, canEdit } = section;
  const { files } = section.draft.prompt;
  // A file that is read while the person goes on must not bring back the list of before.
  const latest = useRef(files);
  latest.current = files;
  const [reading, setReading] = useState<string | null>(null);
  const [notice, setNotice] = useState<{ tone: 'danger' | 'warning'; text: string } | null>(null);
  const [shown, setShown] = useState<PromptFile | null>(null);
  const take = async (file: File) => {
    setNotice(null);
    if (file.size > largestPromptFile)
      return setNotice({ tone: 'danger', text: t('files.tooLarge', { name: file.name }) });
    setReading(file.name);
    try {
      const form = new FormData();
      form.append('file', file);
      const answer = (await upload(`/api/agents/${encodeURIComponent(agent.id)}/prompt-files`, form)) as {
        file: PromptFile;
        isCut: boolean;
      };
      if (latest.current.length < mostFiles) set(path, [...latest.current, answer.file]);
      if (answer.isCut) setNotice({ tone: 'warning', text: t('files.cut', { name: answer.file.name }) });
    } catch (error) {
      setNotice({ tone: 'danger', text: error instanceof Error ? error.message : t('common:failed.title') });
    }
    setReading(null);
  };
  const isFull = files.length >= mostFiles;
  return (
    <div
      role="group"
      aria-labelledby="prompt-files"
      aria-describedby="prompt-files-help"
      className="grid gap-2"
    >
      <div className="flex items-baseline justify-between gap-3">
        <p id="prompt-files" className="font-medium">
          {t('agents:fields.prompt.files')}
        </p>
        <span className="tabular text-sm text-muted">
          {files.length} / {mostFiles}
        </span>
      </div>
      <p id="prompt-files-help" className="-mt-1 text-sm text-pretty text-muted">
        {t('files.help')}
      </p>
      {files.length > 0 && (
        <ul className="overflow-hidden rounded-card border border-line bg-surface">
          {files.map((file, index) => (
            <li
              key={`${index}-${file.name}`}
              className="flex items-center gap-3 border-b border-line py-1 pr-1 pl-4 last:border-0"
            >
              <FileText size={16} className="shrink-0 text-muted" aria-hidden="true" />
              <span className="min-w-0 grow py-1.5">
                <span className="block truncate font-medium">{file.name}</span>
                <span className="tabular block text-sm text-muted">
                  {t('files.characters', { count: file.text.length })}
                </span>
              </span>
              <IconButton label={t('files.view', { name: file.name })} onClick={() => setShown(file)}>
                <Eye size={16} />
              </IconButton>
              {canEdit && (
                <IconButton
                  label={t('files.remove', { name: file.name })}
                  onClick={() => set(path, files.toSpliced(index, 1))}
                >
                  <X size={16} />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {canEdit && !isFull && (
        <FileButton
          accept=".pdf,.docx,.txt,.md"
          onFile={(file) => void take(file)}
          className="justify-self-start"
          pending={reading !== null}
          icon={<FileText size={16} />}
        >
          {reading === null ? (
            t('files.add')
          ) : (
            <span className="max-w-60 truncate">{t('files.reading', { name: reading })}</span>
          )}
        </FileButton>
      )}
      {isFull && canEdit && <p className="text-sm text-muted">{t('files.full')}</p>}
      <div role="status">{notice && <Callout tone={notice.tone}>{notice.text}</Callout>}</div>
      {errors[path] && (
        <p role="alert" className="text-sm text-danger-ink">
          {errors[path]}
        </p>
      )}
      <Sheet
        open={shown !== null}
        onOpenChange={(open) => !open && setShown(null)}
        title={shown?.name ?? ''}
        description={t('files.viewHelp')}
      >
        <p className="text-sm leading-6 whitespace-pre-wrap">{shown?.text}</p>
      </Sheet>
    </div>
  );
}
