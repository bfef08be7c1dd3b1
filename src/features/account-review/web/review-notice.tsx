import { factGap } from '#shared/text/fact-gap.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ShieldAlert } from 'lucide-react';
import { refresh, useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Callout } from '#ui/page/display.tsx';
import { Time } from '#ui/browser/time.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import type { ReviewItem } from '../account-review.contract.ts';

const markOf = ({ kind, id }: Pick<ReviewItem, 'kind' | 'id'>): string => `${kind} ${id}`;

/**
 * Asks an owner who has just proven their address what of the account is theirs. Nothing is ticked: what
 * nobody claims ends.
 */
export function ReviewNotice() {
  const { t } = useTranslation(['account-review', 'common']);
  const client = useQueryClient();
  const { data } = useEndpoint('GET /api/account-review');
  const [isOpen, setOpen] = useState(false);
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const finish = useMutate('POST /api/account-review', {
    onSuccess: ({ ended }) => {
      setOpen(false);
      toast({ variant: 'success', title: t('done', { count: ended }) });
      void refresh(client, '/api/account-review');
    },
  });
  const items = data?.review?.items ?? [];
  if (!data?.review) return null;
  const toggle = (mark: string, isOn: boolean) =>
    setKept((before) => new Set([...before].filter((one) => one !== mark).concat(isOn ? [mark] : [])));
  const keep = items.filter((item) => kept.has(markOf(item)));
  const ending = items.length - keep.length;
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-4 md:px-8">
      <Callout
        tone="warning"
        icon={<ShieldAlert size={20} />}
        title={t('title')}
        action={<Button onClick={() => setOpen(true)}>{t('open')}</Button>}
      >
        {t('text')}
      </Callout>
      <Dialog
        open={isOpen}
        onOpenChange={(open) => !finish.isPending && setOpen(open)}
        title={t('dialogTitle')}
        description={t('dialogText')}
        actions={
          <>
            <Button disabled={finish.isPending} onClick={() => setOpen(false)}>
              {t('later')}
            </Button>
            <Button
              variant={ending > 0 ? 'danger' : 'primary'}
              pending={finish.isPending}
              onClick={() => finish.mutate({ body: { keep: keep.map(({ kind, id }) => ({ kind, id })) } })}
            >
              {ending === 0 ? t('keepAll') : keep.length === 0 ? t('endAll') : t('finish', { count: ending })}
            </Button>
          </>
        }
      >
        <ul className="grid divide-y divide-line">
          {items.map((item) => (
            <li key={markOf(item)} className="py-1">
              <Checkbox
                checked={kept.has(markOf(item))}
                onChange={(isOn) => toggle(markOf(item), isOn)}
                label={
                  <span className="break-words">
                    {t(`kind.${item.kind}`, { name: item.name || item.detail })}
                  </span>
                }
                help={
                  <>
                    {item.detail}
                    {factGap}
                    <Time at={item.createdAt} plain />
                  </>
                }
              />
            </li>
          ))}
        </ul>
      </Dialog>
    </div>
  );
}
