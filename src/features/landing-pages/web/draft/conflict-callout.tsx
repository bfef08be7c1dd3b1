import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#ui/api/client.ts';
import { Button } from '#ui/controls/button.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Callout } from '#ui/page/display.tsx';
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

/** Somebody else saved in between: nothing is lost, whoever works here decides. */
export function ConflictCallout({ pageId, store, onTake, onMerged }: Props) {
  const { t } = useTranslation('landing-builder');
  const [busy, setBusy] = useState<'theirs' | 'mine' | null>(null);
  const decide = async (choice: 'theirs' | 'mine'): Promise<void> => {
    setBusy(choice);
    try {
      const page = await api('GET /api/landing-pages/{id}', { params: { id: pageId } });
      if (choice === 'theirs') onTake(page, t('conflict.loaded'));
      else {
        const saving = store.keepMine(documentOf(page), page.draftRevision);
        onMerged();
        await saving;
      }
    } catch (error) {
      toast({
        variant: 'destructive',
        title: t('common:failed.title'),
        description: error instanceof Error ? error.message : undefined,
      });
    }
    setBusy(null);
  };
  const button = (choice: 'theirs' | 'mine') => (
    <Button size="sm" pending={busy === choice} disabled={busy !== null} onClick={() => void decide(choice)}>
      {t(`conflict.${choice}`)}
    </Button>
  );
  return (
    <Callout
      tone="warning"
      live
      icon={<UsersRound size={20} />}
      title={t('conflict.title')}
      action={
        <div className="flex flex-wrap gap-2">
          {button('theirs')}
          {button('mine')}
        </div>
      }
    >
      {t('conflict.text')}
    </Callout>
  );
}
