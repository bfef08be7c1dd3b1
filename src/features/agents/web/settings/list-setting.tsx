import { Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { Input } from '#ui/controls/input.tsx';
import { useSection } from '../editor/editor-section.ts';
import { mostOf } from './setting-bounds.ts';
import { settingAt, type SettingOf } from './setting-path.ts';
import { addEntries, type EntryProblem, type EntryRules } from './list-entries.ts';
import { Counter, SettingField } from './setting.tsx';

type InputProps = {
  values: readonly string[];
  onChange: (values: string[]) => void;
  rules: EntryRules;
  /** Name of the input, where no field around it gives one. */
  label?: string;
  placeholder?: string;
  disabled: boolean;
  /** Errors of single entries, by index, that the whole form has. */
  errorOf?: (index: number) => string | undefined;
};

/**
 * A list of short texts as chips: Enter, a comma or leaving the field adds what was typed; pasted lines are
 * added at once.
 */
export function ListInput({ values, onChange, rules, label, placeholder, disabled, errorOf }: InputProps) {
  const { t } = useTranslation('agent-sections');
  const [typed, setTyped] = useState('');
  const [problems, setProblems] = useState<readonly EntryProblem[]>([]);
  const [said, setSaid] = useState('');
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  /** `gap` keeps what was refused apart from what is typed next. */
  const add = (text: string, gap = '') => {
    const outcome = addEntries(values, text, rules);
    setTyped(outcome.rest && outcome.rest + gap);
    setProblems(outcome.problems);
    if (outcome.added === 0) return;
    setSaid(t('list.added', { names: outcome.list.slice(-outcome.added).join(', ') }));
    onChange(outcome.list);
  };
  const remove = (index: number) => {
    setSaid(t('list.removed', { name: values[index] }));
    onChange(values.toSpliced(index, 1));
    // The focus stays where it was: at the next one's cross, or in the field.
    setTimeout(() => {
      const crosses = box.current?.querySelectorAll<HTMLElement>('li button');
      (crosses?.[Math.min(index, crosses.length - 1)] ?? box.current?.querySelector('input'))?.focus();
    }, 0);
  };
  return (
    <div ref={box} className="grid gap-2">
      <p role="status" className="sr-only">
        {said}
      </p>
      {values.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {values.map((value, index) => (
            <li
              key={value}
              className="flex max-w-full items-center rounded-full border border-line bg-surface pl-3"
            >
              <span className="min-w-0 py-1 break-all">{value}</span>
              {disabled ? (
                <span className="w-3" />
              ) : (
                <button
                  type="button"
                  aria-label={t('list.remove', { name: value })}
                  onClick={() => remove(index)}
                  className="relative flex size-7 shrink-0 items-center justify-center rounded-full text-muted after:absolute after:-inset-2 hover:text-ink md:after:inset-0"
                >
                  <X size={14} aria-hidden="true" />
                </button>
              )}
              {errorOf?.(index) && <span className="sr-only">{errorOf(index)}</span>}
            </li>
          ))}
        </ul>
      )}
      {!disabled && (
        <div className="flex gap-2">
          <Input
            aria-label={label}
            aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
            value={typed}
            placeholder={placeholder}
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target: { value } }) => {
              setProblems(problems.filter(({ entry }) => value.includes(entry)));
              if (rules.isWord && value.length > typed.length && /\S[,;\s]$/.test(value)) add(value, ' ');
              else setTyped(value);
            }}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text');
              if (!(rules.isWord ? /[,;\s]/ : /\n/).test(pasted.trim())) return;
              event.preventDefault();
              add(`${typed}\n${pasted}`);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              add(typed);
            }}
            onBlur={() => typed.trim() && add(typed)}
          />
          <Button icon={<Plus size={16} />} onClick={() => add(typed)}>
            {t('list.add')}
          </Button>
        </div>
      )}
      <div id={`${id}-problems`} role="alert" className="grid gap-1 text-sm text-danger-ink empty:hidden">
        {problems.map(({ entry, reason }, index) => (
          <p key={`${index}-${entry}`} className="break-words">
            {t('list.problem', { entry, reason: t(reason) })}
          </p>
        ))}
        {values.map((value, index) => {
          const error = errorOf?.(index);
          return error ? <p key={value}>{t('list.problem', { entry: value, reason: error })}</p> : null;
        })}
      </div>
    </div>
  );
}

/** A list of short texts of the draft; the schema says how many. */
export function ListSetting({
  path,
  rules,
  placeholder,
}: {
  path: SettingOf<string[]>;
  rules: Omit<EntryRules, 'most'>;
  placeholder?: string;
}) {
  const { draft, set, errors, canEdit } = useSection();
  const values = settingAt(draft, path);
  const most = mostOf(path);
  return (
    <SettingField path={path} aside={<Counter used={values.length} max={most} />}>
      <ListInput
        values={values}
        onChange={(next) => set(path, [...next])}
        rules={{ ...rules, most }}
        placeholder={placeholder}
        disabled={!canEdit}
        errorOf={(index) => errors[`${path}.${index}`]}
      />
    </SettingField>
  );
}
