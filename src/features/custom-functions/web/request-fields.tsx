import { useTranslation } from 'react-i18next';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import {
  bodyKinds,
  functionLimits,
  httpMethods,
  type HttpCall,
} from '../custom-functions-definition.contract.ts';
import { Pairs } from './pairs.tsx';

type Props = {
  http: HttpCall;
  errorOf: (path: string) => string | undefined;
  onChange: (change: Partial<HttpCall>) => void;
};

/** What is sent, and to where. */
export function RequestFields({ http, errorOf, onChange }: Props) {
  const { t } = useTranslation('functions');
  return (
    <>
      <div className="grid items-end gap-5 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <Field label={t('request.method')}>
          <Select
            value={http.method}
            onChange={(method) =>
              onChange({
                method,
                ...(method === 'GET' && { body: 'none' }),
                ...(http.method === 'GET' && method !== 'GET' && { body: 'json' }),
              })
            }
            options={httpMethods.map((value) => ({ value, label: value }))}
          />
        </Field>
        <Field
          label={t('request.url')}
          help={t('request.urlHelp', { place: '{{order_id}}' })}
          error={errorOf('definition.http.url')}
          required
        >
          <Input
            value={http.url}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={functionLimits.url}
            placeholder="https://shop.example/orders/{{order_id}}"
            className="font-mono"
            onChange={({ target }) => onChange({ url: target.value })}
          />
        </Field>
      </div>
      <Pairs
        legend={t('request.query')}
        add={t('request.addQuery')}
        pairs={http.query}
        path="definition.http.query"
        errorOf={errorOf}
        onChange={(query) => onChange({ query })}
      />
      <Pairs
        legend={t('request.headers')}
        add={t('request.addHeader')}
        pairs={http.headers}
        path="definition.http.headers"
        errorOf={errorOf}
        onChange={(headers) => onChange({ headers })}
      />
      {http.method !== 'GET' && (
        <>
          <Field label={t('request.body')}>
            <Select
              value={http.body}
              onChange={(body) => onChange({ body })}
              options={bodyKinds.map((value) => ({ value, label: t(`request.bodies.${value}`) }))}
            />
          </Field>
          {http.body !== 'none' && (
            <Field
              label={t('request.template')}
              help={t('request.templateHelp')}
              error={errorOf('definition.http.bodyTemplate')}
            >
              <Textarea
                rows={5}
                spellCheck={false}
                value={http.bodyTemplate}
                maxLength={functionLimits.template}
                placeholder={'{ "order": "{{order_id}}", "email": "{{contact.email}}" }'}
                className="font-mono text-sm"
                onChange={({ target }) => onChange({ bodyTemplate: target.value })}
              />
            </Field>
          )}
        </>
      )}
      <p className="text-sm text-muted">
        {t('request.facts', {
          facts: '{{contact.email}}, {{verified.email}}, {{conversation.id}}, {{visitor.id}}',
        })}
      </p>
    </>
  );
}
