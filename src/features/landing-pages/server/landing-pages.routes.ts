import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, commonErrors } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import { landingPagesExperimentEndpoints } from '../landing-pages-experiment.contract.ts';
import { landingPagesFilesEndpoints, largestPageFile } from '../landing-pages-files.contract.ts';
import {
  largestPageImage,
  landingPagesImagesEndpoints,
  type PageImageFormat,
} from '../landing-pages-images.contract.ts';
import { landingPagesPublishingEndpoints } from '../landing-pages-publishing.contract.ts';
import { landingPagesResultsEndpoints } from '../landing-pages-results.contract.ts';
import {
  landingPagesTemplatesEndpoints,
  type PageTemplateName,
} from '../landing-pages-templates.contract.ts';
import { landingPagesRewritingEndpoints } from '../landing-pages-rewriting.contract.ts';
import { landingPagesEndpoints, landingPagesErrors } from '../landing-pages.contract.ts';
import type { LandingPagesParts } from './landing-pages-all.usecases.ts';

/** What is drawn with React, which the server has from its build. */
export type PageDrawings = {
  preview(request: FastifyRequest, reply: FastifyReply, scope: AccountScope, id: string): Promise<unknown>;
  /** A template in a language. */
  template(
    reply: FastifyReply,
    scope: AccountScope,
    name: PageTemplateName,
    language: Language,
  ): Promise<unknown>;
  html(reply: FastifyReply, scope: AccountScope, id: string, block: string): Promise<unknown>;
  export(reply: FastifyReply, scope: AccountScope, id: string, format: 'html' | 'json'): Promise<unknown>;
  /** What a browser has unlocked by a password. */
  unlocked(request: FastifyRequest, pageId: string): string | undefined;
  /** Whether whoever asks works in an account. */
  isMember(request: FastifyRequest, accountId: string): Promise<boolean>;
};

