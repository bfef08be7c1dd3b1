import { factGap } from '#shared/text/fact-gap.ts';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '#features/integrations/integrations.contract.ts';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Select } from '#ui/controls/select.tsx';
import { daysUntilEnd, findModelEnd, modelEndNoticeDays } from '#shared/models/model-ends.ts';
import { useSection } from '../editor/editor-section.ts';
import { choosableModels, modelEndText } from './model-text.ts';

const mostFallbacks = 3;
type Choice = {
  provider: string;
  model: string;
};
const keyOf = ({ provider, model }: Choice) => `${provider}/${model}`;

/** Models that step in, in order, when the chosen one fails before its first word. */
export function Fallbacks({ connections }: { connections: readonly Connection[] }) {
  const { t, i18n } = useTranslation('agents');
  const { draft, set, canEdit } = useSection();
  const { fallbacks, provider, model } = draft.ai;
  const choices: (Choice & { label: string; hint?: string | undefined })[] = [
    { provider: 'built-in', model: '', label: t('builtIn.name') },
    ...connections.flatMap((connection) =>
      choosableModels(connection, '').map((item) => ({
        provider: connection.provider,
        model: item.id,
        label: `${connection.label}${factGap}${item.label}`,
        hint: modelEndText(findModelEnd(connection.ends, item.id), t, i18n.language) || undefined,
      })),
    ),
  ];
  const labelOf = (choice: Choice) =>
    choices.find((item) => keyOf(item) === keyOf(choice))?.label ?? keyOf(choice);
  const endOf = (choice: Choice) => {
    const { ends = [] } = connections.find((one) => one.provider === choice.provider) ?? {};
    const end = findModelEnd(ends, choice.model);
    return end && daysUntilEnd(end, new Date()) <= modelEndNoticeDays
      ? modelEndText(end, t, i18n.language)
      : '';
  };
  const taken = new Set([keyOf({ provider, model }), ...fallbacks.map(keyOf)]);
  const free = choices.filter((choice) => !taken.has(keyOf(choice)));
  const move = (from: number, to: number) => {
    const next = [...fallbacks];
    next.splice(to, 0, ...next.splice(from, 1));
    set('ai.fallbacks', next);
  };
  return (
    <div className="grid gap-2">
      {fallbacks.length > 0 && (
        <ol className="overflow-hidden rounded-card border border-line bg-surface">
          {fallbacks.map((fallback, index) => (
            <li
              key={keyOf(fallback)}
              className="flex items-center gap-2 border-b border-line py-1 pr-1 pl-4 last:border-0"
            >
              <span className="tabular text-sm text-muted">{index + 1}</span>
              <span className="min-w-0 grow">
                <span className="block truncate">{labelOf(fallback)}</span>
                {endOf(fallback) && <span className="block text-sm text-warning-ink">{endOf(fallback)}</span>}
              </span>
              {canEdit && (
                <>
                  <IconButton
                    label={t('ai.fallbackUp', { name: labelOf(fallback) })}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  >
                    <ArrowUp size={16} />
                  </IconButton>
                  <IconButton
                    label={t('ai.fallbackDown', { name: labelOf(fallback) })}
                    disabled={index === fallbacks.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    <ArrowDown size={16} />
                  </IconButton>
                  <IconButton
                    label={t('ai.fallbackRemove', { name: labelOf(fallback) })}
                    onClick={() => set('ai.fallbacks', fallbacks.toSpliced(index, 1))}
                  >
                    <X size={16} />
                  </IconButton>
                </>
              )}
            </li>
          ))}
        </ol>
      )}
      {canEdit && fallbacks.length < mostFallbacks && free.length > 0 && (
        <Select
          key={fallbacks.length}
          aria-label={t('ai.fallbackAdd')}
          value={undefined}
          placeholder={t('ai.fallbackAdd')}
          options={free.map((choice) => ({ value: keyOf(choice), label: choice.label, hint: choice.hint }))}
          onChange={(next) => {
            const choice = free.find((item) => keyOf(item) === next);
            if (choice)
              set('ai.fallbacks', [...fallbacks, { provider: choice.provider, model: choice.model }]);
          }}
          className="max-w-md"
        />
      )}
    </div>
  );
}
