import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/button.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { Callout } from '#ui/page/display.tsx';

type Choice = 'theirs' | 'mine';

type Props = {
  /** In the words of what was changed. */
  texts: Record<'title' | 'text' | Choice, string>;
  /** Reads what the other one saved, and takes it or puts one's own changes on it. */
  decide: (choice: Choice) => Promise<unknown>;
  className?: string;
};

/** Somebody else saved in between: nothing is lost, the person decides. */
export function ConflictChoice({ texts, decide, className }: Props) {
  const { t } = useTranslation('common');
  const [busy, setBusy] = useState<Choice | null>(null);
  const run = async (choice: Choice): Promise<void> => {
    setBusy(choice);
    try {
      await decide(choice);
    } catch (error) {
      toast({
        variant: 'destructive',
        title: t('failed.title'),
        description: error instanceof Error ? error.message : undefined,
      });
    }
    setBusy(null);
  };
  const button = (choice: Choice) => (
    <Button size="sm" pending={busy === choice} disabled={busy !== null} onClick={() => void run(choice)}>
      {texts[choice]}
    </Button>
  );
  return (
    <Callout
      tone="warning"
      live
      className={className}
      icon={<UsersRound size={20} />}
      title={texts.title}
      action={
        <div className="flex flex-wrap gap-2">
          {button('theirs')}
          {button('mine')}
        </div>
      }
    >
      {texts.text}
    </Callout>
  );
}
