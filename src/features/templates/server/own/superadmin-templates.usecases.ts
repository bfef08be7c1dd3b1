import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import type { PreparedAgents } from '#features/agents/server/agents-prepared.usecases.ts';
import type { AgentsLifecycle } from '#features/agents/server/lifecycle/lifecycle.usecases.ts';
import { superadminActor, type Superadmin } from '#features/audit/server/audit-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import type { KnowledgeUsecases } from '#features/knowledge/server/knowledge.usecases.ts';
import { requirePicture } from '#features/server-pictures/server/server-pictures.usecases.ts';
import {
  largestTemplate,
  mostOwnTemplates,
  templatesSuperadminErrors,
  type ListedTemplate,
  type NewTemplate,
  type TemplateChange,
} from '../../templates-superadmin.contract.ts';
import { presentSummary, type Template } from '../templates.models.ts';
import { templatesRepository } from '../templates.repository.ts';
import {
  inOrder,
  ownPrefix,
  presentOwnSummary,
  suggestedPrice,
  templateFileOf,
  type Offer,
} from './own-templates.models.ts';
import { ownTemplatesRepository, type OwnTemplateSummary } from './own-templates.repository.ts';
import type { OwnTemplates } from './own-templates.usecases.ts';

type List = { templates: ListedTemplate[] };

export type SuperadminTemplatesServices = {
  database: Database;
  clock: Clock;
  own: Pick<OwnTemplates, 'offers'>;
  /** The product's templates that owners may find. */
  ofProduct(): Promise<Template[]>;
  lifecycle: Pick<AgentsLifecycle, 'exported'>;
  agents: Pick<PreparedAgents, 'remove'>;
  knowledge: Pick<KnowledgeUsecases, 'removeCollection'>;
};

function find(offers: readonly Offer[], slug: string): Offer {
  const offer = offers.find((one) => one.slug === slug);
  if (!offer) throw new AppError(commonErrors.notFound);
  return offer;
}

function findOwn(offers: readonly Offer[], slug: string): OwnTemplateSummary {
  const { own } = find(offers, slug);
  if (!own) throw new AppError(commonErrors.notFound);
  return own;
}

/** In the log, which has one language, those of the product have their English title. */
const titleOf = (offer: Offer): string => (offer.own ? offer.own.title : offer.template.texts.en.title);

/** Writes the order of all, so that it stays what it is whatever the product brings later. */
const placeAll = (
  tx: Transaction,
  offers: readonly Offer[],
  isShown: (offer: Offer) => boolean = (offer) => offer.isShown,
): Promise<void> =>
  ownTemplatesRepository(tx).place(
    offers.map((offer, place) => ({ slug: offer.slug, place, isShown: isShown(offer) })),
  );

function present(offer: Offer, language: Language, agents: number): ListedTemplate {
  const { slug, isShown } = offer;
  if (offer.own) {
    const { description, language: readBy, picture, agentName } = offer.own;
    const { business: _business, price: _price, ...summary } = presentOwnSummary(offer.own);
    return { ...summary, isOwn: true, description, language: readBy, picture, agentName, isShown, agents };
  }
  const { description, name } = offer.template.texts[language];
  const { business: _business, price: _price, ...summary } = presentSummary(offer.template, language);
  return {
    ...summary,
    slug,
    isOwn: false,
    description,
    language: null,
    picture: null,
    agentName: name,
    isShown,
    agents,
  };
}

