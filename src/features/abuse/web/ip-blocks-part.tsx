import { factGap } from '#shared/text/fact-gap.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { instantOf } from '#ui/browser/local-time.ts';
import { Time } from '#ui/browser/time.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { FormDialog } from '#ui/form/form-dialog.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { List, listOf } from '#ui/list/list.tsx';
import { Skeleton } from '#ui/page/display.tsx';

const refreshes = ['/api/superadmin/ip-blocks'];

/** Addresses that may not chat, register or sign in. */
export function IpBlocksPart() {
  const { t } = useTranslation('abuse');
  const [isOpen, setOpen] = useState(false);
  const answer = useEndpoint('GET /api/superadmin/ip-blocks', undefined, { staleTime: 0 });
  const unblock = useMutate('DELETE /api/superadmin/ip-blocks/{id}', { refreshes });
  return (
    <section aria-labelledby="ip-blocks" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="ip-blocks" className="text-md font-semibold">
          {t('addresses.title')}
        </h2>
        <Button size="sm" icon={<Plus size={16} />} onClick={() => setOpen(true)}>
          {t('addresses.open')}
        </Button>
      </div>
      <List
        of={listOf(answer, ({ blocks }) => blocks)}
        waiting={<Skeleton className="h-24 w-full" />}
        empty={t('addresses.empty')}
      >
        {(blocks) => (
          <ul
            aria-labelledby="ip-blocks"
            className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
          >
            {blocks.map((block) => (
              <li key={block.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
                <span className="min-w-0 flex-1 basis-60">
                  <code className="block font-mono text-sm break-all">{block.network}</code>
                  <span className="block text-sm break-words text-muted">
                    {block.reason}
                    {factGap}
                    {block.expiresAt ? <Time at={block.expiresAt} plain /> : t('addresses.forEver')}
                  </span>
                </span>
                <Button
                  size="sm"
                  pending={unblock.isPending}
                  onClick={() => unblock.mutate({ params: { id: block.id } })}
                >
                  {t('addresses.unblock')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </List>
      {isOpen && answer.data && (
        <BlockDialog ownAddress={answer.data.ownAddress} onClose={() => setOpen(false)} />
      )}
    </section>
  );
}

const codes: readonly (string | undefined)[] = [
  'abuse.bad_network',
  'abuse.too_wide',
  'abuse.own_address',
  'abuse.already_blocked',
];

function BlockDialog({ ownAddress, onClose }: { ownAddress: string; onClose: () => void }) {
  const { t } = useTranslation('abuse');
  const form = useServerForm({
    values: { network: '', reason: '', expiresAt: '' },
    check: ({ network, reason }) => ({
      network: network.trim() === '' ? t('addresses.missing') : undefined,
      reason: reason.trim().length < 3 ? t('reasonMissing') : undefined,
    }),
    send: ({ network, reason, expiresAt }) =>
      api('POST /api/superadmin/ip-blocks', {
        body: {
          network: network.trim(),
          reason: reason.trim(),
          expiresAt: expiresAt === '' ? null : instantOf(expiresAt),
        },
      }),
    placeOf: ({ code }) =>
      code === 'abuse.until_passed' ? 'expiresAt' : codes.includes(code) ? 'network' : undefined,
    refreshes,
    onDone: onClose,
  });
  return (
    <FormDialog
      of={form}
      title={t('addresses.open')}
      description={t('addresses.text', { address: ownAddress })}
      submit={t('addresses.block')}
      onClose={onClose}
    >
      <Field
        label={t('addresses.network')}
        help={t('addresses.networkHelp')}
        error={form.errorOf('network')}
        required
      >
        <Input maxLength={50} autoComplete="off" spellCheck={false} {...form.register('network')} />
      </Field>
      <Field label={t('reason')} error={form.errorOf('reason')} required>
        <Input maxLength={300} autoComplete="off" {...form.register('reason')} />
      </Field>
      <Field label={t('addresses.until')} help={t('addresses.untilHelp')} error={form.errorOf('expiresAt')}>
        <Input type="datetime-local" {...form.register('expiresAt')} />
      </Field>
    </FormDialog>
  );
}
