import { AppError } from '#shared/errors.ts';
import type { Binder } from '#platform/http/bind.ts';
import { submissionsErrors } from '#features/forms/forms-submissions.contract.ts';
import { publicFormsEndpoints, publicSubmissionsEndpoints } from '../../public-api-forms.contract.ts';
import { publicFunctionsEndpoints } from '../../public-api-functions.contract.ts';
import { pageOfAll, readJsonCursor } from '../listing/listing.models.ts';
import { bindWriting, type PublicApi } from '../public-api.routes.ts';

/** Forms with what was submitted, and functions. */
export function publicFormsRoutes(binder: Binder, api: PublicApi): void {
  const { functions } = api;
  const { owners, submissions } = api.forms;

  bindWriting(binder, publicFormsEndpoints, {
    list: async ({ scope, query }) =>
      pageOfAll(
        await owners.list(scope, query.search ?? ''),
        ({ createdAt, id }) => `${createdAt} ${id}`,
        query,
      ),
    get: ({ scope, params }) => owners.get(scope, params.id),
    create: ({ scope, body }) => owners.create(scope, body),
    saveDraft: ({ scope, params, body }) => owners.saveDraft(scope, params.id, body),
    publish: ({ scope, params, body }) => owners.publish(scope, params.id, body.revision),
    change: ({ scope, params, body }) => owners.change(scope, params.id, body),
    async remove({ scope, params }) {
      await owners.remove(scope, params.id);
      return {};
    },
  });

  bindWriting(binder, publicSubmissionsEndpoints, {
    async list({ scope, program, params, query: { expand, ...query } }) {
      if (query.cursor !== undefined) readJsonCursor(query.cursor);
      const found = await submissions.list(scope, params.id, query);
      return {
        data: await api.expand({ scope, program }, expand, found.submissions),
        nextCursor: found.nextCursor,
      };
    },
    async get({ scope, program, params, query }) {
      const one = await submissions.get(scope, params.id, params.submissionId);
      const [submission] = await api.expand({ scope, program }, query.expand, [one]);
      if (!submission) throw new AppError(submissionsErrors.notFound);
      return submission;
    },
    async mark({ scope, params, body }) {
      await submissions.get(scope, params.id, params.submissionId);
      await submissions.mark(scope, params.id, [params.submissionId], body.status);
      return submissions.get(scope, params.id, params.submissionId);
    },
    async remove({ scope, params }) {
      await submissions.get(scope, params.id, params.submissionId);
      await submissions.remove(scope, params.id, [params.submissionId]);
      return {};
    },
  });

  bindWriting(binder, publicFunctionsEndpoints, {
    list: async ({ scope, query }) => pageOfAll(await functions.list(scope), ({ id }) => id, query),
    get: ({ scope, params }) => functions.read(scope, params.id),
    create: ({ scope, body }) => functions.create(scope, body),
    save: ({ scope, params, body }) => functions.save(scope, params.id, body),
    async change({ scope, params, body }) {
      await functions.setEnabled(scope, params.id, body.isEnabled);
      return {};
    },
    async remove({ scope, params }) {
      await functions.remove(scope, params.id);
      return {};
    },
  });
}
