import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import {
  functionLimits,
  type FunctionDefinition,
  type MockResponse,
} from '../custom-functions-definition.contract.ts';

type Props = {
  definition: FunctionDefinition;
  errorOf: (path: string) => string | undefined;
  onPath: (path: string) => void;
  onMock: (mock: MockResponse | null) => void;
};

/** What of an answer the model reads, and the answer that stands in for the service in test runs. */
export function ResponseFields({ definition, errorOf, onPath, onMock }: Props) {
  const { t } = useTranslation('functions');
  const { mock } = definition;
  return (
    <>
      {definition.kind === 'http' && (
        <Field
          label={t('response.path')}
          help={t('response.pathHelp')}
          error={errorOf('definition.http.responsePath')}
        >
          <Input
            value={definition.http.responsePath}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            placeholder="$.data.items[0]"
            className="font-mono"
            onChange={({ target }) => onPath(target.value)}
          />
        </Field>
      )}
      {mock ? (
        <div className="grid gap-3">
          <Field label={t('response.mock')} help={t('response.mockHelp')}>
            <Textarea
              rows={4}
              spellCheck={false}
              value={mock.body}
              maxLength={functionLimits.mock}
              className="font-mono text-sm"
              onChange={({ target }) => onMock({ ...mock, body: target.value })}
            />
          </Field>
          <div className="flex flex-wrap items-end gap-3">
            {definition.kind === 'http' && (
              <Field label={t('response.status')} error={errorOf('definition.mock.status')} className="w-32">
                <Input
                  type="number"
                  min={100}
                  max={599}
                  value={Number.isNaN(mock.status) ? '' : mock.status}
                  onChange={({ target }) => onMock({ ...mock, status: target.valueAsNumber })}
                />
              </Field>
            )}
            <Button variant="ghost" icon={<X size={16} />} onClick={() => onMock(null)}>
              {t('response.dropMock')}
            </Button>
          </div>
        </div>
      ) : (
        <div>
          <Button size="sm" onClick={() => onMock({ status: 200, body: '{}' })}>
            {t('response.addMock')}
          </Button>
        </div>
      )}
    </>
  );
}
