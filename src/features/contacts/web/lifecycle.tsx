import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge, type Tone } from '#ui/page/display.tsx';
import { DropdownMenu } from '#ui/controls/menu.tsx';
import { lifecycles, type Lifecycle } from '../contacts.contract.ts';

const tones: Record<Lifecycle, Tone> = {
  new: 'info',
  contacted: 'neutral',
  qualified: 'warning',
  customer: 'success',
  lost: 'danger',
};

/** Where a contact stands. */
export function LifecycleBadge({ lifecycle }: { lifecycle: Lifecycle }) {
  const { t } = useTranslation('contact-record');
  return (
    <Badge tone={tones[lifecycle]} dot>
      {t(`lifecycle.${lifecycle}`)}
    </Badge>
  );
}

/** The same, to be changed. */
export function LifecycleMenu({
  lifecycle,
  onChange,
}: {
  lifecycle: Lifecycle;
  onChange: (lifecycle: Lifecycle) => void;
}) {
  const { t } = useTranslation('contact-record');
  return (
    <DropdownMenu
      label={t('stage')}
      align="start"
      trigger={
        <button
          type="button"
          aria-label={t('stageIs', { lifecycle: t(`lifecycle.${lifecycle}`) })}
          className="inline-flex min-h-11 items-center gap-1 rounded-control text-muted hover:text-ink md:min-h-8"
        >
          <LifecycleBadge lifecycle={lifecycle} />
          <ChevronDown size={14} aria-hidden="true" />
        </button>
      }
      items={lifecycles.map((each) => ({
        label: t(`lifecycle.${each}`),
        checked: each === lifecycle,
        isOneOf: true,
        onSelect: () => onChange(each),
      }))}
    />
  );
}
