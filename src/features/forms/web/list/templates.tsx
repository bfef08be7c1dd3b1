import {
  BriefcaseBusiness,
  CalendarCheck,
  FilePlus2,
  Gauge,
  Handshake,
  Mail,
  Newspaper,
  ReceiptText,
  ShoppingBag,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toLanguage } from '#shared/languages.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { formTemplates, type Form, type FormTemplate } from '../../forms.contract.ts';

const icons: Record<FormTemplate | 'blank', LucideIcon> = {
  blank: FilePlus2,
  contact: Mail,
  lead: Handshake,
  call: CalendarCheck,
  quote: ReceiptText,
  feedback: Gauge,
  newsletter: Newspaper,
  job: BriefcaseBusiness,
  order: ShoppingBag,
};

/** Eight forms to begin with and an empty one; a click makes it. */
export function FormTemplates({ onMade }: { onMade: (form: Form) => void }) {
  const { t, i18n } = useTranslation('forms');
  const canEdit = useUser().can['forms.edit'] !== false;
  const create = useMutate('POST /api/forms', { refreshes: ['/api/forms'], onSuccess: onMade });
  if (!canEdit) return <p className="text-muted">{t('new.noRight')}</p>;
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {(['blank', ...formTemplates] as const).map((template) => {
        const Icon = icons[template];
        return (
          <li key={template}>
            <button
              type="button"
              disabled={create.isPending}
              onClick={() =>
                create.mutate({
                  body: {
                    name: t(`templates.${template}.name`),
                    template: template === 'blank' ? null : template,
                    language: toLanguage(i18n.language) ?? 'en',
                  },
                })
              }
              className="flex h-full w-full gap-3 rounded-card border border-line bg-surface p-4 text-left transition-colors duration-150 hover:border-edge disabled:opacity-60"
            >
              <span className="flex size-10 shrink-0 items-center justify-center rounded-control bg-accent-tint text-accent-ink">
                <Icon size={20} aria-hidden="true" />
              </span>
              <span className="min-w-0">
                <span className="block font-semibold">{t(`templates.${template}.name`)}</span>
                <span className="mt-0.5 block text-sm text-muted">{t(`templates.${template}.text`)}</span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
