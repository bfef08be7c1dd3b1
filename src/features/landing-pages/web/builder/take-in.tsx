import { useTranslation } from 'react-i18next';
import { useMutate } from '#ui/api/hooks.ts';
import { Button } from '#ui/controls/button.tsx';

type Props = {
  pageId: string;
  url: string;
  /** It stands in a text, where pages show a link in its place. */
  isLink?: boolean;
  onTake: (src: string, width: number, height: number) => void;
};

/** Whether a picture stands on another server, from which the dashboard loads nothing. */
export const isElsewhere = (src: string): boolean => src.startsWith('https:');

/** Says where the picture stands, and makes it one of the page's own. */
export function TakeIn({ pageId, url, isLink = false, onTake }: Props) {
  const { t } = useTranslation('landing-builder');
  const takeIn = useMutate('POST /api/landing-pages/{id}/images/from-address', {
    refreshes: ['/api/landing-pages'],
  });
  return (
    <div className="grid justify-items-start gap-2 text-sm">
      <p className="text-muted">
        {t(isLink ? 'picture.linked' : 'picture.elsewhere', { host: new URL(url).host })}
      </p>
      <Button
        size="sm"
        pending={takeIn.isPending}
        onClick={() =>
          takeIn.mutate(
            { params: { id: pageId }, body: { url } },
            { onSuccess: ({ src, width, height }) => onTake(src, width, height) },
          )
        }
      >
        {t('picture.takeIn')}
      </Button>
    </div>
  );
}
