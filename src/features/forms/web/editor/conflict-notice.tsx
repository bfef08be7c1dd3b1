import { useTranslation } from 'react-i18next';
import { ConflictChoice } from '#features/agents/web/editor/conflict-choice.tsx';
import { api } from '#ui/api/client.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import type { FormDraftStore } from './use-form-draft.ts';

/** Somebody else saved this form in between. */
export function FormConflict({ formId, store }: { formId: string; store: FormDraftStore }) {
  const { t } = useTranslation('forms');
  return (
    <ConflictChoice
      className="mb-4"
      texts={{
        title: t('conflict.title'),
        text: t('conflict.text'),
        theirs: t('conflict.theirs'),
        mine: t('conflict.mine'),
      }}
      decide={async (choice) => {
        const { name, draft, draftRevision } = await api('GET /api/forms/{id}', { params: { id: formId } });
        const theirs = { name, document: draft };
        if (choice === 'mine') return store.keepMine(theirs, draftRevision);
        store.replace(theirs, draftRevision);
        toast({
          title: t('conflict.loaded'),
          action: { label: t('common:actions.undo'), onClick: () => store.undo() },
        });
        return null;
      }}
    />
  );
}
