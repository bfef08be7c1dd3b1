import { useQueryClient } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { refresh, setEndpointData } from '#ui/api/hooks.ts';
import { upload } from '#ui/api/upload.ts';
import { Button } from '#ui/button.tsx';
import { AgentAvatar } from './agent-avatar.tsx';
import { useSection } from './editor-section.ts';

/** Largest picture, in bytes; the server checks it again. */
const largest = 2 * 1_048_576;

/** The agent's picture. It is not part of the draft: visitors see a new one at once. */
export function AvatarUpload() {
  const { t } = useTranslation('agents');
  const { agent, draft, canEdit } = useSection();
  const client = useQueryClient();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = async (work: () => Promise<{ avatarUrl: string | null }>) => {
    setBusy(true);
    setError(null);
    try {
      const { avatarUrl } = await work();
      setEndpointData(client, 'GET /api/agents/{id}', { params: { id: agent.id } }, (old) => old && { ...old, avatarUrl });
      void refresh(client, '/api/agents');
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : t('common:failed.title'));
    }
    setBusy(false);
  };
  const take = (file: File | undefined) => {
    if (!file) return;
    if (file.size > largest) return setError(t('avatar.tooLarge'));
    const form = new FormData();
    form.append('file', file);
    void run(async () => (await upload(`/api/agents/${encodeURIComponent(agent.id)}/avatar`, form)) as { avatarUrl: string | null });
  };
  return (
    <div className="grid gap-1.5" role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-help`}>
      <p id={`${id}-label`} className="font-medium">
        {t('avatar.label')}
      </p>
      <p id={`${id}-help`} className="-mt-1 text-sm text-muted">
        {t('avatar.help')}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <AgentAvatar name={draft.basic.name} color={draft.appearance.color} src={agent.avatarUrl} size={56} />
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button pending={busy} disabled={!canEdit} icon={<ImageUp size={16} strokeWidth={1.75} />} onClick={() => input.current?.click()}>
          {t(agent.avatarUrl ? 'avatar.replace' : 'avatar.upload')}
        </Button>
        {agent.avatarUrl && (
          <Button variant="ghost" disabled={!canEdit || busy} onClick={() => void run(() => api('DELETE /api/agents/{id}/avatar', { params: { id: agent.id } }))}>
            {t('common:actions.remove')}
          </Button>
        )}
      </div>
      {error && (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
    </div>
  );
}
