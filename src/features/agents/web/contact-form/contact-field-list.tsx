import { factGap } from '#shared/text/fact-gap.ts';
import {
  AtSign,
  Building2,
  ChevronDown,
  CircleUser,
  Hash,
  Link,
  ListChecks,
  Phone,
  SquareCheck,
  TextCursorInput,
  WholeWord,
  type LucideIcon,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Callout } from '#ui/page/display.tsx';
import { Select } from '#ui/controls/select.tsx';
import { contactFieldTypes } from '../../agents-configuration.contract.ts';
import { ContactFieldEditor } from './contact-field-editor.tsx';
import { newContactField, type ContactFieldType } from './contact-fields.ts';
import { useSection } from '../editor/editor-section.ts';
import { moveItem } from '../settings/list-entries.ts';
import { MoveButtons } from '../settings/move-buttons.tsx';
import { Counter, SettingPlace } from '../settings/setting.tsx';

const mostFields = 10;
const path = 'contactForm.fields';
const icons: Record<ContactFieldType, LucideIcon> = {
  name: CircleUser,
  email: AtSign,
  phone: Phone,
  company: Building2,
  short_text: TextCursorInput,
  long_text: WholeWord,
  number: Hash,
  url: Link,
  select: ListChecks,
  checkbox: SquareCheck,
};

/** The fields of the contact form: one open at a time, moved by buttons or Alt and the arrow keys. */
export function ContactFieldList() {
  const { t } = useTranslation(['agent-sections', 'agents']);
  const { draft, set, errors, canEdit } = useSection();
  const { fields } = draft.contactForm;
  const [open, setOpen] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const focusRow = (index: number, selector = 'button[aria-expanded]') =>
    setTimeout(() => list.current?.children[index]?.querySelector<HTMLElement>(selector)?.focus(), 0);
  const nameOf = (index: number) =>
    fields[index]?.label || t(`agents:options.contactType.${fields[index]?.type ?? 'name'}`);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= fields.length) return;
    set(path, moveItem(fields, from, to));
    if (open === from) setOpen(to);
    else if (open === to) setOpen(from);
    focusRow(to);
  };
  const remove = (index: number) => {
    set(path, fields.toSpliced(index, 1));
    setOpen(open === null || open === index ? null : open > index ? open - 1 : open);
    focusRow(Math.min(index, fields.length - 2));
  };
  const add = (type: ContactFieldType) => {
    set(path, [...fields, newContactField(type, fields)]);
    setOpen(fields.length);
    focusRow(fields.length, 'input');
  };
  return (
    <SettingPlace path={path}>
      <div
        role="group"
        aria-labelledby="contact-fields"
        aria-describedby="contact-fields-help"
        className="grid gap-1.5"
      >
        <div className="flex items-baseline justify-between gap-3">
          <p id="contact-fields" className="font-medium">
            {t(`agents:fields.${path}`)}
          </p>
          <span className="text-sm text-muted">
            <Counter used={fields.length} max={mostFields} />
          </span>
        </div>
        <p id="contact-fields-help" className="-mt-1 text-sm text-muted">
          {t(`agents:help.${path}`)}
        </p>
        {fields.length === 0 && <Callout tone="warning">{t('contactForm.noFields')}</Callout>}
        <ol ref={list} className="overflow-hidden rounded-card border border-line bg-surface empty:hidden">
          {fields.map((field, index) => {
            const Icon = icons[field.type];
            const hasError = Object.keys(errors).some((key) => key.startsWith(`${path}.${index}.`));
            const isOpen = open === index || hasError;
            const warning = field.type === 'select' && field.options.length === 0;
            return (
              <li
                key={index}
                data-setting={`${path}.${index}`}
                className="border-b border-line last:border-0"
                onKeyDown={(event) => {
                  if (!canEdit || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown'))
                    return;
                  event.preventDefault();
                  move(index, event.key === 'ArrowUp' ? index - 1 : index + 1);
                }}
              >
                <div className="flex items-center gap-1 pr-1">
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    onClick={() => setOpen(isOpen ? null : index)}
                    className="flex min-h-12 min-w-0 grow items-center gap-3 rounded-control py-1.5 pl-4 text-left focus-visible:-outline-offset-2"
                  >
                    <Icon size={16} className="shrink-0 text-muted" aria-hidden="true" />
                    <span className="min-w-0 grow">
                      <span className="block truncate font-medium">{nameOf(index)}</span>
                      <span
                        className={warning ? 'block text-sm text-warning-ink' : 'block text-sm text-muted'}
                      >
                        {warning
                          ? t('contactForm.noOptions')
                          : [
                              t(`agents:options.contactType.${field.type}`),
                              t(field.required ? 'contactForm.required' : 'contactForm.voluntary'),
                            ].join(factGap)}
                      </span>
                    </span>
                    <ChevronDown
                      size={16}
                      className={isOpen ? 'shrink-0 rotate-180 text-muted' : 'shrink-0 text-muted'}
                      aria-hidden="true"
                    />
                  </button>
                  {canEdit && (
                    <MoveButtons
                      name={nameOf(index)}
                      isFirst={index === 0}
                      isLast={index === fields.length - 1}
                      onUp={() => move(index, index - 1)}
                      onDown={() => move(index, index + 1)}
                      onRemove={() => remove(index)}
                    />
                  )}
                </div>
                {isOpen && <ContactFieldEditor index={index} />}
              </li>
            );
          })}
        </ol>
        {errors[path] && (
          <p role="alert" className="text-sm text-danger-ink">
            {errors[path]}
          </p>
        )}
        {canEdit && fields.length < mostFields && (
          <Select
            key={fields.length}
            aria-label={t('contactForm.add')}
            value={undefined}
            placeholder={t('contactForm.add')}
            options={contactFieldTypes.map((type) => ({
              value: type,
              label: t(`agents:options.contactType.${type}`),
            }))}
            onChange={add}
            className="mt-1 max-w-80"
          />
        )}
      </div>
    </SettingPlace>
  );
}
