import { factGap } from '#shared/text/fact-gap.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Download, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { refresh, useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { CopyButton } from '#ui/controls/copy-button.tsx';
import { Callout, Skeleton } from '#ui/page/display.tsx';
import { List, listOf } from '#ui/list/list.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import { Time } from '#ui/browser/time.tsx';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import type { QrCode } from '../qr-codes.contract.ts';
import { QrCodeForm } from './qr-code-form.tsx';
import { downloadUrl, pictureUrl } from './qr-links.ts';

type Props = {
  agentId: string;
  /** Hash of the agent's avatar, or empty. */
  avatar: string;
  isLive: boolean;
  canEdit: boolean;
};
type Asking =
  | { kind: 'form'; code: QrCode | null }
  | { kind: 'remove'; code: QrCode }
  | { kind: 'removeAll' };

/** The agent's QR codes: make, change, download, delete. */
export function QrCodesSection({ agentId, avatar, isLive, canEdit }: Props) {
  const { t } = useTranslation('qr-codes');
  const list = listOf(
    useEndpoint('GET /api/agents/{id}/qr-codes', { params: { id: agentId } }),
    (data) => data.qrCodes,
  );
  const [begins, setBegins] = useUrlParam<'qr' | ''>('create', '', { allowed: ['qr', ''] });
  const [asking, setAsking] = useState<Asking | null>(
    begins && canEdit ? { kind: 'form', code: null } : null,
  );
  const close = () => {
    setAsking(null);
    setBegins('');
  };
  const create = canEdit && (
    <Button
      variant="primary"
      icon={<Plus size={16} />}
      onClick={() => setAsking({ kind: 'form', code: null })}
    >
      {t('create')}
    </Button>
  );
  return (
    <div className="grid gap-5">
      {!isLive && list.rows?.some(({ targetUrl }) => targetUrl === '') && (
        <Callout tone="warning">{t('notLive')}</Callout>
      )}
      <List
        of={list}
        waiting={<Skeleton className="h-32 rounded-card" />}
        empty={
          <EmptyState title={t('empty.title')} action={create}>
            {t('empty.text')}
          </EmptyState>
        }
      >
        {(codes) => (
          <div className="grid gap-5">
            <div className="flex flex-wrap items-center gap-2">
              {create}
              {canEdit && (
                <Button variant="ghost" onClick={() => setAsking({ kind: 'removeAll' })}>
                  {t('removeAll')}
                </Button>
              )}
            </div>
            <ul className="grid gap-3">
              {codes.map((code) => (
                <li
                  key={code.code}
                  className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-4 rounded-card border border-line bg-surface p-4 md:grid-rows-[1fr_auto]"
                >
                  <img
                    src={pictureUrl(agentId, code, 'svg')}
                    alt={t('pictureOf', { name: code.name })}
                    width={96}
                    height={96}
                    className="size-24 rounded-control border border-line md:row-span-2"
                  />
                  <div className="min-w-0">
                    <h3 className="font-semibold break-words">{code.name}</h3>
                    {code.description && <p className="text-sm break-words text-muted">{code.description}</p>}
                    <p className="tabular mt-1 text-sm text-muted">
                      {t('scans', { count: code.scanCount })}
                      {code.lastScanAt && (
                        <>
                          {factGap}
                          {t('lastScan')} <Time at={code.lastScanAt} />
                        </>
                      )}
                    </p>
                    <p className="truncate text-sm text-muted">
                      {code.targetUrl
                        ? t('leadsTo', { place: code.targetUrl.replace(/^https:\/\//, '') })
                        : t('leadsToAgent')}
                    </p>
                  </div>
                  <div className="mt-2 -ml-2 flex flex-wrap items-center max-md:col-span-2">
                    <DropdownMenu
                      align="start"
                      label={t('downloadOne', { name: code.name })}
                      trigger={
                        <Button
                          size="sm"
                          variant="ghost"
                          icon={<Download size={16} />}
                          aria-label={t('downloadOne', { name: code.name })}
                        >
                          {t('download')}
                        </Button>
                      }
                      items={(['png', 'svg', 'pdf'] as const).map((format) => ({
                        label: t(`formats.${format}`),
                        onSelect: () => void location.assign(downloadUrl(agentId, code, format)),
                      }))}
                    />
                    <CopyButton text={code.url} />
                    {canEdit && (
                      <>
                        <IconButton
                          size="sm"
                          label={t('editOne', { name: code.name })}
                          onClick={() => setAsking({ kind: 'form', code })}
                        >
                          <Pencil size={16} />
                        </IconButton>
                        <IconButton
                          size="sm"
                          label={t('removeOne', { name: code.name })}
                          onClick={() => setAsking({ kind: 'remove', code })}
                        >
                          <Trash2 size={16} />
                        </IconButton>
                      </>
                    )}
                  </div>
                </li>
              ))}
            </ul>
          </div>
        )}
      </List>
      {asking?.kind === 'form' && (
        <QrCodeForm agentId={agentId} avatar={avatar} code={asking.code} onClose={close} />
      )}
      {asking && asking.kind !== 'form' && (
        <RemoveDialog
          agentId={agentId}
          count={(list.rows ?? []).length}
          code={asking.kind === 'remove' ? asking.code : null}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}

/** Asks first: what is printed leads nowhere afterwards. */
function RemoveDialog({
  agentId,
  code,
  count,
  onClose,
}: {
  agentId: string;
  code: QrCode | null;
  count: number;
  onClose: () => void;
}) {
  const { t } = useTranslation('qr-codes');
  const client = useQueryClient();
  const remove = async () => {
    if (code)
      await api('DELETE /api/agents/{id}/qr-codes/{code}', { params: { id: agentId, code: code.code } });
    else await api('DELETE /api/agents/{id}/qr-codes', { params: { id: agentId } });
    await refresh(client, `/api/agents/${agentId}/qr-codes`);
    toast({ variant: 'success', title: code ? t('removed') : t('removedAll') });
  };
  return (
    <ConfirmDialog
      title={code ? t('ask.one', { name: code.name }) : t('ask.all', { count })}
      description={t('ask.text')}
      confirm={code ? t('common:actions.delete') : t('removeAll')}
      run={remove}
      onClose={onClose}
    />
  );
}
