import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, ApiError } from '#ui/api/client.ts';
import { refresh } from '#ui/api/hooks.ts';
import { upload } from '#ui/api/upload.ts';
import { Button } from '#ui/controls/button.tsx';
import { FileButton } from '#ui/controls/file-button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { OpenapiImport } from '../custom-functions.contract.ts';
import { importedDefinition, operationKey } from './openapi-import.ts';
import { OpenapiOperations } from './openapi-operations.tsx';

/** Where the description comes from; it is read again for each search. */
type Source = { file: File } | { url: string };

async function readFrom(source: Source, search: string): Promise<OpenapiImport> {
  if ('url' in source)
    return api('POST /api/functions/openapi-address', { body: { url: source.url, search } });
  const form = new FormData();
  form.append('file', source.file);
  const query = new URLSearchParams({ search }).toString();
  return (await upload(`/api/functions/openapi-file?${query}`, form)) as OpenapiImport;
}
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Takes functions over from a description of OpenAPI: where it is, which operations, and how they are called. */
export function OpenapiDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('functions');
  const client = useQueryClient();
  const [address, setAddress] = useState('');
  const [text, setText] = useState('');
  const [source, setSource] = useState<Source | null>(null);
  const [found, setFound] = useState<OpenapiImport | null>(null);
  const [chosen, setChosen] = useState<ReadonlyMap<string, OpenapiImport['operations'][number]>>(new Map());
  const [server, setServer] = useState('');
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const [done, setDone] = useState<number | null>(null);

  const read = async (from: Source, search: string) => {
    setReading(true);
    setProblem(null);
    try {
      const next = await readFrom(from, search);
      setSource(from);
      setFound(next);
      if (server === '') setServer(next.server);
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setReading(false);
    }
  };
  const importAll = async () => {
    const failures: string[] = [];
    let count = 0;
    setDone(0);
    for (const operation of chosen.values()) {
      const definition = importedDefinition(operation.definition, server, secret !== '');
      try {
        await api('POST /api/functions', {
          body: { definition, ...(secret === '' ? {} : { secret }) },
        });
        count += 1;
      } catch (error) {
        const fields = error instanceof ApiError ? Object.values(error.fields ?? {}) : [];
        failures.push(t('openapi.failed', { name: definition.label, reason: fields[0] ?? reasonOf(error) }));
      }
      setDone(count + failures.length);
    }
    await refresh(client, '/api/functions');
    setDone(null);
    if (count > 0) toast({ variant: 'success', title: t('openapi.done', { count }) });
    if (failures.length === 0) onClose();
    else setProblem(failures.join('\n'));
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('openapi.title')}
      description={t('openapi.text')}
      actions={
        <>
          <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
          {found && (
            <Button
              variant="primary"
              pending={done !== null}
              disabled={chosen.size === 0 || server.trim() === ''}
              onClick={() => void importAll()}
            >
              {done === null
                ? t('openapi.chosen', { count: chosen.size })
                : t('openapi.importing', { done: String(done), total: String(chosen.size) })}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {!found && (
          <>
            <div className="flex items-end gap-2">
              <Field label={t('openapi.address')} className="grow">
                <Input
                  type="url"
                  value={address}
                  maxLength={2_048}
                  placeholder="https://api.example.com/openapi.json"
                  onChange={({ target }) => setAddress(target.value)}
                />
              </Field>
              <Button
                pending={isReading}
                disabled={address.trim() === ''}
                onClick={() => void read({ url: address }, '')}
              >
                {t('openapi.read')}
              </Button>
            </div>
            <FileButton accept=".json,.yaml,.yml" onFile={(file) => void read({ file }, '')}>
              {t('openapi.orFile')}
            </FileButton>
            <Field label={t('openapi.paste')}>
              <Textarea
                rows={5}
                spellCheck={false}
                value={text}
                className="font-mono text-sm"
                onChange={({ target }) => setText(target.value)}
              />
            </Field>
            <div>
              <Button
                pending={isReading}
                disabled={text.trim() === ''}
                onClick={() => void read({ file: new File([text], 'openapi.yaml') }, '')}
              >
                {t('openapi.readText')}
              </Button>
            </div>
          </>
        )}
        {found && source && (
          <>
            <OpenapiOperations
              found={found}
              chosen={chosen}
              isReading={isReading}
              onSearch={(search) => void read(source, search)}
              onToggle={(operation) => {
                const key = operationKey(operation);
                const next = new Map(chosen);
                if (!next.delete(key)) next.set(key, operation);
                setChosen(next);
              }}
            />
            <Field
              label={t('openapi.server')}
              help={t('openapi.serverHelp')}
              error={
                server.trim() === '' && found.serverProblem
                  ? t(found.serverProblem === 'missing' ? 'openapi.serverMissing' : 'openapi.serverRefused')
                  : undefined
              }
            >
              <Input
                type="url"
                value={server}
                maxLength={500}
                onChange={({ target }) => setServer(target.value)}
              />
            </Field>
            <Field label={t('openapi.key')} help={t('openapi.keyHelp')}>
              <Input
                type="password"
                autoComplete="off"
                value={secret}
                maxLength={4_000}
                onChange={({ target }) => setSecret(target.value)}
              />
            </Field>
          </>
        )}
        {problem !== null && (
          <p role="alert" className="text-sm whitespace-pre-line text-danger-ink">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
