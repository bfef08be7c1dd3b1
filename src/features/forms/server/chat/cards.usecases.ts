import type { FormDocument } from '#shared/forms/document.ts';
import type { FormValue } from '#shared/forms/values.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { SecretBox } from '#platform/crypto/secret-box.ts';
import { mintToken } from '#platform/crypto/signed-token.ts';
import type { Database } from '#platform/database/database.ts';
import { chatValues } from '../submissions/completing.usecases.ts';
import { gateOf, isPublished } from '../page/gate.models.ts';
import { submissionsRepository } from '../submissions/submissions.repository.ts';
import { chatTicket, type FormPlace } from '../page/tokens.models.ts';
import { formsRepository } from '../forms.repository.ts';
import { formAddress } from '../forms.usecases.ts';

const ticketMs = 86_400_000;
const longestText = 200;

/** Who fills a form inside their chat; a preview keeps nothing. */
type ChatVisitor = {
  accountId: string;
  agentId: string;
  visitorId: string;
  isPreview: boolean;
};
/** What a form looks like among the messages. */
export type FormCard = {
  formId: string;
  title: string;
  text: string;
  url: string;
};
/** Where a form is filled in, or why it is not. */
export type OpenedForm = {
  state: 'open' | 'closed' | 'not_open' | 'full' | 'sent_before';
  url: string | null;
  opensAt: string | null;
};

/** One visitor's mark at a form that takes one answer from each. */
export const chatOnceKey = (visitorId: string): string => `chat ${visitorId}`;

/** What a form says about itself: the first paragraph before its first question. */
function introOf({ blocks }: Pick<FormDocument, 'blocks'>): string {
  const first = blocks.find(({ type }) => type !== 'heading' && type !== 'image' && type !== 'divider');
  const text = first?.type === 'paragraph' ? first.label.replace(/\s+/g, ' ').trim() : '';
  return text.length > longestText
    ? `${text
        .slice(0, longestText - 1)
        .toWellFormed()
        .trimEnd()}…`
    : text;
}

/** Forms as they stand in conversations: as a card, opened out of one, and what was answered there. */
export function createFormCards({
  database,
  clock,
  box,
  originFor,
}: {
  database: Database;
  clock: Clock;
  box: SecretBox;
  originFor(accountId: string): Promise<string>;
}) {
  return {
    /** The cards of those forms that take answers now, in the order of their ids. */
    async cards(accountId: string, ids: readonly string[]): Promise<FormCard[]> {
      const origin = await originFor(accountId);
      return database.account(accountId, async (tx) => {
        const rows = await formsRepository(tx).byIds(ids);
        return ids.flatMap((id) => {
          const form = rows.find((row) => row.id === id) ?? null;
          return isPublished(form) && gateOf(form, clock.now()) === 'open'
            ? [
                {
                  formId: id,
                  title: form.name,
                  text: introOf(form.published),
                  url: formAddress(origin, form),
                },
              ]
            : [];
        });
      });
    },

    /** Where a visitor fills in a form inside their chat, as the contact form or in the card of a message. */
    async open(visitor: ChatVisitor, formId: string, place: FormPlace | null): Promise<OpenedForm> {
      const now = clock.now();
      return database.account(visitor.accountId, async (tx) => {
        const form = (await formsRepository(tx).find(formId))?.form ?? null;
        const state = isPublished(form) ? gateOf(form, now) : 'closed';
        if (!isPublished(form) || state !== 'open')
          return {
            state,
            url: null,
            opensAt: state === 'not_open' ? (form?.published?.settings.openFrom ?? null) : null,
          };
        if (
          place &&
          form.published.settings.onePerVisitor &&
          (await submissionsRepository(tx).hasSent(formId, chatOnceKey(visitor.visitorId)))
        )
          return { state: 'sent_before', url: null, opensAt: null };
        const ticket = {
          f: form.id,
          a: visitor.agentId,
          w: visitor.visitorId,
          p: visitor.isPreview,
          ...(place && { c: place.conversationId, m: place.messageId }),
        };
        return {
          state,
          url: `/forms/${form.publicId}?chat=${mintToken(box, chatTicket, ticket, now.getTime() + ticketMs)}`,
          opensAt: null,
        };
      });
    },

    /**
     * What was answered in these submissions, without files and payments; what was deleted or set aside as
     * spam is left out.
     */
    answers: (
      accountId: string,
      submissionIds: readonly string[],
    ): Promise<{ title: string; values: FormValue[] }[]> =>
      database.account(accountId, async (tx) => {
        const rows = await submissionsRepository(tx).byIds(submissionIds);
        const forms = await formsRepository(tx).byIds([...new Set(rows.map(({ formId }) => formId))]);
        return rows.flatMap((row) => {
          const form = forms.find(({ id }) => id === row.formId);
          return form?.published
            ? [{ title: form.name, values: chatValues(form.published, row.answers) }]
            : [];
        });
      }),
  };
}
