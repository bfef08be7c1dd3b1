import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { templatesEndpoints } from '../templates.contract.ts';
import type { TemplatesUsecases } from './templates.usecases.ts';

export function templatesRoutes(binder: Binder, usecases: TemplatesUsecases): void {
  bindEndpoints(binder, templatesEndpoints, {
    list: async ({ query, language }) => ({
      templates: await usecases.list(query.search, query.language ?? language),
    }),
    get: ({ params, query, language }) => usecases.get(params.slug, query.language ?? language),
    use: ({ scope, params, body, language }) =>
      usecases.use(scope, params.slug, { key: body.key, language: body.language ?? language }),
    preview: ({ scope, params, body, language }) =>
      usecases.preview(scope, params.slug, body.language ?? language),
    async picture({ params, reply }) {
      const bytes = await usecases.picture(params.slug);
      await reply
        .header('cache-control', 'public, max-age=86400')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type('image/webp')
        .send(bytes);
      return {};
    },
  });
}
