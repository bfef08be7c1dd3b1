import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { campaignOf, firstCampaign, pageAddress, utmNames } from '#shared/campaign.ts';
import { AppError } from '#shared/errors.ts';
import { defaultTheme, publicDocument, type FormPage } from '#shared/forms/page.ts';
import { formThemeCss } from '#shared/forms/theme.ts';
import type { Language } from '#shared/languages.ts';
import type { PageRenderer } from '#shared/page-contract.ts';
import { waitText } from '#platform/i18n/wait-text.ts';
import { addressKey } from '#platform/rate-limit/network.ts';
import { formCookie, limitSending, senderOf, type ShowPreview } from '#features/forms/server/forms.routes.ts';
import type { PublishedForm } from '#features/forms/server/page/gate.models.ts';
import { productBrand } from '#features/white-label/server/white-label-brands.usecases.ts';
import type { FormOrigin } from '#features/forms/server/page/tokens.models.ts';
import { postedAnswers } from '#features/forms/server/page/posted-answers.models.ts';
import type { Services } from '../services.ts';
import { isOfSite } from '../sites.ts';
import { callerOf } from './published/published-pages.ts';
import { createLooks } from './looks.ts';
import { createSendPage } from './send-page.ts';

type NotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
type FormPageRenderer = PageRenderer & { formScript: string };
type Address = {
  identifier: string;
  tag?: string;
};

/** How often payments of forms are asked about from one network address. */
const lookRule = { name: 'form-payment-look', limit: 60, windowSeconds: 60 };
const embeds = ['1', 'light', 'dark'] as const;
const tagPattern = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** How a form stands in another page: in the light of whoever looks, or in the page's own; null where it stands alone. */
function embedOf({ query }: FastifyRequest): (typeof embeds)[number] | null {
  const { embed } = query as { embed?: unknown };
  return embeds.find((known) => known === embed) ?? null;
}

/**
 * Scripts, pictures of the owner's choice and frames around it: a form may stand on any site, and in a page that was
 * exported into a folder. The theme's
 * rules are known by their hash.
 */
function formPolicy(page: FormPage): string {
  const hash = createHash('sha256').update(formThemeCss(page.theme)).digest('base64');
  return `default-src 'none'; script-src 'self'; style-src 'self' 'sha256-${hash}'; img-src 'self' https: data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors ${page.isPreview ? "'self'" : '* file:'}`;
}

function sender(
  services: Services,
  pages: FormPageRenderer,
): (reply: FastifyReply, page: FormPage, status?: number) => unknown {
  const sendPage = createSendPage(services, pages);
  return (reply, page, status = 200) => {
    const { language } = page;
    return sendPage(
      reply
        .code(status)
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'strict-origin-when-cross-origin'),
      'form',
      {
        page,
        texts: page.state === 'open' ? services.translator.namespace(language, 'form-page') : {},
        script: pages.formScript,
      },
      { language, path: '', brandName: page.name, brand: productBrand, policy: formPolicy(page) },
    );
  };
}

const emptyPage: Omit<FormPage, 'publicId' | 'name' | 'language'> = {
  state: 'open',
  document: null,
  token: '',
  tag: '',
  theme: defaultTheme,
  isEmbedded: false,
  isInChat: false,
  isPreview: false,
  opensAt: '',
  payUrl: '',
  email: '',
  screen: null,
  given: {},
  problems: {},
  notice: '',
};

/** Shows a draft as people would see it, for its owner alone. */
export function createFormPreview(services: Services, pages: FormPageRenderer): ShowPreview {
  const send = sender(services, pages);
  return (reply, { publicId, name, document }) =>
    send(reply.header('x-frame-options', 'SAMEORIGIN'), {
      ...emptyPage,
      publicId,
      name,
      document: publicDocument(document),
      language: document.settings.language,
      theme: document.settings.theme,
      isPreview: true,
    });
}

