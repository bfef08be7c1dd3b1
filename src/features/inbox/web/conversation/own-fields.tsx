import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactDetail } from '#features/contacts/contacts.contract.ts';
import { useContactChange } from '#features/contacts/web/record/contact-record.tsx';
import type { CustomInput } from '#features/custom-fields/custom-fields.contract.ts';
import { CustomValues } from '#features/custom-fields/web/custom-values.tsx';
import { useCustomFields } from '#features/custom-fields/web/use-custom-fields.ts';
import { api } from '#ui/api/client.ts';
import { refresh } from '#ui/api/hooks.ts';
import { useUser } from '#ui/api/session.ts';
import type { InboxThread } from '../../inbox.contract.ts';

/**
 * The account's own fields that are shown in the inbox: those of the conversation, then those of the person.
 */
export function OwnFields({
  thread: { conversation, can },
  contact,
}: {
  thread: InboxThread;
  contact: ContactDetail | undefined;
}) {
  const { t } = useTranslation('custom-fields');
  const client = useQueryClient();
  const user = useUser();
  const ofConversation = useCustomFields('conversation').filter(({ inInbox }) => inInbox);
  const ofContact = useCustomFields('contact').filter(({ inInbox }) => inInbox);
  const changeContact = useContactChange(contact?.id ?? '');
  const save = async (values: CustomInput): Promise<void> => {
    await api('PATCH /api/conversations/{id}/custom-fields', {
      params: { id: conversation.id },
      body: { values },
    });
    await refresh(client, `/api/inbox/conversations/${conversation.id}`);
  };
  return (
    <>
      {ofConversation.length > 0 && (
        <Group name={t('inInboxOf.conversation')}>
          <dl className="grid gap-0.5">
            <CustomValues
              fields={ofConversation}
              values={conversation.customFields}
              disabled={!can.reply}
              onSave={save}
            />
          </dl>
        </Group>
      )}
      {contact && ofContact.length > 0 && (
        <Group name={t('inInboxOf.contact')}>
          <dl className="grid gap-0.5">
            <CustomValues
              fields={ofContact}
              values={contact.customFields}
              disabled={user.can['contacts.edit'] === false}
              onSave={(customFields) => changeContact({ customFields })}
            />
          </dl>
        </Group>
      )}
    </>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-1">
      <h3 className="text-sm font-medium text-muted">{name}</h3>
      {children}
    </div>
  );
}
