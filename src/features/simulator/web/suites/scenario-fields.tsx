import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '#shared/languages.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Field } from '#ui/controls/field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import {
  personas,
  testLimits,
  walletPresets,
  type Scenario,
} from '#features/agents/agents-tests.contract.ts';
import { CheckFields } from './check-fields.tsx';

type Props = {
  scenario: Scenario;
  nameError: string | undefined;
  onChange: (scenario: Scenario) => void;
};

/** One scenario: who comes, with what in the wallet, what they say, and what must hold. */
export function ScenarioFields({ scenario, nameError, onChange }: Props) {
  const { t } = useTranslation('simulator');
  const put = (change: Partial<Scenario>) => onChange({ ...scenario, ...change });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Field label={t('scenario.name')} error={nameError} required>
        <Input value={scenario.name} maxLength={120} onChange={({ target }) => put({ name: target.value })} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={t('scenario.language')}>
          <Select
            value={scenario.language}
            onChange={(language) => put({ language })}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
        </Field>
        <Field label={t('scenario.wallet')}>
          <Select
            value={scenario.wallet}
            onChange={(wallet) => put({ wallet })}
            options={walletPresets.map((value) => ({
              value,
              label: t(`wallet.${value}`),
              hint: t(`walletHelp.${value}`),
            }))}
          />
        </Field>
        <Field label={t('scenario.attempts')}>
          <Input
            type="number"
            min={1}
            max={testLimits.attempts}
            value={scenario.attempts}
            onChange={({ target }) =>
              put({
                attempts: Math.min(testLimits.attempts, Math.max(1, Math.trunc(Number(target.value)) || 1)),
              })
            }
          />
        </Field>
      </div>
      <fieldset className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        <legend className="mb-1 font-medium">{t('scenario.personas')}</legend>
        {personas.map((persona) => {
          const isChosen = scenario.personas.includes(persona);
          return (
            <Checkbox
              key={persona}
              checked={isChosen}
              // One always comes.
              disabled={isChosen && scenario.personas.length === 1}
              onChange={(chosen) =>
                put({
                  personas: personas.filter((one) =>
                    one === persona ? chosen : scenario.personas.includes(one),
                  ),
                })
              }
              label={t(`persona.${persona}`)}
              help={t(`personaHelp.${persona}`)}
            />
          );
        })}
      </fieldset>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {scenario.turns.map((turn, at) => (
          <li key={at} className="grid grid-cols-[minmax(0,1fr)] gap-3 border-l-2 border-line pl-3">
            <div className="flex items-start gap-1">
              <Field label={t('scenario.turn', { number: at + 1 })} className="grow">
                <Textarea
                  rows={2}
                  maxLength={4_000}
                  value={turn.text}
                  onChange={({ target }) =>
                    put({ turns: scenario.turns.with(at, { ...turn, text: target.value }) })
                  }
                />
              </Field>
              {scenario.turns.length > 1 && (
                <IconButton
                  label={t('scenario.removeTurn', { number: at + 1 })}
                  onClick={() => put({ turns: scenario.turns.toSpliced(at, 1) })}
                >
                  <X size={16} />
                </IconButton>
              )}
            </div>
            <CheckFields
              legend={t('scenario.turnChecks', { number: at + 1 })}
              checks={turn.checks}
              onChange={(checks) => put({ turns: scenario.turns.with(at, { ...turn, checks }) })}
            />
          </li>
        ))}
      </ol>
      {scenario.turns.length < testLimits.turns && (
        <div>
          <Button
            size="sm"
            icon={<Plus size={16} />}
            onClick={() => put({ turns: [...scenario.turns, { text: '', checks: [] }] })}
          >
            {t('scenario.addTurn')}
          </Button>
        </div>
      )}
      <CheckFields
        legend={t('scenario.checks')}
        checks={scenario.checks}
        onChange={(checks) => put({ checks })}
      />
      <Field label={t('scenario.goal')} help={t('scenario.goalHelp')}>
        <Textarea
          rows={2}
          maxLength={1_000}
          value={scenario.goal}
          onChange={({ target }) => put({ goal: target.value })}
        />
      </Field>
      <Mocks mocks={scenario.mocks} onChange={(mocks) => put({ mocks })} />
    </div>
  );
}

/** What tools answer instead of doing anything. */
function Mocks({
  mocks,
  onChange,
}: {
  mocks: Scenario['mocks'];
  onChange: (mocks: Scenario['mocks']) => void;
}) {
  const { t } = useTranslation('simulator');
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-1 font-medium">{t('mocks.title')}</legend>
      <p className="text-sm text-muted">{t('mocks.help')}</p>
      {mocks.map((mock, at) => (
        <div key={at} className="flex items-start gap-1">
          <Input
            aria-label={t('mocks.tool', { number: at + 1 })}
            placeholder="check_order"
            className="w-40 font-mono"
            maxLength={64}
            value={mock.tool}
            onChange={({ target }) => onChange(mocks.with(at, { ...mock, tool: target.value }))}
          />
          <Textarea
            aria-label={t('mocks.result', { number: at + 1 })}
            placeholder='{"status":"shipped"}'
            rows={1}
            className="grow font-mono"
            maxLength={8_000}
            value={mock.result}
            onChange={({ target }) => onChange(mocks.with(at, { ...mock, result: target.value }))}
          />
          <IconButton
            label={t('mocks.remove', { number: at + 1 })}
            onClick={() => onChange(mocks.toSpliced(at, 1))}
          >
            <X size={16} />
          </IconButton>
        </div>
      ))}
      {mocks.length < testLimits.mocks && (
        <div>
          <Button
            size="sm"
            variant="ghost"
            icon={<Plus size={16} />}
            onClick={() => onChange([...mocks, { tool: '', result: '' }])}
          >
            {t('mocks.add')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