/** The public pages of forms: shown, sent without a script, and come back to after paying. */
export function serveFormPages(
  app: FastifyInstance,
  services: Services,
  pages: FormPageRenderer,
  notFound: NotFound,
): void {
  const send = sender(services, pages);
  const { pages: forms } = services.forms;
  const isLook = createLooks(services);

  /** Under an account's address there are only its own forms. */
  async function ofSite<F extends { form: { accountId: string } }>(
    request: FastifyRequest,
    found: F | null | undefined,
  ): Promise<F | null> {
    return found && (await isOfSite(services, request, found.form.accountId)) ? found : null;
  }

  function pageOf(form: PublishedForm, request: FastifyRequest, tag: string): FormPage {
    const { settings } = form.published;
    const light = embedOf(request);
    return {
      ...emptyPage,
      publicId: form.publicId,
      name: form.name,
      language: settings.language,
      // A form that follows whoever looks at it stands in a page that may not.
      theme:
        light !== null && light !== '1' && settings.theme.mode === 'auto'
          ? { ...settings.theme, mode: light }
          : settings.theme,
      opensAt: settings.openFrom,
      tag: tag !== form.slug && tagPattern.test(tag) ? tag : '',
      isEmbedded: light !== null,
    };
  }
  /** What the page's address says for hidden fields. */
  function hiddenOf(form: PublishedForm, request: FastifyRequest): Record<string, string> {
    const query = request.query as Record<string, unknown>;
    return Object.fromEntries(
      form.published.blocks.flatMap(({ type, key, source }) =>
        type === 'hidden' && typeof query[source] === 'string' ? [[key, query[source].slice(0, 255)]] : [],
      ),
    );
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { identifier, tag = '' }: Address,
  ): Promise<unknown> {
    const { payment, chat: ticket } = request.query as { payment?: unknown; chat?: unknown };
    const found = await ofSite(request, await forms.open(identifier, senderOf(request)));
    if (!found) return notFound(request, reply);
    const { form, gate } = found;
    const page = pageOf(form, request, tag);
    if (typeof payment === 'string') return showPayment(request, reply, page, payment);
    const chat = typeof ticket === 'string' ? forms.chatOf(form, ticket) : null;
    if (chat && (gate === 'open' || gate === 'sent_before')) {
      if (!chat.isPreview && (await isLook(request, form.accountId)))
        services.agentViews.form({
          accountId: form.accountId,
          agentId: chat.agentId,
          visitorId: chat.visitorId,
          conversationId: chat.place?.conversationId ?? null,
        });
      // A chat may itself stand inside a page that takes only what says who may show it.
      void reply
        .header('cross-origin-embedder-policy', 'credentialless')
        .header('cross-origin-resource-policy', 'cross-origin');
      return send(reply, {
        ...page,
        isEmbedded: true,
        isInChat: true,
        isPreview: chat.isPreview,
        document: publicDocument(form.published),
        token: chat.isPreview ? '' : forms.token(form, chat),
      });
    }
    if (form.published.settings.onePerVisitor && !/^[0-9a-f]{32}$/.test(request.cookies[formCookie] ?? ''))
      void reply.setCookie(formCookie, randomBytes(16).toString('hex'), {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: services.publicUrl().startsWith('https:'),
        maxAge: 31_536_000,
      });
    if (gate !== 'open') return send(reply, { ...page, state: gate }, gate === 'sent_before' ? 200 : 403);
    if (await isLook(request, form.accountId))
      services.agentViews.form({
        accountId: form.accountId,
        agentId: null,
        visitorId: null,
        conversationId: null,
      });
    return send(reply, {
      ...page,
      document: publicDocument(form.published),
      token: forms.token(form, null, await cameBy(request, form)),
      given: hiddenOf(form, request),
    });
  }

  /**
   * How somebody came to a form: to its own page, to a site that shows it, or to a landing page, which says its address
   * with its campaign when it asks for the form.
   */
  async function cameBy(request: FastifyRequest, form: PublishedForm): Promise<FormOrigin> {
    const { referer } = request.headers;
    const own = `${request.protocol}://${request.host}${request.url}`;
    const before = pageAddress(referer);
    const isEmbedded = embedOf(request) !== null;
    const page = await services.landingPages.published.cameBy(form.accountId, [referer], callerOf(request));
    return {
      // Longer ones than people see would make the token too long.
      landingUrl: (page || isEmbedded ? before : pageAddress(own))?.slice(0, 500) ?? null,
      referrer: page || isEmbedded ? null : (before?.slice(0, 500) ?? null),
      utm: utmNames(firstCampaign(campaignOf(own), page?.utm)),
      landingPageId: page?.pageId ?? null,
      landingPageVersion: page?.version ?? null,
    };
  }

  async function showPayment(
    request: FastifyRequest,
    reply: FastifyReply,
    page: FormPage,
    payment: string,
  ): Promise<unknown> {
    const asks = (await services.limiter.take(lookRule, addressKey(request.ip))) === null;
    const found = await forms.paid(page.publicId, payment, asks);
    if (!found) return notFound(request, reply);
    const { state, url, outcome } = found;
    const isPaid = state === 'paid';
    if (state === 'held') return send(reply, { ...page, state: 'held' });
    if (isPaid && outcome.next === 'redirect')
      return reply.header('cache-control', 'no-store').redirect(outcome.url, 303);
    if (isPaid) return send(reply, { ...page, state: 'done', screen: outcome });
    // The page has no script then: the browser itself looks again.
    const isCanceled = 'canceled' in (request.query as object);
    if (!isCanceled) void reply.header('refresh', '3');
    return send(reply, { ...page, state: isCanceled ? 'unpaid' : 'paying', payUrl: url });
  }

  /** A form that was sent by the browser itself. */
  async function take(
    request: FastifyRequest,
    reply: FastifyReply,
    { identifier, tag = '' }: Address,
  ): Promise<unknown> {
    const who = senderOf(request);
    const found = await ofSite(request, await forms.open(identifier, who));
    if (!found) return notFound(request, reply);
    const { form } = found;
    const page = pageOf(form, request, tag);
    const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const answers = postedAnswers(form.published.blocks, fields);
    try {
      await limitSending(services.limiter, 'submit', form.publicId, request.ip);
      const outcome = await forms.submit(
        form.publicId,
        {
          token: fields.get('_token') ?? '',
          answers,
          website: (fields.get('_website') ?? '').slice(0, 500),
          proof: '',
          tag: page.tag,
          utm: {},
          referrer: '',
        },
        who,
      );
      if (outcome.next === 'confirm') return send(reply, { ...page, state: 'confirm_sent', screen: outcome });
      if (outcome.next !== 'screen')
        return await reply.header('cache-control', 'no-store').redirect(outcome.url, 303);
      return send(reply, { ...page, state: 'done', screen: outcome });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { language } = page;
      if (error.status === 403 && found.gate !== 'open')
        return send(reply, { ...page, state: found.gate }, 403);
      const notice = services.translator.text(language, `errors:${error.code}`, {
        wait: waitText(language, error.retryAfterSeconds ?? 1),
        ...error.variables,
      });
      return send(
        reply,
        {
          ...page,
          document: publicDocument(form.published),
          token: forms.token(form, null, forms.cameBy(form, fields.get('_token') ?? '')),
          given: answers,
          problems: problemTexts(services, language, error.fields ?? {}),
          notice,
        },
        error.status,
      );
    }
  }

  /**
   * The page behind the link of a mail. It asks for a press of a button: programs that look through mails
   * open links, too.
   */
  async function showConfirmation(
    request: FastifyRequest,
    reply: FastifyReply,
    isPressed: boolean,
  ): Promise<unknown> {
    const { token } = request.params as { token: string };
    if ((await services.limiter.take(lookRule, addressKey(request.ip))) !== null)
      return notFound(request, reply);
    const found = await ofSite(request, await services.forms.confirming.look(token));
    if (!found) return notFound(request, reply);
    const page = { ...pageOf(found.form, request, ''), email: found.email };
    void reply.header('x-robots-tag', 'noindex');
    try {
      const { state, form, row } =
        (isPressed ? await services.forms.confirming.confirm(token) : null) ?? found;
      if (state === 'over') return await send(reply, { ...page, state: 'confirm_over' }, 410);
      if (state === 'open') return await send(reply, { ...page, state: 'confirm' });
      const outcome = forms.outcomeOf(form, row);
      if (isPressed && outcome.next === 'redirect')
        return await reply.header('cache-control', 'no-store').redirect(outcome.url, 303);
      return await send(reply, { ...page, state: 'done', screen: outcome });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return send(
        reply,
        {
          ...page,
          state:
            error.code === 'form-page.full'
              ? 'full'
              : error.code === 'form-page.already_sent'
                ? 'sent_before'
                : 'closed',
        },
        error.status,
      );
    }
  }

  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 262_144 },
      (_request, body, done) => done(null, new URLSearchParams((body as string).replaceAll('%00', ''))),
    );
    scope.get('/confirm-form/:token', (request, reply) => showConfirmation(request, reply, false));
    scope.post('/confirm-form/:token', (request, reply) => showConfirmation(request, reply, true));
    scope.get<{ Params: { identifier: string } }>('/forms/:identifier', (request, reply) =>
      show(request, reply, request.params),
    );
    scope.get<{ Params: Address }>('/forms/:identifier/:tag', (request, reply) =>
      show(request, reply, request.params),
    );
    scope.post<{ Params: { identifier: string } }>('/forms/:identifier', (request, reply) =>
      take(request, reply, request.params),
    );
    scope.post<{ Params: Address }>('/forms/:identifier/:tag', (request, reply) =>
      take(request, reply, request.params),
    );
  });
}

function problemTexts(
  services: Services,
  language: Language,
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, text]) => {
      const [key = '', value] = text.split('|');
      return [field, services.translator.text(language, key, value === undefined ? {} : { value })];
    }),
  );
}
