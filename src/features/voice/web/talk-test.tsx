import { ArrowUpRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { voiceCheckPaths } from '#shared/voice-checks.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Select } from '#ui/controls/select.tsx';

/** The way to a call with an agent as visitors have it, where its times are listed. Nothing where no agent is live. */
export function TalkTest() {
  const { t, i18n } = useTranslation('voice-lab');
  const { data } = useEndpoint('GET /api/agents', { query: {} });
  const agents = (data?.agents ?? []).filter(({ status }) => status === 'live');
  const [chosen, setChosen] = useState('');
  const number = chosen || String(agents[0]?.number);
  if (agents.length === 0) return null;
  const address = new URLSearchParams({ agent: number, lang: i18n.language });
  return (
    <section aria-labelledby="talk-test" className="mt-10 grid max-w-2xl gap-4 border-t border-line pt-6">
      <div>
        <h2 id="talk-test" className="text-md font-semibold">
          {t('talk.title')}
        </h2>
        <p className="mt-0.5 text-pretty text-muted">{t('talk.text')}</p>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <Field label={t('talk.agent')}>
            <Select
              value={number}
              onChange={setChosen}
              options={agents.map((agent) => ({ value: String(agent.number), label: agent.name }))}
            />
          </Field>
        </div>
        <a
          href={`${voiceCheckPaths.launcher}?${address}`}
          target="_blank"
          rel="noopener"
          className={buttonClass({ variant: 'outline' })}
        >
          {t('talk.open')}
          <ArrowUpRight size={16} aria-hidden="true" />
        </a>
      </div>
    </section>
  );
}
