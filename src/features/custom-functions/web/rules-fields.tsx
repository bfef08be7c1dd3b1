import { useTranslation } from 'react-i18next';
import { readableNumber } from '#ui/browser/numbers.ts';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import {
  approvers,
  functionRisks,
  type FunctionDefinition,
} from '../custom-functions-definition.contract.ts';

type Props = {
  definition: FunctionDefinition;
  errorOf: (path: string) => string | undefined;
  onChange: (change: Partial<Omit<FunctionDefinition, 'kind'>>) => void;
};

/** How far it may go by itself, how often and how long. */
export function RulesFields({ definition, errorOf, onChange }: Props) {
  const { t, i18n } = useTranslation('functions');
  const number = (
    field: 'perConversation' | 'timeoutMs' | 'maxModelChars' | 'messageCost',
    least: number,
    most: number,
    unit: string,
    scale = 1,
  ) => (
    <Field
      label={t(`rules.${field}`)}
      help={t(`rules.${field}Help`, {
        least: readableNumber(least, i18n.language),
        most: readableNumber(most, i18n.language),
      })}
      error={errorOf(`definition.${field}`)}
    >
      <Input
        type="number"
        min={least}
        max={most}
        unit={unit}
        value={Number.isNaN(definition[field]) ? '' : definition[field] / scale}
        onChange={({ target }) => onChange({ [field]: Math.round(target.valueAsNumber * scale) })}
      />
    </Field>
  );
  return (
    <>
      <Field label={t('rules.risk')} help={t(`rules.riskHelp.${definition.risk}`)}>
        <Select
          value={definition.risk}
          onChange={(risk) => onChange({ risk })}
          options={functionRisks.map((value) => ({ value, label: t(`risk.${value}`) }))}
        />
      </Field>
      {definition.risk === 'approval' && (
        <Field label={t('rules.approver')} help={t(`rules.approverHelp.${definition.approver}`)}>
          <Select
            value={definition.approver}
            onChange={(approver) => onChange({ approver })}
            options={approvers.map((value) => ({ value, label: t(`rules.approvers.${value}`) }))}
          />
        </Field>
      )}
      {/* One that was stored with a price shows it, so that it can be taken away. */}
      {(definition.kind !== 'client' || definition.messageCost > 0) &&
        number('messageCost', 0, definition.kind === 'client' ? 0 : 20, t('rules.messages'))}
      <div className="grid gap-5 sm:grid-cols-2">
        {number('perConversation', 0, 100, '×')}
        {number('timeoutMs', 1, 120, 's', 1_000)}
      </div>
      <Field label={t('rules.progress')} help={t('rules.progressHelp')}>
        <Input
          value={definition.progressText}
          maxLength={80}
          placeholder={t('rules.progressPlace')}
          onChange={({ target }) => onChange({ progressText: target.value })}
        />
      </Field>
      {number('maxModelChars', 200, 20_000, t('rules.characters'))}
    </>
  );
}
