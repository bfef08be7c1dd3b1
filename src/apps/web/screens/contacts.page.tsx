import { ContactsPage } from '#features/contacts/web/contacts.page.tsx';
import { VisitorDeletions } from '#features/conversations/web/visitor-deletions.tsx';

/** Everybody who wrote to an agent, and that some of them took back what they wrote. */
export function AllContactsPage() {
  return <ContactsPage below={<VisitorDeletions />} />;
}
