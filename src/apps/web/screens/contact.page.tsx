import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ContactFacts } from '#features/contacts/web/contact-facts.tsx';
import { useContactName } from '#features/contacts/web/contact-name.ts';
import { ContactThreads, useContactThreads } from '#features/conversations/web/contact-threads.tsx';
import { VisitorDeletions } from '#features/conversations/web/visitor-deletions.tsx';
import { ContactMoney } from '#features/payments/web/contact-money.tsx';
import { paths } from '#shared/paths.ts';
import { useEndpoint } from '#ui/api/hooks.ts';
import { Button } from '#ui/button.tsx';
import { Callout, Skeleton } from '#ui/display.tsx';
import { Page, PageHeader } from '#ui/page.tsx';
import { useShortcuts } from '#ui/shortcuts.ts';
import { NotFoundInside } from '../shell/states.tsx';

/** One contact: the conversations, and at the side what is known of the person. */
export function ContactPage() {
  const { t } = useTranslation('contacts');
  const { id = '' } = useParams({ strict: false });
  const contact = useEndpoint('GET /api/contacts/{id}', { params: { id } }, { staleTime: 0 });
  const threads = useContactThreads(id);
  const nameOf = useContactName();
  const navigate = useNavigate();
  useShortcuts([{ id: 'contact.back', keys: 'u', label: t('back'), group: t('shell:screens.contacts'), run: () => void navigate({ to: paths.contacts }) }]);
  if (contact.error?.status === 404) return <NotFoundInside />;
  const shown = contact.data ? nameOf(contact.data) : null;
  return (
    <Page>
      <PageHeader
        title={shown?.name ?? t('shell:screens.contacts')}
        description={shown?.detail}
        back={
          <Link to={paths.contacts} className="inline-flex min-h-11 items-center gap-1 text-muted hover:text-ink md:min-h-6">
            <ChevronLeft size={16} strokeWidth={1.75} />
            {t('shell:screens.contacts')}
          </Link>
        }
      />
      {contact.error && !contact.data && (
        <Callout tone="danger" action={<Button onClick={() => void contact.refetch()}>{t('common:tryAgain')}</Button>}>
          {t('thread.unreadable')}
        </Callout>
      )}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0">
          <ContactThreads visitor={shown ?? { name: '', isKnown: false }} threads={threads} />
        </div>
        <div className="min-w-0 lg:sticky lg:top-8">
          {contact.data ? <ContactFacts contact={contact.data} pages={(threads.data?.conversations ?? []).flatMap(({ pageUrl }) => pageUrl ?? [])} /> : !contact.error && <Skeleton className="h-96 w-full" />}
          <ContactMoney contactId={id} />
          <VisitorDeletions contactId={id} />
        </div>
      </div>
    </Page>
  );
}
