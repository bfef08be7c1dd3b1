import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, MicVocal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import type { SpeechVendor } from '#features/integrations/integrations.contract.ts';
import { api } from '#ui/api/client.ts';
import { refresh, useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { SkeletonRows } from '#ui/list/list.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import type { ClonedVoice } from '../cloned-voices.contract.ts';
import { BeginVoice } from './begin-voice.tsx';
import { CloneVoice } from './clone-voice.tsx';
import { OwnVoiceRow } from './own-voice-row.tsx';

/** A voice that is being made or deleted is looked at this often, in ms. */
const lookMs = 3_000;

/** Copies of voices of the account: those there are, and how one is made. */
export function OwnVoices({
  vendors,
  onHear,
}: {
  /** Those that copy voices, connected or not. */
  vendors: readonly SpeechVendor[];
  /** Opens the voices of a vendor. */
  onHear: (vendor: SpeechVendor['id']) => void;
}) {
  const { t, i18n } = useTranslation('voice-cloning');
  const client = useQueryClient();
  const { can } = useUser();
  const { data: account } = useEndpoint(
    'GET /api/account/name',
    {},
    { enabled: can['account.read'] !== false },
  );
  const { data, error, refetch } = useEndpoint('GET /api/cloned-voices', undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.voices.some(
        (voice) => voice.state === 'making' || (voice.state === 'deleting' && !voice.failure),
      )
        ? lookMs
        : false,
  });
  const [isBeginning, setBeginning] = useState(false);
  const [open, setOpen] = useState<ClonedVoice | null>(null);
  const [deleting, setDeleting] = useState<ClonedVoice | null>(null);
  // A step that is over takes its buttons along; whoever used one goes on at the list.
  const list = useRef<HTMLUListElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) list.current?.focus();
    wasOpen.current = open !== null;
  }, [open]);
  const connected = vendors.filter((vendor) => vendor.isConnected);
  const read = () => refresh(client, '/api/cloned-voices', '/api/speech');
  if (!data)
    return error ? (
      <ReadFailed title={t('unreadable')} error={error} retry={refetch} />
    ) : (
      <SkeletonRows count={3} className="h-17" />
    );
  function goOn(voice: ClonedVoice) {
    setBeginning(false);
    setOpen(voice.state === 'consent' || voice.state === 'sample' ? voice : null);
    void read();
  }
  if (open)
    return (
      <CloneVoice
        voice={open}
        hearing={data.hearing}
        onDone={goOn}
        onLeave={() => {
          setOpen(null);
          void read();
        }}
      />
    );
  const names = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(
    vendors.map(({ label }) => label),
  );
  const begin =
    connected.length > 0 ? (
      <Button variant="primary" icon={<MicVocal size={16} />} onClick={() => setBeginning(true)}>
        {t('begin')}
      </Button>
    ) : (
      <Link
        to={paths.settings}
        search={{ tab: 'integrations' }}
        className={buttonClass({ variant: 'primary' })}
      >
        {t('connect')}
        <ArrowRight size={16} aria-hidden="true" />
      </Link>
    );
  return (
    <div className="grid gap-5">
      {data.voices.length === 0 ? (
        <EmptyState title={t('none')} action={begin}>
          {connected.length > 0 ? t('noneText') : t('noVendor', { names })}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 flex-1 basis-64 text-pretty text-muted">{t('intro')}</p>
            {begin}
          </div>
          <ul
            ref={list}
            tabIndex={-1}
            aria-label={t('title')}
            className="outline-none divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
          >
            {data.voices.map((voice) => (
              <OwnVoiceRow
                key={voice.id}
                voice={voice}
                vendor={vendors.find(({ id }) => id === voice.provider)?.label ?? voice.provider}
                onGoOn={() => setOpen(voice)}
                onHear={() => onHear(voice.provider)}
                onDelete={() => setDeleting(voice)}
                onChanged={read}
              />
            ))}
          </ul>
        </>
      )}
      {isBeginning && (
        <BeginVoice
          vendors={connected}
          company={account?.isChosen ? account.name : ''}
          onBegun={goOn}
          onClose={() => setBeginning(false)}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={t('deleteTitle', { voice: deleting.name })}
          description={t(deleting.state === 'deleting' ? 'deleteHereText' : 'deleteText')}
          confirm={t(deleting.state === 'deleting' ? 'deleteHere' : 'delete')}
          run={async () => {
            await api('DELETE /api/cloned-voices/{id}', {
              params: { id: deleting.id },
              query: deleting.state === 'deleting' ? { onlyHere: 'yes' } : {},
            });
            await read();
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </div>
  );
}
