import { move } from '@dnd-kit/helpers';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormBlock, FormBlockType, FormDocument } from '#shared/forms/document.ts';
import { toLanguage } from '#shared/languages.ts';
import { LeaveDialog } from '#features/agents/web/editor/leave-dialog.tsx';
import { draftFields, useEditorKeys } from '#features/agents/web/editor/use-editor-keys.ts';
import { useLeaveGuard } from '#features/agents/web/editor/use-leave-guard.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { DragList } from '#ui/list/drag-list.tsx';
import { Sheet } from '#ui/overlay/dialog.tsx';
import { useMediaQuery } from '#ui/browser/media.ts';
import { Tabs } from '#ui/controls/tabs.tsx';
import { ReadOnlyNotice } from '#ui/page/read-only-notice.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import type { Form } from '../../forms.contract.ts';
import { newBlock, withBlock, withBlockAt, withBlockCopied, withBlockMoved, withoutBlock } from './blocks.ts';
import { FormCanvas } from './canvas.tsx';
import { FormConflict } from './conflict-notice.tsx';
import { FormEditorHeader } from './editor-header.tsx';
import { FormInspector } from './inspector.tsx';
import { FormIssues } from './issues.tsx';
import { FormPalette } from './palette.tsx';
import { FormRules } from './rules.tsx';
import { FormSettings } from './settings.tsx';
import { FormShare } from './share.tsx';
import { inLanguage } from './form-language.models.ts';
import { loadFormTexts, useFormTexts } from './form-texts.ts';
import { useFormDraft } from './use-form-draft.ts';

const tabs = ['build', 'rules', 'settings'] as const;

/**
 * The builder: palette, canvas and inspector, rules, settings; everything is saved by itself and can be
 * undone.
 */
