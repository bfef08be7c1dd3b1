import { Sparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withInserted } from '#shared/chat/prompt-variables.ts';
import { Button } from '#ui/controls/button.tsx';
import { Textarea } from '#ui/controls/input.tsx';
import { useSection } from '../editor/editor-section.ts';
import { GenerateBar } from '../answers/generate-bar.tsx';
import { Counter, SettingField } from './setting.tsx';
import { useGeneration } from '../answers/use-generation.ts';
import { VariableMenu } from './variable-menu.tsx';

const longest = 20_000;

/**
 * The system prompt, the way to let it be written, and what may stand in it for what is known of the visitor.
 */
export function SystemPromptSetting() {
  const { t, i18n } = useTranslation('agents-look');
  const { agent, draft, set, canEdit } = useSection();
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const value = draft.prompt.systemPrompt;
  const control = useGeneration({
    path: `/api/agents/${encodeURIComponent(agent.id)}/generate-prompt`,
    value,
    set: (text) => set('prompt.systemPrompt', text.slice(0, longest)),
  });
  const writing = control.state.phase === 'writing' ? control.state.text : null;
  // Where the cursor was when the field was left; who was never in it adds to its end.
  const selected = useRef<{ from: number; until: number } | null>(null);
  const insert = (variable: string) => {
    const put = withInserted(
      value,
      variable,
      selected.current ?? { from: value.length, until: value.length },
    );
    if (put.text.length > longest) return;
    set('prompt.systemPrompt', put.text);
    selected.current = { from: put.cursor, until: put.cursor };
  };
  const goOn = () => {
    const box = area.current?.querySelector('textarea');
    box?.focus();
    box?.setSelectionRange(selected.current?.until ?? 0, selected.current?.until ?? 0);
  };
  useEffect(() => {
    const box = area.current?.querySelector('textarea');
    if (writing !== null && box) box.scrollTop = box.scrollHeight;
  }, [writing]);
  return (
    <div ref={area} className="grid gap-3">
      {canEdit && (
        <div className="flex flex-wrap gap-2">
          {!isOpen && (
            <Button icon={<Sparkles size={16} />} onClick={() => setOpen(true)}>
              {t('generate.open')}
            </Button>
          )}
          <VariableMenu
            disabled={writing !== null || value.length >= longest}
            onChoose={insert}
            onDone={goOn}
          />
        </div>
      )}
      {canEdit && isOpen && (
        <GenerateBar
          control={control}
          onStart={(request) => control.start({ request, language: i18n.language })}
          label={t('generate.promptWish')}
          help={t('generate.promptHelp')}
          placeholder={t('generate.promptExample')}
          disabled={!canEdit}
        />
      )}
      <SettingField
        path="prompt.systemPrompt"
        aside={<Counter used={(writing ?? value).length} max={longest} />}
      >
        <Textarea
          value={writing ?? value}
          readOnly={writing !== null}
          aria-busy={writing !== null || undefined}
          maxLength={longest}
          disabled={!canEdit}
          rows={16}
          style={{ maxHeight: 'none' }}
          onChange={(event) => set('prompt.systemPrompt', event.target.value)}
          onBlur={({ target }) =>
            (selected.current = { from: target.selectionStart, until: target.selectionEnd })
          }
        />
      </SettingField>
    </div>
  );
}
