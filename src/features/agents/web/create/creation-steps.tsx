import { Circle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { Spinner } from '#ui/page/spinner.tsx';

/** After this time the wait is explained, in ms. */
const longWait = 6_000;

/**
 * What the server is doing for a new agent, and what follows in the editor. Only the step that really runs is
 * shown as running.
 */
export function CreationSteps({
  from,
  host,
  onStop,
}: {
  from: 'website' | 'description' | 'blank';
  host: string;
  onStop: () => void;
}) {
  const { t } = useTranslation('agents');
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longWait);
    return () => clearTimeout(timer);
  }, []);
  const steps =
    from === 'website'
      ? [t('new.steps.read', { host }), t('new.steps.draft'), t('new.steps.pages')]
      : from === 'description'
        ? [t('new.steps.draft'), t('new.steps.talk')]
        : [t('new.steps.blank')];
  return (
    <section className="rounded-card border border-line bg-surface px-4 py-3">
      <div className="flex items-start gap-3">
        <ol className="grid grow gap-2 py-1.5">
          {steps.map((step, index) => (
            <li
              key={step}
              aria-current={index === 0 ? 'step' : undefined}
              className={`flex items-center gap-2.5 ${index === 0 ? 'font-medium' : 'text-muted'}`}
            >
              {index === 0 ? (
                <Spinner size={16} className="shrink-0 text-accent-strong" />
              ) : (
                <Circle size={16} className="shrink-0" aria-hidden="true" />
              )}
              <span className="min-w-0 break-words">{step}</span>
            </li>
          ))}
        </ol>
        <Button variant="ghost" size="sm" onClick={onStop}>
          {t('common:actions.cancel')}
        </Button>
      </div>
      <p role="status" className="text-sm text-muted">
        {long && from === 'website' ? t('new.steps.slow') : ''}
      </p>
    </section>
  );
}
