import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#shared/errors.ts';
import { formLimits } from '#shared/forms/document.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { deviceOf } from '#platform/http/device.ts';
import { savedAs } from '#platform/http/saved-as.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import { addressKey, ofAddress } from '#platform/rate-limit/network.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import { formsEndpoints } from '../forms.contract.ts';
import { formPageEndpoints, formPageErrors } from '../forms-page.contract.ts';
import { submissionsEndpoints } from '../forms-submissions.contract.ts';
import { formQrCode } from './editing/qr.models.ts';
import { formSender } from './page/sender.models.ts';
import type { FormPages } from './page/filling.usecases.ts';
import type { FormSender } from './page/submission-row.models.ts';
import type { Submissions } from './submissions/submissions.usecases.ts';
import type { FormsUsecases } from './forms.usecases.ts';

export type FormsParts = {
  owners: FormsUsecases;
  submissions: Submissions;
  pages: FormPages;
};
/** Shows a draft as people would see it. */
export type ShowPreview = (
  reply: FastifyReply,
  draft: Awaited<ReturnType<FormsUsecases['draft']>>,
) => unknown;

const rules = {
  submit: { name: 'form-submit', limit: 10, windowSeconds: 3_600 },
  progress: { name: 'form-progress', limit: 120, windowSeconds: 60 },
  confirmation: { name: 'form-confirmation', limit: 10, windowSeconds: 3_600 },
  upload: { name: 'form-upload', limit: 20, windowSeconds: 60 },
} as const satisfies Record<string, RateRule>;

/** Who asks, as far as cookie and browser say. */
export const senderOf = (request: FastifyRequest): FormSender =>
  formSender({
    cookie: request.cookies[formCookie],
    address: addressKey(request.ip),
    userAgent: request.headers['user-agent'] ?? '',
    device: deviceOf(request).device,
    language: request.headers['accept-language'] ?? null,
  });

/** Marks a browser, for forms that take one answer from each. */
export const formCookie = 'chatelier_form';

/** Slows down who sends one form again and again. */
export async function limitSending(
  limiter: RateLimiter,
  kind: keyof typeof rules,
  publicId: string,
  address: string,
): Promise<void> {
  const uses = ofAddress(address, rules[kind]).map(({ rule, key }) => ({
    rule,
    key: `${publicId.slice(0, 60)} ${key}`,
  }));
  await admit(limiter, formPageErrors.tooMany, uses);
}

export function formsRoutes(
  binder: Binder,
  forms: FormsParts,
  services: { limiter: RateLimiter; showPreview: ShowPreview },
): void {
  const { owners, submissions, pages } = forms;
  bindEndpoints(binder, formsEndpoints, {
    list: async ({ scope, query }) => ({ forms: await owners.list(scope, query.search ?? '') }),
    create: ({ scope, body }) => owners.create(scope, body),
    get: ({ scope, params }) => owners.get(scope, params.id),
    saveDraft: ({ scope, params, body }) => owners.saveDraft(scope, params.id, body),
    publish: ({ scope, params, body }) => owners.publish(scope, params.id, body.revision),
    revert: ({ scope, params }) => owners.revert(scope, params.id),
    change: ({ scope, params, body }) => owners.change(scope, params.id, body),
    duplicate: ({ scope, params }) => owners.duplicate(scope, params.id),
    async remove({ scope, params }) {
      await owners.remove(scope, params.id);
      return {};
    },
    async preview({ scope, params, reply }) {
      await services.showPreview(reply, await owners.draft(scope, params.id));
      return {};
    },
    async qrCode({ scope, params, reply }) {
      const { url } = await owners.get(scope, params.id);
      await reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type('image/svg+xml')
        .send(formQrCode(url));
      return {};
    },
  });
  bindEndpoints(binder, submissionsEndpoints, {
    list: ({ scope, params, query }) => submissions.list(scope, params.id, query),
    get: ({ scope, params }) => submissions.get(scope, params.id, params.submissionId),
    mark: async ({ scope, params, body }) => ({
      changed: await submissions.mark(scope, params.id, body.ids, body.status),
    }),
    remove: async ({ scope, params, body }) => ({
      removed: await submissions.remove(scope, params.id, body.ids),
    }),
    dropOff: ({ scope, params }) => submissions.dropOff(scope, params.id),
    figures: ({ scope, params }) => submissions.figures(scope, params.id),
    async export({ scope, params, query, reply }) {
      const { bytes, type, fileName } = await submissions.export(scope, params.id, query, query.format);
      await reply
        .header('cache-control', 'no-store')
        .header('content-disposition', savedAs(fileName))
        .type(type)
        .send(bytes);
      return {};
    },
    async file({ scope, params, reply }) {
      const { name, kind, mimeType, bytes } = await submissions.file(scope, params.id, params.fileId);
      await reply
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cache-control', 'private, max-age=3600')
        .header('content-disposition', savedAs(name, kind === 'image' ? 'inline' : 'attachment'))
        .type(mimeType)
        .send(bytes);
      return {};
    },
  });
  /**
   * A form's page reads as one: what is refused there is said in the language of the form, not in that of the
   * browser.
   */
  async function inItsLanguage<T>(publicId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError) error.language = await pages.language(publicId);
      throw error;
    }
  }
  bindEndpoints(binder, formPageEndpoints, {
    submit: ({ params: { publicId }, body, request, address }) =>
      inItsLanguage(publicId, async () => {
        await limitSending(services.limiter, 'submit', publicId, address);
        return pages.submit(publicId, body, senderOf(request));
      }),
    progress: ({ params: { publicId }, body, request, address }) =>
      inItsLanguage(publicId, async () => {
        await limitSending(services.limiter, 'progress', publicId, address);
        await pages.progress(publicId, body, senderOf(request));
        return {};
      }),
    confirmation: ({ params: { publicId }, body, address }) =>
      inItsLanguage(publicId, async () => {
        await limitSending(services.limiter, 'confirmation', publicId, address);
        await pages.askAgain(publicId, body.token);
        return {};
      }),
    upload: ({ params: { publicId, field }, query, request, address }) =>
      inItsLanguage(publicId, async () => {
        const admit = async (): Promise<void> => {
          await limitSending(services.limiter, 'upload', publicId, address);
          await pages.checkUpload(publicId, field, query.token);
        };
        const file = await uploadedFile(request, {
          admit,
          missing: formPageErrors.missingFile,
          maxBytes: formLimits.fileBytes,
        });
        return pages.upload(publicId, field, query.token, file);
      }),
  });
}
