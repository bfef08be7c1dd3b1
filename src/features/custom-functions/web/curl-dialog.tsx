import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Textarea } from '#ui/controls/input.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { readCurl, type CurlImport } from './curl-import.ts';

/** Takes a request over from a cURL command; what is secret in it goes into its own field. */
export function CurlDialog({
  onImport,
  onClose,
}: {
  onImport: (found: CurlImport) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('functions');
  const [command, setCommand] = useState('');
  const [isTried, setTried] = useState(false);
  const found = readCurl(command);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('curl.title')}
      description={t('curl.text')}
      actions={
        <>
          <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
          <Button variant="primary" onClick={() => (found ? onImport(found) : setTried(true))}>
            {t('curl.use')}
          </Button>
        </>
      }
    >
      <Field label={t('curl.label')} error={isTried && !found ? t('curl.unreadable') : undefined}>
        <Textarea
          rows={7}
          autoFocus
          spellCheck={false}
          value={command}
          maxLength={50_000}
          placeholder={"curl 'https://shop.example/orders/7' -H 'Authorization: Bearer …'"}
          className="font-mono text-sm"
          onChange={({ target }) => setCommand(target.value)}
        />
      </Field>
    </Dialog>
  );
}
