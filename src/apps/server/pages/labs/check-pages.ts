import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, commonErrors } from '#shared/errors.ts';
import { labChecks, type LabCheck } from '#shared/labs.ts';
import type { PageProps } from '#shared/page-contract.ts';
import { openEventStream } from '#platform/http/event-stream.ts';
import { takeStreamPlace } from '#platform/http/stream-places.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import { DocumentError } from '#platform/documents/document-error.ts';
import { waitText } from '#platform/i18n/wait-text.ts';
import { addressKey } from '#platform/rate-limit/network.ts';
import { admit, refusal } from '#platform/rate-limit/rate-limit.ts';
import { knowledgeErrors } from '#features/knowledge/knowledge.contract.ts';
import { mostCharacters, readOnce } from '#features/knowledge/server/processing/once.usecases.ts';
import type { Services } from '../../services.ts';
import type { BuiltFiles } from '../../static-files.ts';
import { checkPaths, createSendLab, demoRule, isCheckWithNumber } from './lab-pages.ts';
import type { BuiltPages } from '../pages.ts';
import { createPageLimit } from '../page-limit.ts';
import { languageOf } from '../send-page.ts';
import { agentNumber } from '../widget-places.ts';

type NotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** How many round trips one address begins, how many notes it sends, how many PDFs it has read. */
const streamRule = { name: 'check-streams', limit: 20, windowSeconds: 60 };
const noteRule = { name: 'check-notes', limit: 400, windowSeconds: 60 };
const pdfRule = { name: 'check-pdf', limit: 6, windowSeconds: 60 };
/** What all addresses together may begin. */
const allStreamsRule = { name: 'check-streams-all', limit: 300, windowSeconds: 60 };
const allPdfsRule = { name: 'check-pdf-all', limit: 30, windowSeconds: 60 };
/** Files that one process reads at once for these pages, and when to come again who found it busy. */
const [mostPdfs, busySeconds] = [2, 5];
const streamMs = 30_000;
const largestPdf = 10_485_760;
const longestQuestion = 300;
const topic = 'labs-round-trip';
const idPattern = /^[0-9a-f]{32}$/;

