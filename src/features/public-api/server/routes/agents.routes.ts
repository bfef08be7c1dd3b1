import { AppError, commonErrors } from '#shared/errors.ts';
import { fingerprintOf, readRepeatKey, repeatHeader, type Binder, type Call } from '#platform/http/bind.ts';
import { openEventStream } from '#platform/http/event-stream.ts';
import { takeStreamPlace } from '#platform/http/stream-places.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import { knowledgeErrors } from '#features/knowledge/knowledge.contract.ts';
import { qrCodesErrors } from '#features/qr-codes/qr-codes.contract.ts';
import { problemOf } from '../../public-api.contract.ts';
import {
  publicAgentsEndpoints,
  publicAskStreamEndpoint,
  publicQrCodesEndpoints,
} from '../../public-api-agents.contract.ts';
import { publicKnowledgeEndpoints } from '../../public-api-knowledge.contract.ts';
import { namesIn } from '../expanding/expanding.usecases.ts';
import { pageOfAll } from '../listing/listing.models.ts';
import { bindWriting, type PublicApi } from '../public-api.routes.ts';

type Ask = Call<typeof publicAgentsEndpoints.ask>;

/** Agents, asking them, their knowledge and their QR codes. */
export function publicAgentsRoutes(binder: Binder, api: PublicApi): void {
  const { agents, knowledge, qrCodes, repeated, translator } = api;

  /** A question whose answer may be asked for again: the same key joins the same answer. */
  async function questionOf({ program, request, body, language }: Ask) {
    const header = request.headers[repeatHeader];
    const key = header === undefined ? undefined : readRepeatKey(header);
    if (key !== undefined) await repeated.note(program, key, fingerprintOf(request, body));
    return { ...body, language: body.language ?? language, key };
  }
  const collectionOf = async (...[scope, id]: Parameters<typeof agents.get>): Promise<string> =>
    (await agents.get(scope, id)).collectionId;

  bindWriting(binder, publicAgentsEndpoints, {
    list: async ({ scope, query }) =>
      pageOfAll(await agents.list(scope, query.search), ({ createdAt, id }) => `${createdAt} ${id}`, query),
    async get({ scope, params, query }) {
      const agent = await agents.get(scope, params.id);
      if (!namesIn(query.expand).has('knowledge')) return agent;
      const { collection } = await knowledge.sources(scope, agent.collectionId);
      return { ...agent, knowledge: collection };
    },
    create: ({ scope, body, language }) =>
      agents.create(scope, { from: body.from, input: body.input, language: body.language ?? language }),
    saveDraft: ({ scope, params, body }) => agents.saveDraft(scope, params.id, body),
    publish: ({ scope, params, body }) => agents.publish(scope, params.id, body),
    setStatus: ({ scope, params, body }) => agents.setStatus(scope, params.id, body),
    async remove({ scope, params, query }) {
      await agents.remove(scope, params.id, query.subscribers);
      return {};
    },
    async ask(call) {
      const { conversationId, answer } = await api.ask(
        call.scope,
        call.program,
        call.params.id,
        await questionOf(call),
      );
      return { conversationId, message: await answer };
    },
  });

  bindWriting(binder, publicAskStreamEndpoint, {
    async stream(call) {
      const { request, reply, address, language } = call;
      takeStreamPlace(reply, address);
      const early: string[] = [];
      let hear = (text: string): void => void early.push(text);
      const { conversationId, answer } = await api.ask(
        call.scope,
        call.program,
        call.params.id,
        await questionOf(call),
        (text) => hear(text),
      );
      const stream = openEventStream(request, reply);
      stream.send('accepted', { conversationId });
      hear = (text) => stream.send('delta', { text });
      for (const text of early) hear(text);
      try {
        stream.send('done', { conversationId, message: await answer });
      } catch (error) {
        const known = error instanceof AppError ? error : new AppError(commonErrors.internal);
        const message = translator.text(language, `errors:${known.code}`, known.variables ?? {});
        const body = { message, code: known.code };
        stream.send('error', { ...body, ...problemOf(known.status, body) });
      }
      stream.close();
      return {};
    },
  });

  bindWriting(binder, publicKnowledgeEndpoints, {
    async list({ scope, params, query }) {
      const { sources } = await knowledge.sources(scope, await collectionOf(scope, params.id));
      return pageOfAll(sources, ({ createdAt, id }) => `${createdAt} ${id}`, query);
    },
    async get({ scope, params }) {
      const found = await knowledge.source(scope, await collectionOf(scope, params.id), params.source);
      return { ...found.source, body: found.body, pairs: found.pairs };
    },
    addWebsite: async ({ scope, params, body }) =>
      knowledge.addWebsite(scope, await collectionOf(scope, params.id), body),
    addText: async ({ scope, params, body }) =>
      knowledge.addText(scope, await collectionOf(scope, params.id), body),
    addPairs: async ({ scope, params, body }) =>
      knowledge.addPairs(scope, await collectionOf(scope, params.id), body),
    async addFile({ scope, params, request }) {
      const collectionId = await collectionOf(scope, params.id);
      const file = await uploadedFile(request, {
        admit: () => knowledge.checkFile(scope, collectionId),
        missing: knowledgeErrors.fileMissing,
      });
      return knowledge.addFile(scope, collectionId, file);
    },
    change: async ({ scope, params, body }) =>
      knowledge.changeSource(scope, await collectionOf(scope, params.id), params.source, body),
    sync: async ({ scope, params }) =>
      knowledge.syncSource(scope, await collectionOf(scope, params.id), params.source),
    remove: async ({ scope, params }) =>
      knowledge.deleteSource(scope, await collectionOf(scope, params.id), params.source),
    search: async ({ scope, params, body }) =>
      knowledge.search(scope.accountId, await collectionOf(scope, params.id), body),
  });

  bindWriting(binder, publicQrCodesEndpoints, {
    list: async ({ scope, params, query }) =>
      pageOfAll(await qrCodes.list(scope, params.id), ({ createdAt, code }) => `${createdAt} ${code}`, query),
    async get({ scope, params }) {
      const found = (await qrCodes.list(scope, params.id)).find(({ code }) => code === params.code);
      if (!found) throw new AppError(qrCodesErrors.notFound);
      return found;
    },
    create: ({ scope, params, body }) => qrCodes.create(scope, params.id, body),
    change: ({ scope, params, body }) => qrCodes.change(scope, params.id, params.code, body),
    async remove({ scope, params }) {
      await qrCodes.remove(scope, params.id, params.code);
      return {};
    },
  });
}
