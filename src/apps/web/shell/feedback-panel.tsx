import { Bug, Lightbulb, X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { toast } from '#ui/overlay/toast-store.ts';

type Props = {
  kind: 'bug-report' | 'feature-request';
  onClose: () => void;
};

/** Bug report or feature request: slides up from below; cancel, backdrop and success close and clear it. */
export function FeedbackPanel({ kind, onClose }: Props) {
  const { t } = useTranslation('shell');
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const texts = kind === 'bug-report' ? 'feedback.bug' : 'feedback.feature';
  const outcome = {
    failure: false as const,
    onSuccess: () => {
      toast({ variant: 'success', title: t(`${texts}.doneTitle`), description: t(`${texts}.doneText`) });
      onClose();
    },
    onError: () =>
      void toast({
        variant: 'destructive',
        title: t('feedback.failedTitle'),
        description: t('feedback.failedText'),
      }),
  };
  const bug = useMutate('POST /api/feedback/bug-report', outcome);
  const feature = useMutate('POST /api/feedback/feature-request', outcome);
  const sending = kind === 'bug-report' ? bug : feature;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sending.isPending) return;
    const body = { title: title.trim(), description: description.trim() };
    if (!body.title || !body.description)
      toast({
        variant: 'destructive',
        title: t('feedback.missingTitle'),
        description: t('feedback.missingText'),
      });
    else sending.mutate({ body });
  };
  const Icon = kind === 'bug-report' ? Bug : Lightbulb;
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay
          className="fixed inset-0 z-50 bg-scrim"
          style={{ animation: 'appear 160ms var(--ease-out)' }}
        />
        <Radix.Content
          className="fixed inset-x-0 bottom-0 z-50 mx-auto max-h-[92dvh] w-full overflow-y-auto rounded-t-sheet bg-raised shadow-sheet outline-none md:max-w-xl"
          style={{ animation: 'sheet-up 200ms var(--ease-out)' }}
        >
          <form
            onSubmit={submit}
            noValidate
            className="grid gap-4 p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] md:p-6"
          >
            <div className="flex items-start gap-3">
              <span className="flex size-9 shrink-0 items-center justify-center rounded-card bg-accent-tint text-accent-ink">
                <Icon size={20} aria-hidden="true" />
              </span>
              <div className="min-w-0 grow">
                <Radix.Title className="text-lg font-semibold">{t(`${texts}.title`)}</Radix.Title>
                <Radix.Description className="text-muted">{t(`${texts}.intro`)}</Radix.Description>
              </div>
              <Radix.Close asChild>
                <IconButton label={t('common:close')} tooltip={false} className="-mt-1 -mr-2">
                  <X size={20} />
                </IconButton>
              </Radix.Close>
            </div>
            <Field label={t('feedback.titleLabel')}>
              <Input
                value={title}
                onChange={(event) => setTitle(event.target.value)}
                maxLength={120}
                placeholder={t(`${texts}.titleExample`)}
                autoComplete="off"
              />
            </Field>
            <Field label={t('feedback.descriptionLabel')}>
              <Textarea
                rows={4}
                value={description}
                onChange={(event) => setDescription(event.target.value)}
                maxLength={5_000}
                placeholder={t(`${texts}.descriptionExample`)}
              />
            </Field>
            <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
              <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
              <Button type="submit" variant="primary" pending={sending.isPending}>
                {t(sending.isPending ? 'feedback.sending' : `${texts}.send`)}
              </Button>
            </div>
          </form>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