export function landingPagesRoutes(
  binder: Binder,
  {
    owners,
    publishing,
    images,
    fromAgent,
    templates,
    importing,
    files,
    results,
    experiments,
    rewriting,
    published,
  }: LandingPagesParts,
  drawings: PageDrawings,
): void {
  bindEndpoints(binder, landingPagesEndpoints, {
    list: async ({ scope, query }) => ({
      pages: await owners.list(scope, query.search ?? '', query.status),
    }),
    create: ({ scope, body }) => owners.add(scope, body),
    fromAgent: ({ scope, body }) => fromAgent.make(scope, body.agentId, body.language),
    importPage: ({ scope, body }) => importing.make(scope, body),
    async facts({ scope }) {
      const { agents, forms } = await owners.facts(scope);
      const shown = Object.fromEntries(
        Object.entries(agents).map(([number, agent]) => [
          number,
          { ...agent, questions: [...agent.questions], offers: [...agent.offers] },
        ]),
      );
      return { forms, agents: shown };
    },
    faq: async ({ scope, query }) => ({ items: await fromAgent.faq(scope, query.agent) }),
    get: ({ scope, params }) => owners.get(scope, params.id),
    saveDraft: ({ scope, params, body }) => owners.saveDraft(scope, params.id, body),
    saveSettings: ({ scope, params, body }) => owners.saveSettings(scope, params.id, body),
    duplicate: ({ scope, params }) => owners.duplicate(scope, params.id),
    archive: ({ scope, params }) => owners.archive(scope, params.id),
    unarchive: ({ scope, params }) => owners.unarchive(scope, params.id),
    async remove({ scope, params }) {
      await owners.remove(scope, params.id);
      return {};
    },
    async export({ scope, params, query, reply }) {
      await drawings.export(reply, scope, params.id, query.format);
      return {};
    },
    async html({ scope, params, reply }) {
      await drawings.html(reply, scope, params.id, params.block);
      return {};
    },
    async preview({ scope, params, request, reply }) {
      await drawings.preview(request, reply, scope, params.id);
      return {};
    },
  });
  bindEndpoints(binder, landingPagesFilesEndpoints, {
    async importFile({ scope, request }) {
      const { bytes } = await uploadedFile(request, {
        admit: () => files.admit(scope),
        missing: landingPagesErrors.fileUnusable,
        maxBytes: largestPageFile,
      });
      return files.make(scope, bytes);
    },
  });
  bindEndpoints(binder, landingPagesTemplatesEndpoints, {
    templates: async ({ query }) => ({ templates: await templates.list(query.language) }),
    async templatePreview({ scope, params, query, reply }) {
      await drawings.template(reply, scope, params.template, query.language);
      return {};
    },
    fromTemplate: ({ scope, body }) => templates.make(scope, body),
  });
  bindEndpoints(binder, landingPagesRewritingEndpoints, {
    canRewrite: async ({ scope, params }) => ({ isReady: await rewriting.isReady(scope, params.id) }),
    rewrite: async ({ scope, params, body }) => ({
      changes: await rewriting.rewrite(scope, params.id, body),
    }),
  });
  bindEndpoints(binder, landingPagesPublishingEndpoints, {
    diff: async ({ scope, params }) => ({ changes: await publishing.diff(scope, params.id) }),
    publish: ({ scope, params, body }) => publishing.publish(scope, params.id, body.revision),
    unpublish: ({ scope, params }) => publishing.unpublish(scope, params.id),
    versions: async ({ scope, params }) => ({ versions: await publishing.versions(scope, params.id) }),
    version: ({ scope, params }) => publishing.version(scope, params.id, params.version),
    restore: ({ scope, params, body }) => publishing.restore(scope, params.id, params.version, body.revision),
    schedule: ({ scope, params, body }) => publishing.schedule(scope, params.id, body),
    setAccess: ({ scope, params, body }) => publishing.setAccess(scope, params.id, body),
    setHome: ({ scope, params, body }) => publishing.setHome(scope, params.id, body.isHome),
    setExperiment: ({ scope, params, body }) => publishing.setExperiment(scope, params.id, body.experiment),
  });
  bindEndpoints(binder, landingPagesResultsEndpoints, {
    results: ({ scope, params, query }) => results.results(scope, params.id, query.days),
  });
  bindEndpoints(binder, landingPagesExperimentEndpoints, {
    experimentResult: async ({ scope, params }) => ({ result: await experiments.result(scope, params.id) }),
    adopt: ({ scope, params, body }) => experiments.adopt(scope, params.id, body.version),
  });

  async function sendImage(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    wanted: { format: PageImageFormat; width: number },
  ): Promise<Record<string, never>> {
    const file = await images.file(key, wanted, {
      mayEnter: (page) => published.isUnlocked(page, drawings.unlocked(request, page.id)),
      isMember: (accountId) => drawings.isMember(request, accountId),
    });
    if (!file) throw new AppError(commonErrors.notFound);
    await reply
      .header('cache-control', file.isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type(file.type)
      .send(file.bytes);
    return {};
  }
  bindEndpoints(binder, landingPagesImagesEndpoints, {
    images: async ({ scope, params }) => ({ images: await images.list(scope, params.id) }),
    takeIn: ({ scope, params, body }) => images.takeIn(scope, params.id, body.url),
    async upload({ scope, params, request }) {
      if (!request.isMultipart()) throw new AppError(commonErrors.unsupportedType);
      const { bytes, fileName } = await uploadedFile(request, {
        admit: () => images.checkUpload(scope, params.id),
        missing: landingPagesErrors.imageUnusable,
        maxBytes: largestPageImage,
      });
      return images.add(scope, params.id, bytes, fileName);
    },
    image: ({ params, request, reply }) =>
      sendImage(request, reply, params.key, { format: 'webp', width: 1_600 }),
    sizedImage({ params, request, reply }) {
      const [width = '', format = 'webp'] = params.size.split('.');
      return sendImage(request, reply, params.key, {
        format: format as PageImageFormat,
        width: Number(width),
      });
    },
  });
}
