import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#shared/paths.ts';
import { useMutate } from '#ui/api/hooks.ts';
import { useServerEvents } from '#ui/api/server-events.ts';
import { useSession } from '#ui/api/session.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { useInboxCounts } from '../inbox-data.ts';
import { tellOnDesktop } from './desktop.ts';
import { isWorkerWord, pushStore } from './push.ts';
import { playNoticeSound } from './sound.ts';

/**
 * So often an open dashboard says that its member is there, in ms; the server believes it for two and a half
 * minutes.
 */
const tellEvery = 60_000;

/**
 * Watches the inbox from every screen of the dashboard: says that the member is there, counts what asks for
 * them, rings when somebody new waits, and says it on the desktop of who looks elsewhere, puts the number
 * before the tab's title, and tells them when a colleague names them. Shows nothing itself: it hands the number
 * to the frame, which waits for none of this.
 */
export function InboxWatch({ onAttention }: { onAttention: (attention: number) => void }): null {
  const { t } = useTranslation('shell');
  const user = useSession();
  const navigate = useNavigate();
  const mayRead = user?.can['inbox.read'] ?? false;
  const mayReply = user?.can['inbox.reply'] ?? false;
  const { attention = 0 } = useInboxCounts(mayRead) ?? {};
  const { mutate: tell } = useMutate('PUT /api/inbox/presence', { failure: false });
  useEffect(() => {
    if (!mayReply) return;
    const say = () => document.visibilityState === 'visible' && tell({ body: {} });
    say();
    const timer = setInterval(say, tellEvery);
    document.addEventListener('visibilitychange', say);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', say);
    };
  }, [mayReply, tell]);
  useEffect(() => onAttention(attention), [attention, onAttention]);
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (before.current !== null && attention > before.current && mayReply) {
      playNoticeSound();
      // Where a push service tells this browser, the tab need not.
      if (user && pushStore.get(user) !== 'on')
        tellOnDesktop(t('inbox.attention', { count: attention }), () => void navigate({ to: paths.inbox }));
    }
    before.current = attention;
  }, [attention, mayReply, navigate, t, user]);
  useEffect(() => {
    if (user && mayReply) void pushStore.keepUp(user);
  }, [user, mayReply]);
  useEffect(() => {
    const { serviceWorker } = navigator;
    const hear = ({ data }: MessageEvent) => isWorkerWord(data) && void navigate({ to: data.path });
    serviceWorker?.addEventListener('message', hear);
    serviceWorker?.startMessages();
    return () => serviceWorker?.removeEventListener('message', hear);
  }, [navigate]);
  useEffect(() => {
    const mark = () => {
      const plain = document.title.replace(/^\(\d+\) /, '');
      const wanted = attention > 0 ? `(${attention}) ${plain}` : plain;
      if (document.title !== wanted) document.title = wanted;
    };
    mark();
    const observer = new MutationObserver(mark);
    const title = document.querySelector('title');
    if (title) observer.observe(title, { childList: true });
    return () => observer.disconnect();
  }, [attention]);
  useServerEvents({
    'inbox.mentioned': (data) => {
      const { userIds, conversationId, by } = data as {
        userIds?: string[];
        conversationId?: string;
        by?: string;
      };
      if (!user || !conversationId || !userIds?.includes(user.id)) return;
      toast({
        title: t('inbox.mentioned', { name: by }),
        action: {
          label: t('inbox.open'),
          onClick: () => void navigate({ to: paths.inboxThread(conversationId) }),
        },
        duration: 15_000,
      });
    },
  });
  return null;
}
