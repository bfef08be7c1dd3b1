import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { instantOf, localOf } from '#ui/browser/local-time.ts';
import { snoozeChoices } from '../inbox-words.ts';

/** Asks for the moment at which a conversation comes back. */
export function SnoozeDialog({
  onSnooze,
  onClose,
}: {
  onSnooze: (until: string | null) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('inbox');
  const [local, setLocal] = useState(() =>
    localOf(snoozeChoices(new Date()).find(({ name }) => name === 'tomorrow')?.until ?? ''),
  );
  const [isTried, setTried] = useState(false);
  const until = instantOf(local);
  const isRight = until !== '' && Date.parse(until) > Date.now();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('snooze.title')}
      description={t('snooze.text')}
      actions={
        <>
          <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
          <Button variant="primary" type="submit" form="snooze">
            {t('snooze.confirm')}
          </Button>
        </>
      }
    >
      <div className="mb-4 flex flex-wrap gap-1.5">
        {snoozeChoices(new Date()).map(({ name, until: moment }) => (
          <Button
            key={name}
            size="sm"
            onClick={() => {
              onSnooze(moment);
              onClose();
            }}
          >
            {t(`snooze.${name}`)}
          </Button>
        ))}
      </div>
      <form
        id="snooze"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!isRight) return;
          onSnooze(until);
          onClose();
        }}
      >
        <Field label={t('snooze.moment')} error={isTried && !isRight ? t('snooze.past') : undefined}>
          <Input
            type="datetime-local"
            value={local}
            min={localOf(new Date().toISOString())}
            onChange={({ target }) => setLocal(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
