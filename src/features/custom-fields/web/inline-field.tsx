import { clsx } from 'clsx';
import { Pencil } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { controlClass } from '#ui/controls/input.tsx';
import { Spinner } from '#ui/page/spinner.tsx';

type Props = {
  label: string;
  /** What is stored. */
  value: string;
  /** How it is shown; the value itself unless given. */
  shown?: ReactNode;
  /** Stores it. What it throws is said under the field, and what was typed stays. */
  onSave: (value: string) => Promise<void>;
  disabled?: boolean;
  multiline?: boolean;
  type?: 'text' | 'email' | 'tel' | 'url' | 'number' | 'date' | 'datetime-local';
  maxLength?: number;
  /** Choices, where there are some; an empty value empties the field. */
  options?: readonly { value: string; label: string }[];
  /** Leads away, beside the field. */
  link?: ReactNode;
};

/** A fact that becomes a field where it stands: Enter or leaving it saves, Escape takes it back. */
export function InlineField({
  label,
  value,
  shown,
  onSave,
  disabled = false,
  multiline = false,
  type = 'text',
  maxLength,
  options,
  link,
}: Props) {
  const { t } = useTranslation('custom-fields');
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const control = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null);
  const isEditing = draft !== null;
  useEffect(() => {
    if (isEditing) control.current?.focus();
  }, [isEditing]);
  const close = () => {
    setDraft(null);
    setProblem(null);
    requestAnimationFrame(() => button.current?.focus());
  };
  const save = async (next: string, refocus: boolean) => {
    if (busy) return;
    if (next.trim() === value) return refocus ? close() : (setDraft(null), setProblem(null));
    setBusy(true);
    try {
      await onSave(next.trim());
      setProblem(null);
      setDraft(null);
      if (refocus) requestAnimationFrame(() => button.current?.focus());
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t('inline.notSaved'));
      control.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter' && (!multiline || event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      void save(draft ?? '', true);
    }
  };
  const common = {
    ref: control,
    id,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? `${id}-problem` : undefined,
    onKeyDown: keys,
    maxLength,
  } as const;
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-x-3 text-base">
      <dt className="flex min-h-11 items-center text-sm text-muted md:min-h-8">
        {isEditing ? <label htmlFor={id}>{label}</label> : label}
      </dt>
      <dd className="flex min-w-0 items-start gap-1">
        <div className="min-w-0 grow">
          {isEditing ? (
            <div className="relative">
              {options ? (
                <select
                  {...common}
                  value={draft}
                  className={clsx(controlClass, 'h-11 md:h-8')}
                  onChange={({ target }) => void save(target.value, true)}
                  onBlur={() => !busy && setDraft(null)}
                >
                  <option value="">–</option>
                  {options.map((option) => (
                    <option key={option.value} value={option.value}>
                      {option.label}
                    </option>
                  ))}
                </select>
              ) : multiline ? (
                <textarea
                  {...common}
                  rows={3}
                  value={draft}
                  className={clsx(controlClass, 'max-h-60 py-1.5 [field-sizing:content]')}
                  onChange={({ target }) => setDraft(target.value)}
                  onBlur={() => void save(draft, false)}
                />
              ) : (
                <input
                  {...common}
                  type={type}
                  step={type === 'number' ? 'any' : undefined}
                  value={draft}
                  autoComplete="off"
                  className={clsx(controlClass, 'h-11 md:h-8')}
                  onChange={({ target }) => setDraft(target.value)}
                  onBlur={() => void save(draft, false)}
                />
              )}
              {busy && <Spinner size={14} className="absolute top-2.5 right-2.5" />}
              {problem && (
                <p id={`${id}-problem`} role="alert" className="rise-in mt-1 text-sm text-danger-ink">
                  {problem}
                </p>
              )}
            </div>
          ) : disabled ? (
            <p className="flex min-h-8 items-center break-words whitespace-pre-wrap">
              {(shown ?? value) || <span className="text-muted">–</span>}
            </p>
          ) : (
            <button
              ref={button}
              type="button"
              onClick={() => setDraft(value)}
              className="group -mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center justify-between gap-2 rounded-control px-2 py-1 text-left hover:bg-sunken md:min-h-8 dark:hover:bg-line"
            >
              <span className="sr-only">{t('inline.edit', { field: label })}</span>
              <span className={clsx('min-w-0 break-words whitespace-pre-wrap', !value && 'text-muted')}>
                {(shown ?? value) || t('inline.add')}
              </span>
              <Pencil
                size={14}
                aria-hidden="true"
                className="shrink-0 text-muted opacity-0 transition-opacity duration-150 group-hover:opacity-100 group-focus-visible:opacity-100"
              />
            </button>
          )}
        </div>
        {!isEditing && link}
      </dd>
    </div>
  );
}
