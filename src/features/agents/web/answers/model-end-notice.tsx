import { useTranslation } from 'react-i18next';
import { daysUntilEnd, findModelEnd, modelEndNoticeDays } from '#shared/models/model-ends.ts';
import type { Connection } from '#features/integrations/integrations.contract.ts';
import { Button } from '#ui/controls/button.tsx';
import { Callout } from '#ui/page/display.tsx';
import { useSection } from '../editor/editor-section.ts';
import { dayText } from './model-text.ts';

/** That the draft's model ends soon or has ended, and the one to take instead with one press. */
export function ModelEndNotice({ connection }: { connection: Connection }) {
  const { t, i18n } = useTranslation('agents');
  const { draft, set, canEdit } = useSection();
  const { ai } = draft;
  const end = findModelEnd(connection.ends, ai.model);
  const days = end ? daysUntilEnd(end, new Date()) : Infinity;
  if (!end || days > modelEndNoticeDays) return null;
  const labelOf = (id: string) => connection.models.find((model) => model.id === id)?.label ?? id;
  const { replacement } = end;
  const change = (model: string) =>
    set('ai', {
      ...ai,
      model,
      fallbacks: ai.fallbacks.filter((one) => one.provider !== ai.provider || one.model !== model),
    });
  return (
    <Callout
      tone={days > 0 ? 'warning' : 'danger'}
      title={t(days > 0 ? 'modelEnd.title' : 'modelEnd.titleEnded', {
        model: labelOf(ai.model),
        date: dayText(end.endsOn, i18n.language),
      })}
    >
      {t(days > 0 ? 'modelEnd.text' : 'modelEnd.textEnded', { name: connection.label })}
      {replacement && canEdit && (
        <span className="mt-2 block">
          <Button size="sm" onClick={() => change(replacement)}>
            {t('modelEnd.change', { model: labelOf(replacement) })}
          </Button>
        </span>
      )}
    </Callout>
  );
}
