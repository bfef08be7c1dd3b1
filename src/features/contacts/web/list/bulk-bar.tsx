import { clsx } from 'clsx';
import { useQueryClient } from '@tanstack/react-query';
import { Download, Flag, Tag, Trash2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, toQuery } from '#ui/api/client.ts';
import { refresh, useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Progress } from '#ui/page/display.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import { readableNumber } from '#ui/browser/numbers.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { lifecycles, type ContactFilter } from '../../contacts.contract.ts';
import { mostNamed, type BulkAction, type ContactTask } from '../../contacts-many.contract.ts';
import { TagDot } from '../tags/tag-chip.tsx';
import { useTags } from '../tags/tag-picker.tsx';

/** Longest list of ids that an address holds. */
const mostInAddress = 200;
const lookEvery = 600;

type Props = {
  chosen: ReadonlySet<string>;
  isAll: boolean;
  /** Null while it is not counted: then nobody can choose all. */
  total: number | null;
  filter: ContactFilter;
  onAll: () => void;
  onClear: () => void;
};

/** What can be done with the chosen contacts; it floats over the list while any are chosen. */
export function BulkBar({ chosen, isAll, total, filter, onAll, onClear }: Props) {
  const { t, i18n } = useTranslation(['contact-filters', 'contact-record']);
  const user = useUser();
  const client = useQueryClient();
  const { tags } = useTags();
  const [taskId, setTaskId] = useState<string | null>(null);
  const [erasing, setErasing] = useState(false);
  const count = isAll ? (total ?? 0) : chosen.size;
  const ids = [...chosen].slice(0, mostNamed);
  const say = (number: number) => readableNumber(number, i18n.language);
  const begin = async (action: BulkAction): Promise<void> => {
    const task = await api('POST /api/contacts/bulk', {
      body: { target: isAll ? { filter } : { ids }, action },
    });
    setTaskId(task.id);
  };
  const beginLoudly = (action: BulkAction) =>
    void begin(action).catch((error: unknown) =>
      toast({
        variant: 'destructive',
        title: t('common:failed.title'),
        description: error instanceof Error ? error.message : undefined,
      }),
    );
  const ended = async ({ state, done, skipped }: ContactTask) => {
    setTaskId(null);
    onClear();
    await refresh(client, '/api/contacts', '/api/contact-tags');
    if (state === 'failed') toast({ variant: 'destructive', title: t('bulk.failed') });
    else
      toast({
        variant: skipped > 0 ? 'warning' : 'success',
        title: t('bulk.done', { count: done, number: say(done) }),
        description: skipped > 0 ? t('bulk.skipped', { count: skipped, number: say(skipped) }) : undefined,
      });
  };
  const file = `/api/contact-files/contacts.csv${toQuery(isAll ? filter : { ids: ids.join(',') })}`;
  const icon = { size: 16 } as const;
  return (
    <div
      role="region"
      aria-label={t('bulk.title')}
      className={clsx(
        'fixed inset-x-3 bottom-[calc(var(--menu-bar,0px)+0.75rem)] z-20 mx-auto md:left-64',
        'flex w-fit max-w-[calc(100vw-1.5rem)] flex-wrap items-center justify-center gap-1 p-2',
        'rounded-sheet border border-line bg-raised shadow-float',
      )}
    >
      {taskId ? (
        <Running id={taskId} onEnd={ended} />
      ) : (
        <>
          <p role="status" className="tabular px-2 font-medium">
            {t('bulk.chosen', { count, number: say(count) })}
          </p>
          {!isAll && total !== null && total > chosen.size && (
            <Button size="sm" variant="link" onClick={onAll}>
              {t('bulk.all', { count: total, number: say(total) })}
            </Button>
          )}
          <DropdownMenu
            label={t('contact-record:stage')}
            side="top"
            align="start"
            trigger={
              <Button size="sm" variant="ghost" icon={<Flag {...icon} />}>
                {t('contact-record:stage')}
              </Button>
            }
            items={lifecycles.map((lifecycle) => ({
              label: t(`contact-record:lifecycle.${lifecycle}`),
              onSelect: () => beginLoudly({ kind: 'lifecycle', lifecycle }),
            }))}
          />
          {tags.length > 0 && (
            <>
              <DropdownMenu
                label={t('bulk.addTag')}
                side="top"
                align="start"
                trigger={
                  <Button size="sm" variant="ghost" icon={<Tag {...icon} />}>
                    {t('bulk.addTag')}
                  </Button>
                }
                items={tags.map(({ id, name, color }) => ({
                  label: name,
                  icon: <TagDot color={color} />,
                  onSelect: () => beginLoudly({ kind: 'addTag', tagId: id }),
                }))}
              />
              <DropdownMenu
                label={t('bulk.removeTag')}
                side="top"
                align="start"
                trigger={
                  <Button size="sm" variant="ghost">
                    {t('bulk.removeTag')}
                  </Button>
                }
                items={tags.map(({ id, name, color }) => ({
                  label: name,
                  icon: <TagDot color={color} />,
                  onSelect: () => beginLoudly({ kind: 'removeTag', tagId: id }),
                }))}
              />
            </>
          )}
          {user.can['contacts.export'] !== false && (isAll || chosen.size <= mostInAddress) && (
            <a href={file} download className={buttonClass({ size: 'sm', variant: 'ghost' })}>
              <Download {...icon} />
              CSV
            </a>
          )}
          {user.can['contacts.erase'] !== false && (
            <Button
              size="sm"
              variant="ghost"
              icon={<Trash2 {...icon} />}
              onClick={() => setErasing(true)}
              className="text-danger-ink"
            >
              {t('bulk.erase')}
            </Button>
          )}
          <IconButton size="sm" label={t('bulk.clear')} onClick={onClear}>
            <X {...icon} />
          </IconButton>
        </>
      )}
      {erasing && (
        <ConfirmDialog
          title={t('bulk.eraseTitle', { count, number: say(count) })}
          description={t('erase.text')}
          confirm={t('erase.confirm')}
          run={() => begin({ kind: 'erase' })}
          onClose={() => setErasing(false)}
        />
      )}
    </div>
  );
}

/** How far the work came. */
function Running({ id, onEnd }: { id: string; onEnd: (task: ContactTask) => Promise<void> }) {
  const { t, i18n } = useTranslation('contact-filters');
  const isOver = (task: ContactTask | undefined) => task?.state === 'done' || task?.state === 'failed';
  const { data } = useEndpoint(
    'GET /api/contact-tasks/{id}',
    { params: { id } },
    { staleTime: 0, gcTime: 0, refetchInterval: ({ state }) => (isOver(state.data) ? false : lookEvery) },
  );
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (data && (data.state === 'done' || data.state === 'failed')) void end.current(data);
  }, [data]);
  const share = data && data.total > 0 ? ((data.done + data.skipped) / data.total) * 100 : 0;
  return (
    <div className="flex w-72 max-w-full items-center gap-3 px-2 py-1.5">
      <span role="status" className="tabular shrink-0 text-sm">
        {t('bulk.working', {
          done: readableNumber((data?.done ?? 0) + (data?.skipped ?? 0), i18n.language),
          total: readableNumber(data?.total ?? 0, i18n.language),
        })}
      </span>
      <Progress label={t('bulk.title')} value={share} className="grow" />
    </div>
  );
}
