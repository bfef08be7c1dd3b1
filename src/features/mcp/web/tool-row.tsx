import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { Callout } from '#ui/page/display.tsx';
import { toolRisks, type AgentMcpConnection } from '#features/agents/agents-tools.contract.ts';
import type { McpToolSummary } from '../mcp.contract.ts';

type Allowed = AgentMcpConnection['tools'];
type RowProps = {
  tool: McpToolSummary;
  allowed: Allowed;
  canEdit: boolean;
  isPaid: boolean;
  onChange: (allowed: Allowed) => void;
};

/** A tool: whether the agent may call it, how far it goes, and whether it changed since it was allowed. */
export function ToolRow({ tool, allowed, canEdit, isPaid, onChange }: RowProps) {
  const { t } = useTranslation(['mcp', 'agents']);
  const entry = allowed.find(({ name }) => name === tool.name);
  const isChanged = entry !== undefined && entry.hash !== tool.hash;
  const put = (change: Partial<Allowed[number]>) =>
    onChange(allowed.map((one) => (one.name === tool.name ? { ...one, hash: tool.hash, ...change } : one)));
  return (
    <li className="grid gap-2 px-4 py-3">
      <Switch
        checked={entry !== undefined}
        disabled={!canEdit}
        label={
          tool.title ? (
            <span className="wrap-anywhere">{tool.title}</span>
          ) : (
            <code className="text-sm break-all">{tool.name}</code>
          )
        }
        help={<span className="line-clamp-3">{tool.description}</span>}
        onChange={(isOn) =>
          onChange(
            isOn
              ? // What its server says of it may deceive: that it only reads, a person says.
                [...allowed, { name: tool.name, hash: tool.hash, risk: 'approval', messageCost: 0 }]
              : allowed.filter(({ name }) => name !== tool.name),
          )
        }
      />
      {isChanged && (
        <Callout
          tone="warning"
          title={t('changedTitle')}
          action={
            canEdit && (
              <Button size="sm" onClick={() => put({})}>
                {t('allowAgain')}
              </Button>
            )
          }
        >
          {t('changedText')}
        </Callout>
      )}
      {entry && !isChanged && (
        <div className="grid max-w-72 gap-3">
          <Select
            aria-label={t('riskOf', { name: tool.name })}
            value={entry.risk}
            disabled={!canEdit}
            options={toolRisks.map((value) => ({
              value,
              label: t(`agents:options.toolRisk.${value}`),
              hint: t(`riskHints.${value}`),
            }))}
            onChange={(risk) => put({ risk })}
          />
          {(isPaid || entry.messageCost > 0) && (
            <Field label={t('costOf', { name: tool.name })} help={t('costHelp')}>
              <Input
                type="number"
                min={0}
                max={20}
                unit={t('agents:units.messages')}
                value={entry.messageCost}
                disabled={!canEdit}
                onChange={({ target }) => {
                  const cost = Math.round(target.valueAsNumber);
                  if (cost >= 0 && cost <= 20) put({ messageCost: cost });
                }}
              />
            </Field>
          )}
        </div>
      )}
    </li>
  );
}
