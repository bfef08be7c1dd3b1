import { factGap } from '#shared/text/fact-gap.ts';
import { ChevronDown, ClipboardPaste, Play, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { api } from '#ui/api/client.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { LeaveUnsaved } from '#ui/form/leave-unsaved.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Skeleton } from '#ui/page/display.tsx';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { testLimits, type Suite } from '#features/agents/agents-tests.contract.ts';
import type { StoredSuite } from '../../simulator.contract.ts';
import { checkInWords } from '../check-words.ts';
import { StartDialog } from '../runs/start-dialog.tsx';
import { ScenarioFields } from './scenario-fields.tsx';
import { blankScenario, blankSuite, scenariosFrom } from './suite-draft.ts';

type Props = {
  id: string;
  agentId: string;
  onClose: () => void;
  onRun: (runId: string) => void;
};

/** A suite, read first; `new` is one that is not there yet. */
export function SuiteEditor({ id, ...rest }: Props) {
  const { t } = useTranslation('simulator');
  const { data, error, refetch } = useEndpoint(
    'GET /api/simulator/suites/{id}',
    { params: { id } },
    { enabled: id !== 'new', staleTime: 0, gcTime: 0 },
  );
  if (id === 'new') return <Editor stored={null} {...rest} />;
  if (data) return <Editor stored={data} {...rest} />;
  return (
    <Page>
      <PageHeader
        title={t('shell:screens.agentSimulator')}
        back={{ to: paths.agentSimulator, label: t('shell:screens.agentSimulator') }}
      />
      {error ? <ReadFailed error={error} retry={refetch} /> : <Skeleton className="h-64 rounded-card" />}
    </Page>
  );
}

const formId = 'suite';

function Editor({
  stored: given,
  agentId,
  onClose,
  onRun,
}: Omit<Props, 'id'> & { stored: StoredSuite | null }) {
  const { t } = useTranslation('simulator');
  const canEdit = useUser().can['agents.edit'] !== false;
  const [stored, setStored] = useState(given);
  const [open, setOpen] = useState<number | null>(given ? null : 0);
  const [isDirty, setDirty] = useState(false);
  const [isPasting, setPasting] = useState(false);
  const [isStarting, setStarting] = useState(false);
  const form = useServerForm<{ suite: Suite }, StoredSuite>({
    values: { suite: given?.suite ?? blankSuite(t('suite.newName'), t('scenario.newName', { number: 1 })) },
    check: ({ suite }) => ({
      ...(!suite.name.trim() && { 'suite.name': t('suite.nameMissing') }),
      ...Object.fromEntries(
        suite.scenarios.flatMap(({ name, turns }, at) => [
          ...(name.trim() ? [] : [[`suite.scenarios.${at}.name`, t('suite.nameMissing')]]),
          ...(turns.some(({ text }) => !text.trim())
            ? [[`suite.scenarios.${at}.turns`, t('scenario.turnMissing')]]
            : []),
        ]),
      ),
    }),
    send: (body) =>
      stored
        ? api('PUT /api/simulator/suites/{id}', {
            params: { id: stored.id },
            body: { revision: stored.revision, ...body },
          })
        : api('POST /api/simulator/suites', { body: { agentId, ...body } }),
    refreshes: ['/api/simulator'],
    onDone: (answer) => {
      setDirty(false);
      setStored(answer);
      toast({ title: t('suite.saved') });
    },
  });
  const { suite } = form.values;
  const put = (change: Partial<Suite>) => {
    setDirty(true);
    form.set({ suite: { ...suite, ...change } });
  };
  const add = () => {
    let number = suite.scenarios.length + 1;
    const names = new Set(suite.scenarios.map(({ name }) => name));
    while (names.has(t('scenario.newName', { number }))) number += 1;
    put({ scenarios: [...suite.scenarios, blankScenario(t('scenario.newName', { number }))] });
    setOpen(suite.scenarios.length);
  };
  const hasRoom = suite.scenarios.length < testLimits.scenarios;
  return (
    <Page>
      <PageHeader
        title={suite.name || t('suite.newName')}
        actions={
          <>
            <Button variant="ghost" onClick={onClose}>
              {t('suite.all')}
            </Button>
            {stored && canEdit && (
              <Button icon={<Play size={16} />} disabled={isDirty} onClick={() => setStarting(true)}>
                {t('suites.run')}
              </Button>
            )}
            {canEdit && (
              <Button
                type="submit"
                form={formId}
                variant="primary"
                pending={form.isBusy}
                disabled={stored !== null && !isDirty}
              >
                {t('suite.save')}
              </Button>
            )}
          </>
        }
      />
      <Form of={form} id={formId} className="max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
        <Field label={t('suite.name')} error={form.errorOf('suite.name')} required>
          <Input value={suite.name} maxLength={120} onChange={({ target }) => put({ name: target.value })} />
        </Field>
        <Switch
          checked={suite.isRequired}
          onChange={(isRequired) => put({ isRequired })}
          label={t('suite.required')}
          help={t('suite.requiredHelp')}
        />
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {suite.scenarios.map((scenario, at) => {
            const problem =
              form.errorOf(`suite.scenarios.${at}.turns`) ?? form.errorOf(`suite.scenarios.${at}.name`);
            const isOpen = open === at || problem !== undefined;
            return (
              <li key={at} className="rounded-card border border-line bg-surface">
                <div className="flex items-start gap-1 p-2">
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    className="flex min-h-11 min-w-0 grow items-start gap-2 rounded-control px-2 py-1.5 text-left md:min-h-9"
                    onClick={() => setOpen(open === at ? null : at)}
                  >
                    <ChevronDown
                      size={16}
                      aria-hidden="true"
                      className={`mt-1 shrink-0 transition-transform duration-150 ${isOpen ? '' : '-rotate-90'}`}
                    />
                    <span className="min-w-0">
                      <span className="block font-medium wrap-anywhere">{scenario.name}</span>
                      {!isOpen && <Summary scenario={scenario} />}
                    </span>
                  </button>
                  {canEdit && suite.scenarios.length > 1 && (
                    <IconButton
                      label={t('scenario.remove', { name: scenario.name })}
                      onClick={() => {
                        put({ scenarios: suite.scenarios.toSpliced(at, 1) });
                        setOpen(null);
                      }}
                    >
                      <Trash2 size={16} />
                    </IconButton>
                  )}
                </div>
                {isOpen && (
                  <div className="border-t border-line p-4">
                    {form.errorOf(`suite.scenarios.${at}.turns`) && (
                      <p role="alert" className="mb-3 text-sm text-danger-ink">
                        {form.errorOf(`suite.scenarios.${at}.turns`)}
                      </p>
                    )}
                    <ScenarioFields
                      scenario={scenario}
                      nameError={form.errorOf(`suite.scenarios.${at}.name`)}
                      onChange={(next) => put({ scenarios: suite.scenarios.with(at, next) })}
                    />
                  </div>
                )}
              </li>
            );
          })}
        </ol>
        {canEdit && hasRoom && (
          <div className="flex flex-wrap gap-2">
            <Button icon={<Plus size={16} />} onClick={add}>
              {t('suite.addScenario')}
            </Button>
            <Button variant="ghost" icon={<ClipboardPaste size={16} />} onClick={() => setPasting(true)}>
              {t('suite.paste')}
            </Button>
          </div>
        )}
      </Form>
      {isPasting && (
        <PasteDialog
          onClose={() => setPasting(false)}
          onAdd={(lines) => {
            const names = suite.scenarios.map(({ name }) => name);
            put({
              scenarios: [...suite.scenarios, ...scenariosFrom(lines, names)].slice(0, testLimits.scenarios),
            });
            setPasting(false);
          }}
        />
      )}
      {isStarting && stored && (
        <StartDialog
          suiteId={stored.id}
          agentId={stored.agentId}
          onClose={() => setStarting(false)}
          onStarted={onRun}
        />
      )}
      <LeaveUnsaved isUnsaved={() => isDirty} />
    </Page>
  );
}

function Summary({ scenario }: { scenario: Suite['scenarios'][number] }) {
  const { t, i18n } = useTranslation('simulator');
  const checks = [...scenario.turns.flatMap((turn) => turn.checks), ...scenario.checks];
  return (
    <span className="line-clamp-2 text-sm text-muted">
      {[
        scenario.personas.map((persona) => t(`persona.${persona}`)).join(', '),
        ...checks.map((check) => checkInWords(check, t, i18n.language)),
      ].join(factGap)}
    </span>
  );
}

/** Takes many questions at once. */
function PasteDialog({ onClose, onAdd }: { onClose: () => void; onAdd: (lines: string) => void }) {
  const { t } = useTranslation('simulator');
  const [lines, setLines] = useState('');
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('suite.paste')}
      description={t('suite.pasteHelp')}
      actions={
        <>
          <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
          <Button variant="primary" disabled={!lines.trim()} onClick={() => onAdd(lines)}>
            {t('suite.pasteAdd')}
          </Button>
        </>
      }
    >
      <Field label={t('suite.pasteLines')}>
        <Textarea
          rows={8}
          maxLength={100_000}
          value={lines}
          placeholder={t('suite.pasteSample')}
          onChange={({ target }) => setLines(target.value)}
        />
      </Field>
    </Dialog>
  );
}
