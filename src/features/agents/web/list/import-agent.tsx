import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { ApiError } from '#ui/api/client.ts';
import { refresh } from '#ui/api/hooks.ts';
import { upload } from '#ui/api/upload.ts';
import { Button } from '#ui/controls/button.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { largestExport, type ImportedAgent } from '../../agents-lifecycle.contract.ts';

/** How long the list of what stayed behind is shown, in ms: it is told nowhere else. */
const longEnoughToRead = 60_000;

/** Makes a draft out of a file that another agent was exported to. */
export function ImportAgent() {
  const { t, i18n } = useTranslation('agents-lifecycle');
  const client = useQueryClient();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const take = async (file: File) => {
    if (file.size > largestExport) {
      // Said before it is sent in vain.
      toast({
        variant: 'destructive',
        title: t('import.failed'),
        description: t('import.tooLarge', { size: largestExport / 1_048_576 }),
      });
      if (field.current) field.current.value = '';
      return;
    }
    setBusy(true);
    try {
      const form = new FormData();
      form.append('file', file);
      const agent = (await upload('/api/agents/import', form)) as ImportedAgent;
      void refresh(client, '/api/agents');
      const { documents, websites, agents, pictures } = agent.leftOut;
      const missing = [
        ...documents,
        ...websites,
        ...(agents > 0 ? [t('import.agents', { number: agents })] : []),
        ...(pictures > 0 ? [t('import.pictures', { number: pictures })] : []),
      ];
      toast(
        missing.length === 0
          ? {
              variant: 'success',
              title: t('import.done', { name: agent.name }),
              description: t('import.doneText'),
            }
          : {
              variant: 'warning',
              title: t('import.done', { name: agent.name }),
              description: t('import.leftOut', {
                list: new Intl.ListFormat(i18n.language, { type: 'unit' }).format(missing),
              }),
              duration: longEnoughToRead,
            },
      );
      await navigate({ to: paths.editAgent(agent.id) });
    } catch (error) {
      const [refused] = error instanceof ApiError ? Object.entries(error.fields ?? {}) : [];
      toast({
        variant: 'destructive',
        title: t('import.failed'),
        description: refused
          ? `${refused[0].replace(/^configuration\./, '')}: ${refused[1]}`
          : error instanceof Error
            ? error.message
            : undefined,
      });
    } finally {
      setBusy(false);
      if (field.current) field.current.value = '';
    }
  };
  return (
    <>
      <input
        ref={field}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={(event) => event.target.files?.[0] && void take(event.target.files[0])}
      />
      <Button
        variant="ghost"
        pending={busy}
        icon={<Upload size={16} />}
        onClick={() => field.current?.click()}
      >
        {t('import.button')}
      </Button>
    </>
  );
}
