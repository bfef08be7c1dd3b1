import { useTranslation } from 'react-i18next';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { authTypes, type FunctionAuth } from '../custom-functions-definition.contract.ts';
import { authOf } from './function-draft.ts';
import { SecretField } from './secret-field.tsx';

type Props = {
  auth: FunctionAuth;
  secret: string;
  /** The last characters of the one that is stored; null where none is. */
  lastFour: string | null;
  errorOf: (path: string) => string | undefined;
  onAuth: (auth: FunctionAuth) => void;
  onSecret: (secret: string) => void;
};

const path = 'definition.http.auth';

/** How a call proves who calls. What is secret goes in and never comes back. */
export function AuthFields({ auth, secret, lastFour, errorOf, onAuth, onSecret }: Props) {
  const { t } = useTranslation('functions');
  const text = (field: string, value: string, put: (value: string) => FunctionAuth, isRequired = true) => (
    <Field
      label={t(`auth.${field}`)}
      error={errorOf(`${path}.${field}`)}
      required={isRequired}
      {...(field === 'scope' || field === 'prefix' || field === 'timestampHeader'
        ? { help: t(`auth.${field}Help`) }
        : {})}
    >
      <Input
        value={value}
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        onChange={({ target }) => onAuth(put(target.value))}
      />
    </Field>
  );
  return (
    <>
      <Field label={t('auth.type')}>
        <Select
          value={auth.type}
          onChange={(type) => onAuth(authOf(type))}
          options={authTypes.map((value) => ({ value, label: t(`auth.types.${value}`) }))}
        />
      </Field>
      {auth.type === 'basic' && text('user', auth.user, (user) => ({ ...auth, user }))}
      {(auth.type === 'header' || auth.type === 'query') &&
        text('name', auth.name, (name) => ({ ...auth, name }))}
      {auth.type === 'oauth2' && (
        <>
          {text('tokenUrl', auth.tokenUrl, (tokenUrl) => ({ ...auth, tokenUrl }))}
          {text('clientId', auth.clientId, (clientId) => ({ ...auth, clientId }))}
          {text('scope', auth.scope, (scope) => ({ ...auth, scope }), false)}
        </>
      )}
      {auth.type === 'hmac' && (
        <>
          {text('header', auth.header, (header) => ({ ...auth, header }))}
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={t('auth.algorithm')}>
              <Select
                value={auth.algorithm}
                onChange={(algorithm) => onAuth({ ...auth, algorithm })}
                options={[
                  { value: 'sha256', label: 'SHA-256' },
                  { value: 'sha512', label: 'SHA-512' },
                ]}
              />
            </Field>
            <Field label={t('auth.encoding')}>
              <Select
                value={auth.encoding}
                onChange={(encoding) => onAuth({ ...auth, encoding })}
                options={[
                  { value: 'hex', label: 'Hex' },
                  { value: 'base64', label: 'Base64' },
                ]}
              />
            </Field>
          </div>
          {text('prefix', auth.prefix, (prefix) => ({ ...auth, prefix }), false)}
          {text(
            'timestampHeader',
            auth.timestampHeader,
            (timestampHeader) => ({ ...auth, timestampHeader }),
            false,
          )}
        </>
      )}
      {auth.type !== 'none' && (
        <SecretField
          label={t(`auth.secret.${auth.type}`)}
          secret={secret}
          lastFour={lastFour}
          error={errorOf('secret')}
          onSecret={onSecret}
        />
      )}
    </>
  );
}