export function FormEditor({ form }: { form: Form }) {
  const { t, i18n } = useTranslation('forms');
  const canEdit = useUser().can['forms.edit'] !== false;
  const [store, state] = useFormDraft(form);
  const [tab, setTab] = useUrlParam<(typeof tabs)[number]>('tab', 'build', { allowed: tabs });
  const [selected, setSelected] = useState(form.draft.blocks[0]?.key ?? '');
  /** The block that is brought into view, and how often one was: the same may be asked for again. */
  const [shown, setShown] = useState({ key: '', count: 0 });
  const [said, setSaid] = useState('');
  const [panel, setPanel] = useState<'share' | 'preview' | 'palette' | 'inspector' | null>(null);
  const isWide = useMediaQuery('(min-width: 1024px)');
  const guard = useLeaveGuard(store);
  const { document } = state.value;
  const block = document.blocks.find(({ key }) => key === selected);
  const edit = (next: FormDocument, field: string): void =>
    store.change({ ...store.get().value, document: next }, field);
  const publish = useMutate('POST /api/forms/{id}/publish', {
    refreshes: ['/api/forms'],
    onSuccess: ({ publishedVersion }) => {
      if (publishedVersion === 1) setPanel('share');
      toast({
        variant: 'success',
        title: t('editor.published'),
        ...(publishedVersion > 1 && {
          action: { label: t('editor.seeLink'), onClick: () => setPanel('share') },
        }),
      });
    },
  });
  useEditorKeys({ undo: () => store.undo(), redo: () => store.redo(), save: () => void store.flush() });

  const texts = useFormTexts(document.settings.language);
  const words = (type: FormBlockType) => ({
    label: texts?.[`forms.types.${type}`] ?? t(`types.${type}`),
    option: (number: number) =>
      texts?.['option']?.replace('{{number}}', String(number)) ?? t('editor.option', { number }),
    row: (number: number) =>
      texts?.['row']?.replace('{{number}}', String(number)) ?? `${t('editor.row')} ${number}`,
  });
  const show = (key: string): void => {
    setSelected(key);
    setShown(({ count }) => ({ key, count: count + 1 }));
  };
  useEffect(() => {
    if (shown.key !== '')
      window.document
        .querySelector(`[data-block="${CSS.escape(shown.key)}"]`)
        ?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  const changeLanguage = async (language: FormDocument['settings']['language']): Promise<void> => {
    const { settings } = store.get().value.document;
    const written = await Promise.all(
      [language, settings.language, toLanguage(i18n.language) ?? settings.language].map(loadFormTexts),
    ).catch(() => []);
    const [to = {}, ...from] = written;
    edit(inLanguage(store.get().value.document, language, from, to), 'settings.language');
  };
  const add = (type: FormBlockType, at?: number): void => {
    const current = store.get().value.document;
    const made: FormBlock = newBlock(type, current, words(type));
    const after = current.blocks.findIndex(({ key }) => key === selected) + 1;
    const place = at ?? (after === 0 ? current.blocks.length : after);
    edit(withBlockAt(current, made, place), 'blocks');
    show(made.key);
    setSaid(
      t('editor.added', { name: t(`types.${type}`), place: place + 1, count: current.blocks.length + 1 }),
    );
    if (!isWide) setPanel('inspector');
  };
  const actions = {
    select: (key: string) => {
      setSelected(key);
      if (!isWide) setPanel('inspector');
    },
    move: (key: string, by: -1 | 1) => edit(withBlockMoved(document, key, by), 'blocks'),
    copy: (key: string) => {
      const copied = withBlockCopied(document, key);
      edit(copied.form, 'blocks');
      show(copied.key);
    },
    remove: (key: string) => {
      edit(withoutBlock(document, key), 'blocks');
      toast({
        title: t('editor.removed'),
        action: { label: t('common:actions.undo'), onClick: () => store.undo() },
      });
    },
  };
  const publishNow = async (): Promise<void> => {
    if (!(await store.flush())) return;
    publish.mutate({ params: { id: form.id }, body: { revision: store.get().revision } });
  };
  const openPreview = async (): Promise<void> => {
    if (await store.flush()) setPanel('preview');
  };
  const inspector = block ? (
    <FormInspector
      key={block.key}
      block={block}
      document={document}
      disabled={!canEdit}
      onChange={(change, field) => edit(withBlock(store.get().value.document, block.key, change), field)}
    />
  ) : (
    <p className="text-muted">{t('editor.nothingChosen')}</p>
  );
  const nameOf = (id: string): string => {
    const type = id.startsWith('palette:') ? (id.slice('palette:'.length) as FormBlockType) : null;
    const found = document.blocks.find(({ key }) => key === id);
    return type ? t(`types.${type}`) : found ? found.label || t(`types.${found.type}`) : '';
  };
  const palette = <FormPalette onAdd={(type) => add(type)} />;
  const canvas = (
    <FormCanvas
      document={document}
      selected={selected}
      canEdit={canEdit}
      faults={new Set(form.issues.flatMap((issue) => (issue.block === null ? [] : [issue.block])))}
      actions={actions}
    />
  );
  const build = (
    <DragList
      count={document.blocks.length}
      nameOf={nameOf}
      onDragEnd={(event) => {
        const { source, target } = event.operation;
        if (event.canceled || !source) return;
        const { blocks } = store.get().value.document;
        const id = String(source.id);
        if (id.startsWith('palette:')) {
          if (!target) return;
          const at = blocks.findIndex(({ key }) => key === target.id);
          add(id.slice('palette:'.length) as FormBlockType, at < 0 ? blocks.length : at);
          return;
        }
        const keys = move(
          blocks.map(({ key }) => key),
          event,
        );
        const byKey = new Map(blocks.map((entry) => [entry.key, entry]));
        edit(
          { ...store.get().value.document, blocks: keys.flatMap((key) => byKey.get(key) ?? []) },
          'blocks',
        );
      }}
    >
      {isWide ? (
        <div className="grid grid-cols-[260px_minmax(0,1fr)_320px] items-start gap-6">
          {canEdit ? (
            <aside
              aria-label={t('editor.palette')}
              className="sticky top-30 max-h-[calc(100dvh-8.5rem)] overflow-y-auto pb-4"
            >
              {palette}
            </aside>
          ) : (
            <span />
          )}
          {canvas}
          <aside
            aria-label={t('editor.inspector')}
            className="sticky top-30 max-h-[calc(100dvh-8.5rem)] overflow-y-auto rounded-card border border-line bg-surface p-4"
          >
            <h2 className="mb-4 font-semibold">{block ? t(`types.${block.type}`) : t('editor.inspector')}</h2>
            {inspector}
          </aside>
        </div>
      ) : (
        <>
          {canvas}
          {canEdit && (
            <div className="sticky bottom-[calc(var(--menu-bar,0px)+1rem)] mt-4 flex justify-center">
              <Button variant="primary" size="lg" onClick={() => setPanel('palette')}>
                {t('editor.addField')}
              </Button>
            </div>
          )}
          <Sheet
            open={panel === 'palette'}
            onOpenChange={(isOpen) => !isOpen && setPanel(null)}
            title={t('editor.palette')}
          >
            {palette}
          </Sheet>
          <Sheet
            open={panel === 'inspector' && block !== undefined}
            onOpenChange={(isOpen) => !isOpen && setPanel(null)}
            title={block ? t(`types.${block.type}`) : t('editor.inspector')}
          >
            <div {...draftFields}>{inspector}</div>
          </Sheet>
        </>
      )}
    </DragList>
  );
  return (
    <div {...draftFields}>
      <FormEditorHeader
        form={form}
        store={store}
        state={state}
        canEdit={canEdit}
        isPublishing={publish.isPending}
        onPreview={() => void openPreview()}
        onShare={() => setPanel('share')}
        onPublish={() => void publishNow()}
      />
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="px-4 pt-3 pb-10 md:px-6">
        {!canEdit && <ReadOnlyNotice className="mb-4" />}
        {state.status === 'conflict' && <FormConflict formId={form.id} store={store} />}
        <FormIssues
          form={form}
          onShow={(issue) =>
            issue.block !== null
              ? (setTab('build'), show(issue.block))
              : setTab(issue.rule !== null ? 'rules' : issue.name !== '' ? 'settings' : 'build')
          }
        />
        <Tabs
          label={t('editor.tabs')}
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'build', label: t('editor.build'), content: <div className="pt-4">{build}</div> },
            {
              value: 'rules',
              label: t('editor.rules', { count: document.rules.length }),
              content: (
                <div className="pt-4">
                  <FormRules
                    document={document}
                    disabled={!canEdit}
                    faults={new Set(form.issues.flatMap(({ rule }) => (rule === null ? [] : [rule])))}
                    onChange={(rules, field) => edit({ ...document, rules }, field)}
                  />
                </div>
              ),
            },
            {
              value: 'settings',
              label: t('editor.settings'),
              content: (
                <div className="pt-4">
                  <FormSettings
                    document={document}
                    disabled={!canEdit}
                    onChange={edit}
                    onLanguage={(language) => void changeLanguage(language)}
                  />
                </div>
              ),
            },
          ]}
        />
      </div>
      {panel === 'share' && <FormShare form={form} canEdit={canEdit} onClose={() => setPanel(null)} />}
      <Sheet
        open={panel === 'preview'}
        onOpenChange={(isOpen) => !isOpen && setPanel(null)}
        title={t('editor.preview')}
        className="md:max-w-3xl"
      >
        {panel === 'preview' && (
          <iframe
            key={state.revision}
            src={`/api/forms/${form.id}/preview`}
            title={t('editor.preview')}
            className="h-[75dvh] w-full rounded-card border border-line"
          />
        )}
      </Sheet>
      {guard.isAsking && <LeaveDialog onLeave={guard.leave} onStay={guard.stay} />}
    </div>
  );
}
