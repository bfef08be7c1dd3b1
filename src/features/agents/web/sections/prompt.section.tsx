import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input } from '#ui/controls/input.tsx';
import { useSection } from '../editor/editor-section.ts';
import { PromptFiles } from '../answers/prompt-files.tsx';
import { TextsByLanguage } from '../answers/texts-by-language.tsx';
import { DraftFields, SettingPlace, TextSetting } from '../settings/setting.tsx';
import { SystemPromptSetting } from '../settings/system-prompt-setting.tsx';

const mostIceBreakers = 6;

/** What the agent says first and how it is told to behave. */
export function PromptSection() {
  return (
    <DraftFields>
      <TextSetting path="prompt.welcomeMessage" rows={2} />
      <SettingPlace path="prompt.welcomes">
        <TextsByLanguage path="prompt.welcomes" longest={1_000} />
      </SettingPlace>
      <SettingPlace path="prompt.iceBreakers">
        <IceBreakers />
      </SettingPlace>
      <SystemPromptSetting />
      <SettingPlace path="prompt.files">
        <PromptFiles />
      </SettingPlace>
    </DraftFields>
  );
}

/** Questions that visitors may click; moved by buttons or Alt and the arrow keys. */
function IceBreakers() {
  const { t } = useTranslation('agents');
  const { draft, set, errors, canEdit } = useSection();
  const list = useRef<HTMLOListElement>(null);
  const { iceBreakers } = draft.prompt;
  const path = 'prompt.iceBreakers';
  const focus = (index: number) =>
    setTimeout(() => list.current?.querySelectorAll('input')[index]?.focus(), 0);
  const change = (next: string[]) => set(path, next);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= iceBreakers.length) return;
    const next = [...iceBreakers];
    next.splice(to, 0, ...next.splice(from, 1));
    change(next);
    focus(to);
  };
  const insert = (index: number) => {
    if (iceBreakers.length >= mostIceBreakers) return;
    change(iceBreakers.toSpliced(index, 0, ''));
    focus(index);
  };
  return (
    <div
      role="group"
      aria-labelledby="ice-breakers"
      aria-describedby="ice-breakers-help"
      className="grid gap-1.5"
    >
      <div className="flex items-baseline justify-between gap-3">
        <p id="ice-breakers" className="font-medium">
          {t(`fields.${path}`)}
        </p>
        <span className="tabular text-sm text-muted">
          {iceBreakers.length} / {mostIceBreakers}
        </span>
      </div>
      <p id="ice-breakers-help" className="-mt-1 text-sm text-muted">
        {t(`help.${path}`)}
      </p>
      <ol ref={list} className="@container grid gap-2">
        {iceBreakers.map((text, index) => (
          <li key={index} className="grid gap-1">
            <div className="flex items-center gap-1">
              <Input
                aria-label={t('iceBreakers.one', { number: index + 1 })}
                aria-invalid={errors[`${path}.${index}`] ? true : undefined}
                value={text}
                maxLength={80}
                disabled={!canEdit}
                onChange={(event) => change(iceBreakers.with(index, event.target.value))}
                onKeyDown={(event) => {
                  if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
                    event.preventDefault();
                    move(index, event.key === 'ArrowUp' ? index - 1 : index + 1);
                  } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
                    event.preventDefault();
                    insert(index + 1);
                  } else if (event.key === 'Backspace' && text === '') {
                    event.preventDefault();
                    change(iceBreakers.toSpliced(index, 1));
                    focus(Math.max(0, index - 1));
                  }
                }}
              />
              {canEdit && (
                <>
                  <IconButton
                    label={t('iceBreakers.up', { number: index + 1 })}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  >
                    <ArrowUp size={16} />
                  </IconButton>
                  {/* Where there is little room, moving up is enough. */}
                  <span className="hidden @sm:contents">
                    <IconButton
                      label={t('iceBreakers.down', { number: index + 1 })}
                      disabled={index === iceBreakers.length - 1}
                      onClick={() => move(index, index + 1)}
                    >
                      <ArrowDown size={16} />
                    </IconButton>
                  </span>
                  <IconButton
                    label={t('iceBreakers.remove', { number: index + 1 })}
                    onClick={() => change(iceBreakers.toSpliced(index, 1))}
                  >
                    <X size={16} />
                  </IconButton>
                </>
              )}
            </div>
            {errors[`${path}.${index}`] && (
              <p role="alert" className="text-sm text-danger-ink">
                {errors[`${path}.${index}`]}
              </p>
            )}
          </li>
        ))}
      </ol>
      {canEdit && iceBreakers.length < mostIceBreakers && (
        <Button
          variant="ghost"
          className="justify-self-start"
          icon={<Plus size={16} />}
          onClick={() => insert(iceBreakers.length)}
        >
          {t('iceBreakers.add')}
        </Button>
      )}
    </div>
  );
}
