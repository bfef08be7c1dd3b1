import { randomBytes } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import { takesAnswer, type FormDocument } from '#shared/forms/document.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint, type Database, type Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { Translator } from '#platform/i18n/translator.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { formsErrors, mostForms, type Form, type FormSummary, type FormTemplate } from '../forms.contract.ts';
import { ordered } from './payments/mark.models.ts';
import { formIssues } from './editing/issues.models.ts';
import { templateDocument } from './editing/templates.models.ts';
import { formsRepository, type FormRow } from './forms.repository.ts';

export type FormsServices = {
  database: Database;
  clock: Clock;
  translator: Translator;
  /** Where an account's visitors are. */
  originFor(accountId: string): Promise<string>;
};

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** Ten letters of base 58, of which none is mistaken for another. */
const newPublicId = (): string =>
  [...randomBytes(20)]
    .filter((byte) => byte < 232)
    .slice(0, 10)
    .map((byte) => letters[byte % 58])
    .join('')
    .padEnd(10, '1');

/** A form's address as people see it. */
export const formAddress = (origin: string, form: Pick<FormRow, 'publicId' | 'slug'>): string =>
  `${origin}/forms/${form.slug ?? form.publicId}`;

type Found = {
  form: FormRow;
  newCount: number;
};

/** Forms as their owners keep them. */
export function createFormsUsecases(services: FormsServices) {
  const { clock } = services;

  /** `origin`: where the account's visitors are. */
  function summary({ form, newCount }: Found, origin: string): FormSummary {
    const { id, publicId, slug, name, isActive, submissionCount } = form;
    const fieldCount = form.draft.blocks.filter(
      (block) => takesAnswer(block) && block.type !== 'hidden',
    ).length;
    return {
      id,
      publicId,
      slug,
      name,
      isActive,
      isPublished: form.published !== null,
      fieldCount,
      submissionCount,
      newCount,
      url: formAddress(origin, form),
      createdAt: form.createdAt.toISOString(),
      updatedAt: form.updatedAt.toISOString(),
    };
  }
  function present(found: Found, origin: string): Form {
    const { draft, draftRevision, publishedVersion, hasChanges } = found.form;
    return {
      ...summary(found, origin),
      draft,
      draftRevision,
      publishedVersion,
      hasChanges,
      issues: formIssues(draft),
    };
  }
  async function find(tx: Transaction, id: string): Promise<Found> {
    const found = await formsRepository(tx).find(id);
    if (!found) throw new AppError(formsErrors.notFound);
    return found;
  }
  /** Does something with a form, and shows it as it is then. */
  async function shown(scope: AccountScope, work: (tx: Transaction) => Promise<Found>): Promise<Form> {
    const found = await scope.run(work);
    return present(found, await services.originFor(scope.accountId));
  }
  async function add(scope: AccountScope, name: string, draft: FormDocument): Promise<Form> {
    return shown(scope, async (tx) => {
      const repository = formsRepository(tx);
      if ((await repository.count()) >= mostForms)
        throw new AppError(formsErrors.tooMany, { variables: { most: mostForms } });
      const [id, now] = [newId('frm'), clock.now()];
      await repository.insert({
        id,
        accountId: scope.accountId,
        publicId: newPublicId(),
        name,
        draft,
        createdAt: now,
        updatedAt: now,
      });
      return find(tx, id);
    });
  }

  return {
    async list(scope: AccountScope, search: string): Promise<FormSummary[]> {
      const rows = await scope.run((tx) => formsRepository(tx).list(search.trim(), mostForms));
      const origin = await services.originFor(scope.accountId);
      return rows.map((row) => summary(row, origin));
    },

    get: (scope: AccountScope, id: string): Promise<Form> => shown(scope, (tx) => find(tx, id)),

    /** `color` is that of what the form is made for, `#rrggbb`. */
    create: (
      scope: AccountScope,
      input: { name: string; template: FormTemplate | null; language: Language; color?: string },
    ): Promise<Form> => {
      const { name, template, language, color } = input;
      const document = templateDocument(template, language, (key) =>
        services.translator.text(language, `form-templates:${key}`),
      );
      if (color !== undefined) document.settings.theme = { ...document.settings.theme, color };
      return add(scope, name, document);
    },

    duplicate: async (scope: AccountScope, id: string): Promise<Form> => {
      const { form } = await scope.run((tx) => find(tx, id));
      return add(scope, `${form.name.slice(0, 76)} (2)`, form.draft);
    },

    /** The draft and its name; the same again changes nothing that is published. */
    saveDraft: (
      scope: AccountScope,
      id: string,
      input: { revision: number; name: string; document: FormDocument },
    ): Promise<Form> =>
      shown(scope, async (tx) => {
        const { form } = await find(tx, id);
        const hasChanges =
          form.published === null ||
          JSON.stringify(ordered(form.published)) !== JSON.stringify(ordered(input.document));
        if (
          !(await formsRepository(tx).saveDraft(id, input.revision, {
            name: input.name,
            draft: input.document,
            hasChanges,
            now: clock.now(),
          }))
        )
          throw new AppError(formsErrors.draftChanged);
        return find(tx, id);
      }),

    publish: (scope: AccountScope, id: string, revision: number): Promise<Form> =>
      shown(scope, async (tx) => {
        const { form } = await find(tx, id);
        if (form.draftRevision !== revision) throw new AppError(formsErrors.draftChanged);
        if (form.published !== null && !form.hasChanges) throw new AppError(formsErrors.nothingToPublish);
        const issues = formIssues(form.draft);
        if (issues.length > 0) throw new AppError(formsErrors.notReady, { details: { issues } });
        if (!(await formsRepository(tx).publish(id, revision, clock.now())))
          throw new AppError(formsErrors.draftChanged);
        await writeAudit(tx, scope, 'forms.published', {
          id,
          name: form.name,
          details: { to: String(form.publishedVersion + 1) },
        });
        return find(tx, id);
      }),

    revert: (scope: AccountScope, id: string): Promise<Form> =>
      shown(scope, async (tx) => {
        const { form } = await find(tx, id);
        if (form.published === null) throw new AppError(formsErrors.neverPublished);
        await formsRepository(tx).revert(id, clock.now());
        return find(tx, id);
      }),

    async change(
      scope: AccountScope,
      id: string,
      input: { isActive?: boolean | undefined; slug?: string | null | undefined },
    ): Promise<Form> {
      try {
        return await shown(scope, async (tx) => {
          const { form } = await find(tx, id);
          await formsRepository(tx).change(
            id,
            {
              ...(input.isActive === undefined ? {} : { isActive: input.isActive }),
              ...(input.slug === undefined ? {} : { slug: input.slug }),
            },
            clock.now(),
          );
          if (input.isActive !== undefined && input.isActive !== form.isActive)
            await writeAudit(tx, scope, input.isActive ? 'forms.opened' : 'forms.closed', {
              id,
              name: form.name,
            });
          return find(tx, id);
        });
      } catch (error) {
        if (violatedConstraint(error) === 'forms_slug')
          throw new AppError(formsErrors.slugTaken, { cause: error });
        throw error;
      }
    },

    remove: (scope: AccountScope, id: string): Promise<void> =>
      scope.run(async (tx) => {
        const { form } = await find(tx, id);
        await formsRepository(tx).remove(id);
        await writeAudit(tx, scope, 'forms.deleted', { id, name: form.name });
      }),

    /** The draft, for its preview. */
    draft: (
      scope: AccountScope,
      id: string,
    ): Promise<{ publicId: string; name: string; document: FormDocument }> =>
      scope.run(async (tx) => {
        const { form } = await find(tx, id);
        return { publicId: form.publicId, name: form.name, document: form.draft };
      }),
  };
}

export type FormsUsecases = ReturnType<typeof createFormsUsecases>;