/** Pages that check a visitor's own browser and way to this server. Nothing of what they find is kept. */
export function serveCheckPages(
  app: FastifyInstance,
  services: Services,
  built: BuiltFiles,
  pages: BuiltPages,
  notFound: NotFound,
): void {
  const { limiter, realtime, templates } = services;
  const send = createSendLab(services, pages);
  const isWithin = createPageLimit(services, pages);

  /** What the script of each diagnostic needs to know. */
  async function valuesOf(
    check: LabCheck,
    request: FastifyRequest,
    number: number | null,
  ): Promise<Record<string, unknown>> {
    const language = languageOf(request);
    const guide = (): Promise<number> => templates.publicDemo('product-guide', language);
    if (check === 'imports')
      return {
        files: [
          ...built.chatFiles.map((file) => `/chat/${file}`),
          ...[...built.embed.keys()].map((name) => `/embed/${name}`),
        ],
      };
    if (check === 'combined') {
      const rich = await templates.publicDemo('rich-media-agent', language);
      const others = [rich, await templates.publicDemo('document-agent', language), await guide()];
      return { others: others.filter((other) => other !== number).slice(0, 2) };
    }
    if (check === 'realtime' || check === 'kept' || check === 'widget') return {};
    return { guide: await guide() };
  }

  for (const check of Object.keys(labChecks) as LabCheck[]) {
    const hasNumber = isCheckWithNumber(check);
    app.get<{ Params: { id?: string } }>(
      checkPaths[check] + (hasNumber ? '/:id' : ''),
      async (request, reply) => {
        if (!(await isWithin(request, reply, demoRule))) return reply;
        const asked = hasNumber ? agentNumber(request.params.id) : null;
        const agent = asked === null ? null : await services.agents.runningByNumber(asked);
        if (hasNumber && !agent) return notFound(request, reply);
        const number = agent?.number ?? null;
        return send(
          request,
          reply,
          'check',
          {
            check,
            number,
            values: await valuesOf(check, request, number),
            script: pages.labScript,
            landingScript: pages.landingScript,
          },
          { path: checkPaths[check] + (hasNumber ? `/${number}` : '') },
        );
      },
    );
  }

  // A note goes to the database and comes back from there to whichever process holds the stream.
  app.get<{ Params: { id: string } }>('/labs/round-trip/:id', async (request, reply) => {
    const { id } = request.params;
    if (!idPattern.test(id)) return notFound(request, reply);
    await admit(limiter, commonErrors.tooManyRequests, [
      { rule: streamRule, key: addressKey(request.ip) },
      { rule: allStreamsRule, key: 'all' },
    ]);
    takeStreamPlace(reply, request.ip);
    const stream = openEventStream(request, reply);
    const stop = realtime.subscribe(topic, (data) => {
      if (data['id'] === id) stream.send('note', { number: data['number'] });
    });
    const end = setTimeout(() => stream.close(), streamMs);
    stream.onClose(() => {
      clearTimeout(end);
      stop();
    });
    stream.send('ready', {});
    return reply;
  });
  app.post<{ Params: { id: string; number: string } }>(
    '/labs/round-trip/:id/:number',
    async (request, reply) => {
      const { id, number } = request.params;
      if (!idPattern.test(id) || !/^\d{1,3}$/.test(number)) return notFound(request, reply);
      await admit(limiter, commonErrors.tooManyRequests, [{ rule: noteRule, key: addressKey(request.ip) }]);
      realtime.announce({ topic, data: { id, number: Number(number) } });
      return reply.code(204).header('cache-control', 'no-store').send();
    },
  );

  let pdfsRead = 0;
  /** Whoever trains an agent goes before whoever looks how a file is cut. */
  async function readPdf(
    file: Parameters<typeof readOnce>[1],
    asked: Parameters<typeof readOnce>[2],
  ): ReturnType<typeof readOnce> {
    if (pdfsRead >= mostPdfs) throw refusal(commonErrors.tooManyRequests, busySeconds);
    pdfsRead += 1;
    try {
      return await readOnce(services.documents, file, asked);
    } finally {
      pdfsRead -= 1;
    }
  }

  const sendPdf = (
    request: FastifyRequest,
    reply: FastifyReply,
    props: Omit<PageProps['pdf-test'], 'script'>,
  ): unknown =>
    send(
      request,
      reply,
      'pdf-test',
      { ...props, script: pages.landingScript },
      { path: '/pdf-test', isKept: request.method === 'GET' },
    );

  app.get('/pdf-test', async (request, reply) =>
    sendPdf(request, reply, { question: '', read: null, problem: null }),
  );
  app.post('/pdf-test', async (request, reply) => {
    const language = languageOf(request);
    const sender = addressKey(request.ip);
    let question = '';
    try {
      const file = await uploadedFile(request, {
        admit: () =>
          admit(limiter, commonErrors.tooManyRequests, [
            { rule: pdfRule, key: sender },
            { rule: allPdfsRule, key: 'all' },
          ]),
        missing: knowledgeErrors.fileMissing,
        maxBytes: Math.min(largestPdf, services.config.maxUploadBytes ?? largestPdf),
      });
      question = (file.fields['question'] ?? '').trim().slice(0, longestQuestion);
      const start = performance.now();
      const { isCut, ...read } = await readPdf(
        { fileName: file.fileName, bytes: file.bytes, sender, kind: 'pdf' },
        { question, language },
      );
      return sendPdf(request, reply, {
        question,
        read: {
          ...read,
          name: read.title || file.fileName,
          cutAt: isCut ? mostCharacters : null,
          milliseconds: Math.round(performance.now() - start),
        },
        problem: null,
      });
    } catch (error) {
      const known =
        error instanceof DocumentError
          ? services.translator.text(language, `knowledge:failures.${error.code}.text`)
          : error instanceof AppError
            ? services.translator.text(language, `errors:${error.code}`, {
                wait: waitText(language, error.retryAfterSeconds ?? 1),
                ...error.variables,
              })
            : null;
      if (known === null) throw error;
      const status = error instanceof AppError ? error.status : 422;
      if (error instanceof AppError && error.retryAfterSeconds !== undefined)
        void reply.header('retry-after', String(error.retryAfterSeconds));
      return sendPdf(request, reply.code(status), { question, read: null, problem: known });
    }
  });
}
