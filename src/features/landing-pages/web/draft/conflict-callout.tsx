import { useTranslation } from 'react-i18next';
import { ConflictChoice } from '#features/agents/web/editor/conflict-choice.tsx';
import { api } from '#ui/api/client.ts';
import type { LandingPage } from '../../landing-pages.contract.ts';
import { documentOf, type PageDraftStore } from './use-page-draft.ts';

type Props = {
  pageId: string;
  store: PageDraftStore;
  /** Shows the page of the other one, and says so. */
  onTake: (page: LandingPage, said: string) => void;
  /** One's own changes stand on the other page now. */
  onMerged: () => void;
};

/** Somebody else saved this page in between. */
export function ConflictCallout({ pageId, store, onTake, onMerged }: Props) {
  const { t } = useTranslation('landing-builder');
  return (
    <ConflictChoice
      texts={{
        title: t('conflict.title'),
        text: t('conflict.text'),
        theirs: t('conflict.theirs'),
        mine: t('conflict.mine'),
      }}
      decide={async (choice) => {
        const page = await api('GET /api/landing-pages/{id}', { params: { id: pageId } });
        if (choice === 'theirs') return onTake(page, t('conflict.loaded'));
        const saving = store.keepMine(documentOf(page), page.draftRevision);
        onMerged();
        return saving;
      }}
    />
  );
}
