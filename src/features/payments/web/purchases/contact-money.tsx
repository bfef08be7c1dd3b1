import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaywallBalance } from '#features/paywall/paywall.contract.ts';
import { newId } from '#shared/ids.ts';
import { api, type Output } from '#ui/api/client.ts';
import { refresh, useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { LedgerLines } from './ledger-lines.tsx';
import { TestBadge } from '../figures/money-parts.tsx';

type Wallet = Output<'GET /api/contacts/{id}/ledger'>['wallets'][number];

/**
 * What a contact may still say to each agent, every charge, and messages that the owner gives. Nothing stands
 * there for agents that are free.
 */
export function ContactMoney({ contactId }: { contactId: string }) {
  const { t } = useTranslation('money');
  const user = useUser();
  const { data } = useEndpoint(
    'GET /api/contacts/{id}/ledger',
    { params: { id: contactId } },
    { staleTime: 0, enabled: user.can['payments.read'] !== false },
  );
  const [shown, setShown] = useState<string | null>(null);
  const [giving, setGiving] = useState<string | null>(null);
  const wallets = data?.wallets ?? [];
  if (wallets.length === 0) return null;
  const keyOf = ({ walletId, agentId }: Wallet) => `${walletId} ${agentId}`;
  const find = (key: string | null) => wallets.find((wallet) => keyOf(wallet) === key);
  const [open, given] = [find(shown), find(giving)];
  return (
    <section aria-labelledby="contact-money" className="mt-4 rounded-card border border-line bg-surface p-5">
      <h2 id="contact-money" className="mb-3 font-semibold">
        {t('contact.title')}
      </h2>
      <ul className="grid gap-4">
        {wallets.map((wallet) => (
          <li key={keyOf(wallet)} className="grid gap-1.5">
            <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
              <span className="min-w-0 break-words">{wallet.agentName}</span>
              {wallet.balance.isTest && <TestBadge />}
            </p>
            <p className="font-medium">
              <Balance balance={wallet.balance} />
            </p>
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={() => setShown(keyOf(wallet))}>
                {t('contact.lines')}
              </Button>
              {user.can['payments.manage'] !== false && (
                <Button size="sm" onClick={() => setGiving(keyOf(wallet))}>
                  {t('contact.give')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {open && (
        <Sheet
          open
          onOpenChange={(isOpen) => !isOpen && setShown(null)}
          title={t('ledger.title')}
          description={open.agentName}
        >
          <LedgerLines lines={open.lines} />
        </Sheet>
      )}
      {given && <GiveDialog contactId={contactId} wallet={given} onClose={() => setGiving(null)} />}
    </section>
  );
}

/** What is left, in one sentence. */
function Balance({ balance }: { balance: PaywallBalance }) {
  const { t, i18n } = useTranslation('money');
  const { state, until, freeLeft, packLeft, isEnding } = balance;
  const date =
    until && new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(until));
  if (balance.isFrozen && freeLeft + packLeft === 0) return t('balance.frozen');
  if (state === 'off') return t('balance.off');
  if (state === 'free') return t('balance.free', { count: freeLeft });
  if (state === 'free_used') return t('balance.freeUsed');
  if (state === 'pack')
    return freeLeft > 0
      ? t('balance.packAndFree', { count: packLeft, free: freeLeft })
      : t('balance.pack', { count: packLeft });
  if (state === 'pack_exhausted') return t('balance.packUsed');
  if (!date) return t('balance.unlimited');
  return t(state === 'subscription' && !isEnding ? 'balance.renews' : 'balance.until', { date });
}

/** Messages given or taken, with a reason that stays in the ledger. */
function GiveDialog({
  contactId,
  wallet,
  onClose,
}: {
  contactId: string;
  wallet: Wallet;
  onClose: () => void;
}) {
  const { t } = useTranslation('money');
  const client = useQueryClient();
  const [typed, setTyped] = useState('10');
  const [reason, setReason] = useState('');
  const [key] = useState(() => newId('key'));
  const messages = /^[+\-−]?\d{1,6}$/.test(typed.trim()) ? Number(typed.trim().replace('−', '-')) : 0;
  const isValid = messages !== 0 && Math.abs(messages) <= 100_000;
  const [tried, setTried] = useState(false);
  const give = async (): Promise<void | false> => {
    setTried(true);
    if (!isValid || reason.trim() === '') return false;
    await api('POST /api/contacts/{id}/ledger', {
      params: { id: contactId },
      body: { walletId: wallet.walletId, agentId: wallet.agentId, messages, reason: reason.trim(), key },
    });
    toast({
      variant: 'success',
      title: messages > 0 ? t('give.given', { count: messages }) : t('give.taken', { count: -messages }),
    });
    await refresh(client, '/api/contacts');
  };
  return (
    <ConfirmDialog
      title={t('give.title')}
      description={wallet.agentName}
      confirm={messages < 0 ? t('give.take', { count: -messages }) : t('give.confirm', { count: messages })}
      tone="primary"
      run={give}
      onClose={onClose}
    >
      <Field
        label={t('give.messages')}
        help={t('give.messagesHelp')}
        error={tried && !isValid ? t('give.messagesWrong') : undefined}
      >
        <Input
          value={typed}
          inputMode="text"
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
          className="max-w-40"
        />
      </Field>
      <Field
        label={t('give.reason')}
        help={t('give.reasonHelp')}
        error={tried && reason.trim() === '' ? t('give.reasonMissing') : undefined}
      >
        <Input value={reason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
