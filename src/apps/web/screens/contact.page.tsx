import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ContactActions } from '#features/contacts/web/record/contact-actions.tsx';
import { ContactFacts } from '#features/contacts/web/record/contact-facts.tsx';
import { useContactName } from '#features/contacts/web/contact-name.ts';
import { ContactRecord, useContactChange } from '#features/contacts/web/record/contact-record.tsx';
import { ContactTimeline } from '#features/contacts/web/record/contact-timeline.tsx';
import { LifecycleBadge, LifecycleMenu } from '#features/contacts/web/lifecycle.tsx';
import { ContactThreads, useContactThreads } from '#features/conversations/web/contact-threads.tsx';
import { VisitorDeletions } from '#features/conversations/web/visitor-deletions.tsx';
import { AnswerActions } from '#features/simulator/web/answer-actions.tsx';
import { ContactMoney } from '#features/payments/web/purchases/contact-money.tsx';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import { Badge, Skeleton } from '#ui/page/display.tsx';
import { useMediaQuery } from '#ui/browser/media.ts';
import { Page, PageHeader } from '#ui/page/page.tsx';
import { useShortcuts } from '#ui/browser/shortcuts.ts';
import { Tabs } from '#ui/controls/tabs.tsx';
import { toast } from '#ui/overlay/toast-store.ts';
import { useUrlParam } from '#ui/browser/url-param.ts';
import { ReadFailed } from '#ui/page/read-failed.tsx';
import { NotFoundInside } from '../shell/states.tsx';

/**
 * What is known of the person stands beside the others, and is a part of its own where there is no room for
 * that.
 */
const views = ['conversations', 'activity', 'details'] as const;
type View = (typeof views)[number];

/** One contact: what was said and what happened, and at the side what is known of the person. */
export function ContactPage() {
  const { t } = useTranslation(['contacts', 'contact-record']);
  const { id } = useParams({ from: '/shell/dashboard/contacts/$id' });
  const user = useUser();
  const contact = useEndpoint('GET /api/contacts/{id}', { params: { id } }, { staleTime: 0 });
  const threads = useContactThreads(id);
  const nameOf = useContactName();
  const navigate = useNavigate();
  const change = useContactChange(id);
  // Somebody who never wrote has no conversations to begin with.
  const fallback: View = contact.data && contact.data.conversationCount === 0 ? 'activity' : 'conversations';
  const [asked, setView] = useUrlParam<View>('view', fallback, { allowed: views, push: true });
  const isWide = useMediaQuery('(min-width: 1024px)');
  const view = isWide && asked === 'details' ? fallback : asked;
  useShortcuts([
    {
      id: 'contact.back',
      keys: 'u',
      label: t('back'),
      group: t('shell:screens.contacts'),
      run: () => void navigate({ to: paths.contacts }),
    },
  ]);
  if (contact.error?.status === 404) return <NotFoundInside />;
  if (contact.data && contact.data.id !== id) return <Navigate to={paths.contact(contact.data.id)} replace />;
  const shown = contact.data ? nameOf(contact.data) : null;
  const openConversation = (conversationId: string) => {
    setView('conversations');
    requestAnimationFrame(() => document.getElementById(conversationId)?.focus());
  };
  const details = (
    <div className="grid min-w-0 gap-4">
      {contact.data ? (
        <>
          <ContactRecord contact={contact.data} />
          <ContactFacts
            contact={contact.data}
            pages={(threads.data?.conversations ?? []).flatMap(({ pageUrl }) => pageUrl ?? [])}
          />
        </>
      ) : (
        !contact.error && <Skeleton className="h-96 w-full" />
      )}
      <ContactMoney contactId={id} />
      <VisitorDeletions contactId={id} />
    </div>
  );
  const content: Record<View, React.ReactNode> = {
    details,
    conversations: (
      <ContactThreads
        visitor={shown ?? { name: '', isKnown: false }}
        threads={threads}
        actionsOf={(message, { agentId, messages }) => (
          <AnswerActions agentId={agentId} message={message} messages={messages} />
        )}
      />
    ),
    activity: <ContactTimeline contactId={id} onConversation={openConversation} />,
  };
  const saveLifecycle = (lifecycle: Parameters<typeof change>[0]['lifecycle']) =>
    void change({ lifecycle }).catch((error: unknown) =>
      toast({
        variant: 'destructive',
        title: t('contact-record:notSaved'),
        description: error instanceof Error ? error.message : undefined,
      }),
    );
  return (
    <Page>
      <PageHeader
        title={shown?.name ?? t('shell:screens.contacts')}
        description={shown?.detail}
        back={{ to: paths.contacts, label: t('shell:screens.contacts') }}
        actions={
          contact.data && (
            <>
              {user.can['contacts.edit'] === false ? (
                <LifecycleBadge lifecycle={contact.data.lifecycle} />
              ) : (
                <LifecycleMenu lifecycle={contact.data.lifecycle} onChange={saveLifecycle} />
              )}
              {contact.data.isBlocked && (
                <Badge tone="danger" dot>
                  {t('block.badge')}
                </Badge>
              )}
              <ContactActions contact={contact.data} />
            </>
          )
        }
      />
      {contact.error && !contact.data && (
        <ReadFailed title={t('thread.unreadable')} error={contact.error} retry={contact.refetch} />
      )}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="min-w-0">
          {contact.data ? (
            <Tabs
              label={t('contact-record:views')}
              value={view}
              onChange={setView}
              tabs={views
                .filter((value) => !isWide || value !== 'details')
                .map((value) => ({
                  value,
                  label: t(`contact-record:view.${value}`),
                  content: content[value],
                }))}
            />
          ) : (
            !contact.error && <Skeleton className="h-96 w-full" />
          )}
        </div>
        {isWide && details}
      </div>
    </Page>
  );
}
