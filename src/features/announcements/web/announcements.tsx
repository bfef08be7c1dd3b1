import { ExternalLink, Megaphone, X } from 'lucide-react';
import { useEffect } from 'react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { useEndpoint, useMutate } from '#ui/api/hooks.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { IconButton } from '#ui/controls/icon-button.tsx';
import { Callout } from '#ui/page/display.tsx';

const aMinute = 60_000;

/** What whoever runs the server has to say, above every page. */
export function Announcements() {
  const { t } = useTranslation('announcements', { useSuspense: false });
  const { data } = useEndpoint('GET /api/announcements', undefined, { staleTime: 5 * aMinute });
  const dismiss = useMutate('POST /api/announcements/{id}/dismiss', { refreshes: ['/api/announcements'] });
  const announcements = data?.announcements ?? [];
  const isNeeded = announcements.length > 0;
  useEffect(() => {
    if (isNeeded) void i18next.loadNamespaces('announcements');
  }, [isNeeded]);
  if (!isNeeded) return null;
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-2 px-4 pt-4 md:px-8">
      {announcements.map(({ id, level, text, linkUrl, isDismissible }) => (
        <Callout
          key={id}
          live
          tone={level}
          icon={<Megaphone size={20} aria-hidden="true" />}
          action={
            (linkUrl || isDismissible) && (
              <span className="flex items-center gap-1">
                {linkUrl && (
                  <a
                    href={linkUrl}
                    className={buttonClass({ variant: 'ghost', size: 'sm', className: 'gap-2' })}
                    {...(linkUrl.startsWith('/') ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
                  >
                    {t('more')}
                    {!linkUrl.startsWith('/') && <ExternalLink size={16} aria-hidden="true" />}
                  </a>
                )}
                {isDismissible && (
                  <IconButton
                    size="sm"
                    label={t('dismiss')}
                    disabled={dismiss.isPending}
                    onClick={() => dismiss.mutate({ params: { id } })}
                  >
                    <X size={16} />
                  </IconButton>
                )}
              </span>
            )
          }
        >
          <span className="break-words whitespace-pre-line">{text}</span>
        </Callout>
      ))}
    </div>
  );
}
