import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, ExternalLink } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { slugOf } from '#shared/text/slug.ts';
import { languageNames, languages } from '#shared/languages.ts';
import { api } from '#ui/api/client.ts';
import { setEndpointData, useMutate } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Button, buttonClass } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { Input, Textarea } from '#ui/controls/input.tsx';
import { Select } from '#ui/controls/select.tsx';
import { LeaveUnsaved } from '#ui/form/leave-unsaved.tsx';
import { Form } from '#ui/form/form.tsx';
import { useServerForm } from '#ui/form/server-form.ts';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Badge } from '#ui/page/display.tsx';
import { blogCategories, blogLimits, type StoredPost } from '../blog.contract.ts';
import { draftOf, inputOf, type PostDraft } from './post-draft.ts';
import { PostPreview } from './post-preview.tsx';

const listPath = '/api/superadmin/blog';

/** Writes a post beside its preview; saves it as a draft, publishes it, takes it back, deletes it. */
export function PostEditor({ saved, onOpen }: { saved: StoredPost | null; onOpen: (post: string) => void }) {
  const { t, i18n } = useTranslation('blog-editor');
  const user = useUser();
  const client = useQueryClient();
  const formId = useId();
  const [stored, setStored] = useState(saved);
  const [hasOwnSlug, setOwnSlug] = useState(saved !== null);
  const [isDirty, setDirtyState] = useState(false);
  const [asksToDelete, setAsksToDelete] = useState(false);
  // Leaving is looked at before what was saved is drawn.
  const dirty = useRef(false);
  const publishes = useRef(false);
  const setDirty = (next: boolean): void => {
    dirty.current = next;
    setDirtyState(next);
  };
  const keep = (post: StoredPost): void => {
    setStored(post);
    setEndpointData(client, 'GET /api/superadmin/blog/{id}', { params: { id: post.id } }, () => post);
  };
  const form = useServerForm({
    values: draftOf(saved, languages.find((one) => one === i18n.language) ?? 'en', user.name),
    check: ({ title }) => ({ title: title.trim() === '' ? t('needed') : undefined }),
    send: async (draft) => {
      const body = inputOf(draft);
      const post = stored
        ? await api('PUT /api/superadmin/blog/{id}', {
            params: { id: stored.id },
            body: { ...body, revision: stored.revision },
          })
        : await api('POST /api/superadmin/blog', { body });
      // It is saved by now, whatever becomes of publishing it.
      keep(post);
      setDirty(false);
      return publishes.current
        ? api('POST /api/superadmin/blog/{id}/publish', { params: { id: post.id } })
        : post;
    },
    refreshes: [listPath],
    onDone: (post) => {
      keep(post);
      form.set({ slug: post.slug });
      toast({ variant: 'success', title: t(publishes.current ? 'published' : 'saved') });
      if (!saved) onOpen(post.id);
    },
  });
  const { values, errorOf } = form;
  const put = (change: Partial<PostDraft>): void => {
    setDirty(true);
    form.set(change);
  };
  const unpublish = useMutate('POST /api/superadmin/blog/{id}/unpublish', {
    refreshes: [listPath],
    onSuccess: (post) => {
      keep(post);
      toast({ title: t('unpublished') });
    },
  });
  const submitAs = (isPublishing: boolean): void => {
    publishes.current = isPublishing;
    form.submit();
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="ghost" icon={<ArrowLeft size={16} />} onClick={() => onOpen('')}>
          {t('back')}
        </Button>
        <Badge tone={stored?.isPublished ? 'success' : 'neutral'} dot>
          {t(stored?.isPublished ? 'state.published' : 'state.draft')}
        </Badge>
        <span className="grow" />
        {stored && (
          <Button variant="ghost" onClick={() => setAsksToDelete(true)}>
            {t('delete')}
          </Button>
        )}
        {stored?.isPublished && (
          <>
            <a
              href={`/blog/${stored.slug}`}
              target="_blank"
              rel="noopener"
              className={buttonClass({ variant: 'ghost', className: 'gap-2' })}
            >
              {t('look')}
              <ExternalLink size={16} aria-hidden="true" />
            </a>
            <Button
              pending={unpublish.isPending}
              onClick={() => unpublish.mutate({ params: { id: stored.id } })}
            >
              {t('unpublish')}
            </Button>
          </>
        )}
        <Button
          variant={stored?.isPublished ? 'primary' : 'outline'}
          pending={form.isBusy && !publishes.current}
          disabled={form.isBusy || (stored !== null && !isDirty)}
          onClick={() => submitAs(false)}
        >
          {t(stored?.isPublished ? 'saveForAll' : 'save')}
        </Button>
        {!stored?.isPublished && (
          <Button
            variant="primary"
            pending={form.isBusy && publishes.current}
            disabled={form.isBusy}
            onClick={() => submitAs(true)}
          >
            {t('publish')}
          </Button>
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
        <Form of={form} id={formId} className="grid-cols-[minmax(0,1fr)] content-start gap-5">
          <Field label={t('field.title')} error={errorOf('title')} required>
            <Input
              value={values.title}
              maxLength={blogLimits.title}
              onChange={({ target }) =>
                put({ title: target.value, ...(!hasOwnSlug && { slug: slugOf(target.value) }) })
              }
            />
          </Field>
          <Field label={t('field.slug')} help={t('help.slug')} error={errorOf('slug')} required>
            <Input
              value={values.slug}
              maxLength={blogLimits.slug}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => {
                setOwnSlug(true);
                put({ slug: target.value });
              }}
            />
          </Field>
          <Field label={t('field.description')} help={t('help.description')} error={errorOf('description')}>
            <Textarea
              rows={2}
              value={values.description}
              maxLength={blogLimits.description}
              onChange={({ target }) => put({ description: target.value })}
            />
          </Field>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={t('field.category')}>
              <Select
                value={values.category}
                onChange={(category) => put({ category })}
                options={blogCategories.map((value) => ({ value, label: t(`category.${value}`) }))}
              />
            </Field>
            <Field label={t('field.language')}>
              <Select
                value={values.language}
                onChange={(language) => put({ language })}
                options={languages.map((value) => ({ value, label: languageNames[value] }))}
              />
            </Field>
            <Field label={t('field.tags')} help={t('help.tags')} error={errorOf('tags')}>
              <Input value={values.tags} onChange={({ target }) => put({ tags: target.value })} />
            </Field>
            <Field label={t('field.author')} error={errorOf('author')} required>
              <Input
                value={values.author}
                maxLength={80}
                onChange={({ target }) => put({ author: target.value })}
              />
            </Field>
          </div>
          <Field label={t('field.body')} help={t('help.body')} error={errorOf('body')}>
            <Textarea
              rows={18}
              value={values.body}
              maxLength={blogLimits.body}
              className="max-h-[70vh] min-h-80 font-mono"
              onChange={({ target }) => put({ body: target.value })}
            />
          </Field>
        </Form>
        <PostPreview body={values.body} language={values.language} />
      </div>
      {asksToDelete && stored && (
        <ConfirmDialog
          title={t('deleting.title', { title: stored.title })}
          description={t('deleting.text')}
          confirm={t('delete')}
          run={async () => {
            await api('DELETE /api/superadmin/blog/{id}', { params: { id: stored.id } });
            setDirty(false);
            toast({ title: t('deleted') });
            onOpen('');
          }}
          onClose={() => setAsksToDelete(false)}
        />
      )}
      <LeaveUnsaved isUnsaved={() => dirty.current} />
    </div>
  );
}
