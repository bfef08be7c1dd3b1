import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Field } from '#ui/controls/field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import {
  functionLimits,
  parameterTypes,
  parametersSchema,
  type Parameters,
} from '../custom-functions-definition.contract.ts';
import { parametersOf, retyped, rowsOf, type ParameterRow } from './function-draft.ts';

type Props = {
  parameters: Parameters;
  error: string | undefined;
  onChange: (parameters: Parameters) => void;
};

/** What a model fills in before it calls: a row each, or as JSON Schema. */
export function ParametersEditor({ parameters, error, onChange }: Props) {
  const { t } = useTranslation('functions');
  const [schema, setSchema] = useState<string | null>(null);
  return (
    <div className="grid gap-3">
      {schema === null ? (
        <ParameterRows parameters={parameters} onChange={onChange} />
      ) : (
        <SchemaText
          text={schema}
          onText={(text, read) => {
            setSchema(text);
            if (read) onChange(read);
          }}
        />
      )}
      {error && (
        <p role="alert" className="rise-in text-sm text-danger-ink">
          {error}
        </p>
      )}
      <div>
        <Button
          size="sm"
          variant="ghost"
          className="-ml-3"
          onClick={() => setSchema(schema === null ? JSON.stringify(parameters, null, 2) : null)}
        >
          {t(schema === null ? 'parameters.asSchema' : 'parameters.asForm')}
        </Button>
      </div>
    </div>
  );
}

function readSchema(text: string): Parameters | null {
  try {
    const read = parametersSchema.safeParse(JSON.parse(text));
    return read.success ? (read.data as Parameters) : null;
  } catch {
    return null;
  }
}

function SchemaText({
  text,
  onText,
}: {
  text: string;
  onText: (text: string, read: Parameters | null) => void;
}) {
  const { t } = useTranslation('functions');
  return (
    <Field
      label={t('parameters.schema')}
      help={t('parameters.schemaHelp')}
      error={readSchema(text) === null ? t('problem.schema') : undefined}
    >
      <Textarea
        rows={10}
        spellCheck={false}
        value={text}
        className="font-mono text-sm"
        onChange={({ target }) => onText(target.value, readSchema(target.value))}
      />
    </Field>
  );
}

function ParameterRows({ parameters, onChange }: Omit<Props, 'error'>) {
  const { t } = useTranslation('functions');
  // Rows keep their place and their half-typed names, which a schema by names would not.
  const [rows, setRows] = useState(() => rowsOf(parameters));
  const put = (next: ParameterRow[]) => {
    setRows(next);
    onChange(parametersOf(next.filter(({ name }) => name !== '')));
  };
  return (
    <>
      {rows.length === 0 && <p className="text-muted">{t('parameters.none')}</p>}
      <ul className="grid gap-3">
        {rows.map(({ name, isRequired, parameter }, at) => {
          const change = (next: Partial<ParameterRow>) =>
            put(rows.with(at, { name, isRequired, parameter, ...next }));
          const shown = name || String(at + 1);
          return (
            <li key={at} className="grid gap-2 border-l-2 border-line pl-3">
              <div className="flex flex-wrap items-center gap-2">
                <Input
                  aria-label={t('parameters.name', { number: at + 1 })}
                  value={name}
                  maxLength={64}
                  autoComplete="off"
                  spellCheck={false}
                  placeholder="order_id"
                  className="max-w-52 min-w-32 flex-1 font-mono"
                  onChange={({ target }) =>
                    change({ name: target.value.replace(/[^a-zA-Z0-9_]/g, '_').replace(/^[0-9]+/, '') })
                  }
                />
                <div className="w-36">
                  <Select
                    aria-label={t('parameters.type', { name: shown })}
                    value={parameter.type}
                    onChange={(type) => change({ parameter: retyped(parameter, type) })}
                    options={parameterTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
                  />
                </div>
                <Checkbox
                  label={t('parameters.required')}
                  checked={isRequired}
                  onChange={(next) => change({ isRequired: next })}
                />
                <span className="ml-auto">
                  <IconButton
                    label={t('parameters.remove', { name: shown })}
                    onClick={() => put(rows.toSpliced(at, 1))}
                  >
                    <X size={16} />
                  </IconButton>
                </span>
              </div>
              <Input
                aria-label={t('parameters.description', { name: shown })}
                value={parameter.description ?? ''}
                maxLength={500}
                placeholder={t('parameters.descriptionPlace')}
                onChange={({ target }) =>
                  change({ parameter: { ...parameter, description: target.value || undefined } })
                }
              />
            </li>
          );
        })}
      </ul>
      {rows.length < functionLimits.parameters && (
        <div>
          <Button
            size="sm"
            icon={<Plus size={16} />}
            onClick={() => put([...rows, { name: '', isRequired: false, parameter: { type: 'string' } }])}
          >
            {t('parameters.add')}
          </Button>
        </div>
      )}
    </>
  );
}
