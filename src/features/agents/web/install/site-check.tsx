import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVisitorsOrigin } from '#ui/visitors-origin.ts';
import { api, type Output } from '#ui/api/client.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Input } from '#ui/controls/input.tsx';
import type { SiteFinding } from '../../agents-install.contract.ts';
import type { Agent } from '../../agents.contract.ts';
import { readableAddress } from './agent-links.ts';

/** Fetches a page of the owner's and says whether the tag is there and what keeps it from working. */
export function SiteCheck({ agent }: { agent: Agent }) {
  const { t } = useTranslation('agents-install');
  const [found, setFound] = useState<Output<'POST /api/agents/{id}/site-check'> | null>(null);
  const form = useServerForm({
    values: { url: agent.seenUrl ?? agent.siteUrl ?? '' },
    send: ({ url }) => {
      setFound(null);
      return api('POST /api/agents/{id}/site-check', { params: { id: agent.id }, body: { url: url.trim() } });
    },
    onDone: setFound,
    placeOf: () => 'url',
  });
  return (
    <section aria-labelledby="site-check" className="grid min-w-0 gap-3">
      <div>
        <h3 id="site-check" className="font-medium">
          {t('check.title')}
        </h3>
        <p className="text-sm text-muted">{t('check.help')}</p>
      </div>
      <Form of={form} className="min-w-0">
        <div className="flex min-w-0 flex-wrap items-end gap-2">
          <Field label={t('check.url')} hideLabel error={form.errorOf('url')} className="grow basis-56">
            <Input
              type="url"
              inputMode="url"
              autoComplete="url"
              maxLength={2_048}
              placeholder={t('check.placeholder')}
              disabled={!agent.can.edit}
              {...form.register('url')}
            />
          </Field>
          <Button
            type="submit"
            pending={form.isBusy}
            disabled={!agent.can.edit || form.values.url.trim() === ''}
            className={form.errorOf('url') ? 'self-start' : undefined}
          >
            {t('check.run')}
          </Button>
        </div>
      </Form>
      <div role="status" className="empty:hidden">
        {form.isBusy ? (
          <p className="text-sm text-muted">{t('check.looking')}</p>
        ) : found ? (
          <div className="grid gap-2 rounded-card border border-line bg-surface px-4 py-3">
            <p className="text-sm break-all text-muted">
              {t('check.looked', { place: readableAddress(found.url) })}
            </p>
            <ul className="grid gap-2">
              {found.findings.map((finding) => (
                <Finding key={`${finding.kind}${finding.detail}${finding.where}`} finding={finding} />
              ))}
            </ul>
          </div>
        ) : null}
      </div>
    </section>
  );
}

function Finding({ finding: { kind, detail, where } }: { finding: SiteFinding }) {
  const { t } = useTranslation('agents-install');
  const origin = useVisitorsOrigin();
  const isGood = kind === 'found' || kind === 'in-code';
  const isNote = kind === 'twice' || kind === 'tag-manager' || kind === 'blocked-image';
  const Icon = isGood ? CircleCheck : isNote ? Info : CircleAlert;
  return (
    <li className="flex min-w-0 gap-2.5">
      <Icon
        size={20}
        aria-hidden="true"
        className={`mt-px shrink-0 ${isGood ? 'text-success-ink' : isNote ? 'text-info-ink' : 'text-danger-ink'}`}
      />
      <span className="min-w-0 text-pretty break-words">
        {t(`found.${kind}`, { detail: detail ?? '', origin })}
        {where && (
          <span className="block text-sm text-muted">
            {t(where === 'header' ? 'found.inHeader' : 'found.inMeta')}
          </span>
        )}
      </span>
    </li>
  );
}