/** What superadmins do with the templates that owners choose from; each change is one line of their log. */
export function createSuperadminTemplates(services: SuperadminTemplatesServices) {
  const { database, clock } = services;

  async function list(language: Language): Promise<List> {
    const offers = await services.own.offers(await services.ofProduct());
    const uses = await database.system((tx) => ownTemplatesRepository(tx).uses());
    return { templates: offers.map((offer) => present(offer, language, uses.get(offer.slug) ?? 0)) };
  }

  /** Changes the list while nobody else does, with a line in the log, which names what `work` answers. */
  async function change(
    superadmin: Superadmin,
    action: 'added' | 'changed' | 'moved' | 'shown' | 'hidden' | 'deleted',
    work: (tx: Transaction, offers: Offer[]) => Promise<string>,
  ): Promise<void> {
    const actor = await superadminActor(database, superadmin);
    const ofProduct = await services.ofProduct();
    await database.system(async (tx) => {
      const repository = ownTemplatesRepository(tx);
      await repository.hold();
      const offers = inOrder(ofProduct, await repository.all(), await repository.places());
      const name = await work(tx, offers);
      await writeAudit(tx, actor, `operator.template_${action}`, { name });
    });
  }

  /** What a template holds of an agent. @throws `templates.agent_gone`, `templates.agent_too_large` */
  async function taken(scope: AccountScope, agentId: string) {
    const exported = await services.lifecycle.exported(scope, agentId).catch((error: unknown) => {
      if (!(error instanceof AppError && error.status === 404)) throw error;
      throw new AppError(templatesSuperadminErrors.agentGone, {
        fields: { agentId: 'errors:templates.agent_gone' },
      });
    });
    const file = templateFileOf(exported);
    if (JSON.stringify(file).length > largestTemplate)
      throw new AppError(templatesSuperadminErrors.agentTooLarge, {
        fields: { agentId: 'errors:templates.agent_too_large' },
      });
    return {
      file,
      agentName: file.configuration.basic.name,
      color: file.configuration.appearance.color,
      price: suggestedPrice(exported.configuration.payment),
    };
  }

  return {
    list,

    /** @throws `templates.too_many`, `templates.agent_gone`, `templates.agent_too_large`, `server-pictures.gone` */
    async add(
      superadmin: Superadmin,
      scope: AccountScope,
      { agentId, isShown, ...texts }: NewTemplate,
    ): Promise<void> {
      const agent = await taken(scope, agentId);
      await change(superadmin, 'added', async (tx, offers) => {
        if (offers.filter(({ own }) => own).length >= mostOwnTemplates)
          throw new AppError(templatesSuperadminErrors.tooMany, { variables: { most: mostOwnTemplates } });
        await requirePicture(tx, texts.picture);
        const now = clock.now();
        const slug = newId(ownPrefix, now.getTime());
        const repository = ownTemplatesRepository(tx);
        await repository.insert({ ...texts, ...agent, slug, revision: 1, createdAt: now });
        await repository.place([{ slug, place: await repository.firstPlace(), isShown }]);
        return texts.title;
      });
    },

    /** @throws as `add`, and `common.not_found` where it is none that was made here */
    async change(
      superadmin: Superadmin,
      scope: AccountScope,
      slug: string,
      { agentId, isShown, ...texts }: TemplateChange,
    ): Promise<void> {
      const agent = agentId === null ? null : await taken(scope, agentId);
      await change(superadmin, 'changed', async (tx, offers) => {
        const { revision } = findOwn(offers, slug);
        await requirePicture(tx, texts.picture);
        await ownTemplatesRepository(tx).update(slug, {
          ...texts,
          ...(agent && { ...agent, revision: revision + 1 }),
        });
        await placeAll(tx, offers, (offer) => (offer.slug === slug ? isShown : offer.isShown));
        return texts.title;
      });
    },

    /** @throws `common.not_found` */
    show: (superadmin: Superadmin, slug: string, isShown: boolean): Promise<void> =>
      change(superadmin, isShown ? 'shown' : 'hidden', async (tx, offers) => {
        const chosen = find(offers, slug);
        await placeAll(tx, offers, (offer) => (offer === chosen ? isShown : offer.isShown));
        return titleOf(chosen);
      }),

    /** The first can't go up, nor the last down: then all stays. @throws `common.not_found` */
    move: (superadmin: Superadmin, slug: string, to: 'first' | 'up' | 'down'): Promise<void> =>
      change(superadmin, 'moved', async (tx, offers) => {
        const chosen = find(offers, slug);
        const others = offers.filter((offer) => offer !== chosen);
        const at = { first: 0, up: offers.indexOf(chosen) - 1, down: offers.indexOf(chosen) + 1 }[to];
        await placeAll(tx, others.toSpliced(Math.max(0, at), 0, chosen));
        return titleOf(chosen);
      }),

    /** Its preview goes with it; agents that were made of it stay. @throws `common.not_found` */
    remove: (superadmin: Superadmin, slug: string): Promise<void> =>
      change(superadmin, 'deleted', async (tx, offers) => {
        const { title } = findOwn(offers, slug);
        const demo = await templatesRepository(tx).demo(slug);
        if (demo) {
          const collectionId = await services.agents.remove(tx, demo.agentId);
          if (collectionId) await services.knowledge.removeCollection(tx, collectionId);
        }
        await ownTemplatesRepository(tx).remove(slug);
        return title;
      }),
  };
}

export type SuperadminTemplates = ReturnType<typeof createSuperadminTemplates>;
