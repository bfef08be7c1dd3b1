import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import type { Language } from '#shared/languages.ts';
import { docsEndpoints } from '../docs.contract.ts';
import { docsCardOf, type Docs } from './docs.usecases.ts';

/** `guideOf` finds the agent that answers questions about the product. */
export function docsRoutes(
  binder: Binder,
  usecases: Docs,
  services: { guideOf(language: Language): Promise<number> },
): void {
  bindEndpoints(binder, docsEndpoints, {
    list: async ({ query, user }) => ({
      pages: (await usecases.search(query.search)).map(docsCardOf),
      guide: await services.guideOf(user.language),
    }),
    async read({ params }) {
      const page = await usecases.required(params.slug);
      return { page: docsCardOf(page), nodes: page.nodes, headings: page.headings };
    },
    async say({ params, body, user }) {
      await usecases.say(params.slug, body, user.userId);
      return {};
    },
    feedback: ({ params }) => usecases.feedback(params.slug),
  });
}
