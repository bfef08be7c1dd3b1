import { Sparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Textarea } from '#ui/input.tsx';
import { useSection } from './editor-section.ts';
import { GenerateBar } from './generate-bar.tsx';
import { Counter, SettingField } from './setting.tsx';
import { useGeneration } from './use-generation.ts';

const longest = 20_000;

/** The system prompt, and the way to let it be written. */
export function SystemPromptSetting() {
  const { t, i18n } = useTranslation('agents-look');
  const { agent, draft, set, canEdit } = useSection();
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const value = draft.prompt.systemPrompt;
  const control = useGeneration({ path: `/api/agents/${encodeURIComponent(agent.id)}/generate-prompt`, value, set: (text) => set('prompt.systemPrompt', text.slice(0, longest)) });
  const writing = control.state.phase === 'writing' ? control.state.text : null;
  useEffect(() => {
    const box = area.current?.querySelector('textarea');
    if (writing !== null && box) box.scrollTop = box.scrollHeight;
  }, [writing]);
  return (
    <div ref={area} className="grid gap-3">
      {canEdit && !isOpen && (
        <Button className="justify-self-start" icon={<Sparkles size={16} strokeWidth={1.75} />} onClick={() => setOpen(true)}>
          {t('generate.open')}
        </Button>
      )}
      {canEdit && isOpen && (
        <GenerateBar
          control={control}
          onStart={(wish) => control.start({ wish, language: i18n.language })}
          label={t('generate.promptWish')}
          help={t('generate.promptHelp')}
          placeholder={t('generate.promptExample')}
          disabled={!canEdit}
        />
      )}
      <SettingField path="prompt.systemPrompt" aside={<Counter used={(writing ?? value).length} max={longest} />}>
        <Textarea value={writing ?? value} readOnly={writing !== null} aria-busy={writing !== null || undefined} maxLength={longest} disabled={!canEdit} rows={16} style={{ maxHeight: 'none' }} onChange={(event) => set('prompt.systemPrompt', event.target.value)} />
      </SettingField>
    </div>
  );
}
