import { useTranslation } from 'react-i18next';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import type { CodeCall } from '../custom-functions-definition.contract.ts';
import { SecretField } from './secret-field.tsx';

type Props = {
  code: CodeCall;
  secret: string;
  /** The last characters of the one that is stored; null where none is. */
  lastFour: string | null;
  errorOf: (path: string) => string | undefined;
  onChange: (change: Partial<CodeCall>) => void;
  onSecret: (secret: string) => void;
};

const example = `const answer = await fetch('https://shop.example/orders/' + encodeURIComponent(args.order_id));
if (!answer.ok) return { found: false };
const order = await answer.json();
return { found: true, state: order.state };`;

/** The code that is run, and the one host that its secret may go to. */
export function CodeFields({ code, secret, lastFour, errorOf, onChange, onSecret }: Props) {
  const { t } = useTranslation('functions');
  return (
    <>
      <Field
        label={t('code.source')}
        help={t('code.sourceHelp')}
        error={errorOf('definition.code.source')}
        required
      >
        <Textarea
          rows={12}
          spellCheck={false}
          value={code.source}
          maxLength={50_000}
          placeholder={example}
          className="font-mono text-sm"
          onChange={({ target }) => onChange({ source: target.value })}
        />
      </Field>
      <Field
        label={t('code.secretHost')}
        help={t('code.secretHostHelp', { place: '{{secret}}' })}
        error={errorOf('definition.code.secretHost')}
      >
        <Input
          value={code.secretHost}
          maxLength={260}
          autoComplete="off"
          spellCheck={false}
          placeholder="shop.example"
          className="font-mono"
          onChange={({ target }) => onChange({ secretHost: target.value.trim().toLowerCase() })}
        />
      </Field>
      {code.secretHost !== '' && (
        <SecretField
          label={t('code.secret')}
          secret={secret}
          lastFour={lastFour}
          error={errorOf('secret')}
          onSecret={onSecret}
        />
      )}
    </>
  );
}
