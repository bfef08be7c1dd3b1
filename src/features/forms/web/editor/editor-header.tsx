import { Link } from '@tanstack/react-router';
import { ArrowLeft, Eye, Inbox, Redo2, Share2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Badge } from '#ui/page/display.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Input } from '#ui/controls/input.tsx';
import { SaveState, usePageTitle } from '#ui/page/page.tsx';
import type { Form } from '../../forms.contract.ts';
import type { FormDraftState, FormDraftStore } from './use-form-draft.ts';

type Props = {
  form: Form;
  store: FormDraftStore;
  state: FormDraftState;
  canEdit: boolean;
  isPublishing: boolean;
  onPreview: () => void;
  onShare: () => void;
  onPublish: () => void;
};

/** Name, whether it is saved, and what can be done with the whole form. */
export function FormEditorHeader({
  form,
  store,
  state,
  canEdit,
  isPublishing,
  onPreview,
  onShare,
  onPublish,
}: Props) {
  const { t } = useTranslation('forms');
  const { name } = state.value;
  usePageTitle(name);
  const save =
    state.status === 'saving' || state.status === 'waiting'
      ? 'saving'
      : state.status === 'saved'
        ? 'saved'
        : state.status === 'failed' || state.status === 'refused'
          ? 'failed'
          : 'idle';
  const isNew = form.hasChanges || state.isDirty;
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-page">
      <h1 className="sr-only">{name || t('list.unnamed')}</h1>
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 md:px-6">
        <div className="flex min-w-0 grow basis-72 items-center gap-2">
          <Link
            to={paths.forms}
            aria-label={t('editor.back')}
            title={t('editor.back')}
            className="-ml-2 flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-ink md:size-9 dark:hover:bg-line"
          >
            <ArrowLeft size={20} aria-hidden="true" />
          </Link>
          <div className="w-full max-w-72 min-w-0">
            <Input
              aria-label={t('editor.name')}
              aria-invalid={name.trim() === ''}
              value={name}
              maxLength={80}
              disabled={!canEdit}
              onChange={(event) => store.change({ ...state.value, name: event.target.value }, 'name')}
            />
          </div>
          <Badge
            tone={!form.isPublished ? 'neutral' : form.isActive ? 'success' : 'warning'}
            dot
            className="shrink-0"
          >
            {t(!form.isPublished ? 'list.draft' : form.isActive ? 'list.active' : 'list.inactive')}
          </Badge>
          <span className="hidden xl:inline">
            <SaveState status={save} onRetry={() => void store.flush()} />
          </span>
        </div>
        <div className="ml-auto flex items-center gap-1">
          {canEdit && (
            <>
              <IconButton
                label={t('editor.undo')}
                keys="mod+z"
                disabled={!state.canUndo}
                onClick={() => store.undo()}
              >
                <Undo2 size={16} />
              </IconButton>
              <span className="max-sm:hidden">
                <IconButton
                  label={t('editor.redo')}
                  keys="mod+shift+z"
                  disabled={!state.canRedo}
                  onClick={() => store.redo()}
                >
                  <Redo2 size={16} />
                </IconButton>
              </span>
            </>
          )}
          <Link
            to={paths.formSubmissions(form.id)}
            aria-label={`${t('submissions.title')}: ${form.submissionCount}`}
            title={t('submissions.title')}
            className={buttonClass({ variant: 'ghost', className: 'px-3' })}
          >
            <Inbox size={16} aria-hidden="true" />
            <span className="tabular">{form.submissionCount}</span>
          </Link>
          <IconButton label={t('share.title')} onClick={onShare}>
            <Share2 size={16} />
          </IconButton>
          <IconButton label={t('editor.preview')} onClick={onPreview}>
            <Eye size={16} />
          </IconButton>
          {canEdit && (
            <Button
              variant="primary"
              pending={isPublishing}
              disabled={form.isPublished && !isNew}
              onClick={onPublish}
            >
              <span className="max-sm:hidden">{t('editor.publish')}</span>
              <span className="sm:hidden">{t('editor.publishShort')}</span>
            </Button>
          )}
        </div>
      </div>
    </header>
  );
}
