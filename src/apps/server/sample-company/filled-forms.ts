import { languages } from '#shared/languages.ts';
import { formSender } from '#features/forms/server/page/sender.models.ts';
import type { Chance } from './chance.ts';
import type { World } from './days.ts';
import type { Happening } from './queue.ts';
import type { DemoForm } from './set-up.ts';
import { inventVisitor, type Visitor } from './visitors.ts';

export type FormStory = {
  /** A moment of the day with this number. */
  moment(day: number): Date;
  days: number;
  later(happening: Happening): void;
  /** A chance that nobody else draws from. */
  ownChance(): Chance;
  /** Called for each form that was sent and is complete. */
  told(): void;
};

/** Plans what is filled in: opinions about visits, calls that are asked for, places in the running clinic. */
export function fillForms(world: World, { moment, days, later, ownChance, told }: FormStory): void {
  const { services, time, content, company, chance, taken } = world;
  const { feedbackForm, callForm, clinicForm } = content.company;

  async function send(
    form: DemoForm,
    answers: Record<string, unknown>,
    language: string,
    chance: Chance,
  ): Promise<string> {
    const sender = formSender({
      cookie: undefined,
      address: `198.51.100.${chance.below(250)}`,
      userAgent: `demo ${chance.below(1_000_000)}`,
      device: chance.pick(['smartphone', 'smartphone', 'desktop', 'tablet']),
      language,
    });
    const token = services.forms.pages.token({ id: form.id, publishedVersion: 1 }, null);
    const input = { token, answers, website: '', proof: '', tag: '', utm: {} };
    // Looking at a form and leaving it is what most people do.
    for (let looker = 1 + chance.below(3); looker > 0; looker--)
      services.agentViews.form({
        accountId: company.owner.scope.accountId,
        agentId: null,
        visitorId: null,
        conversationId: null,
      });
    await services.agentViews.drain();
    await services.forms.pages.progress(
      form.publicId,
      { token, answers, page: 0, field: Object.keys(answers)[0] ?? '' },
      sender,
    );
    if (chance.isIn(18)) return '';
    await time.goTo(new Date(time.now().getTime() + (20 + chance.below(90)) * 1_000));
    const { url } = await services.forms.pages.submit(form.publicId, input as never, sender);
    return url;
  }
  const somebody = (): Visitor =>
    inventVisitor(content, chance, taken, chance.pick(['nl', 'nl', 'fr', 'fr', 'en', ...languages] as const));

  async function giveOpinion({ email }: Visitor, chance: Chance): Promise<void> {
    const nps = chance.weighed({ 10: 30, 9: 26, 8: 18, 7: 10, 6: 6, 4: 5, 2: 3 });
    const isHigh = Number(nps) >= 9;
    const isLow = Number(nps) <= 6;
    await send(
      company.forms.feedback,
      {
        nps: Number(nps),
        ...(isHigh && chance.isIn(60) && { liked: chance.pick(feedbackForm.liked) }),
        ...(isLow && { better: chance.pick(feedbackForm.better) }),
        rating: isLow ? 2 + chance.below(2) : 4 + chance.below(2),
        ...(chance.isIn(30) && { email }),
      },
      'nl',
      chance,
    );
    told();
  }
  async function askForCall(visitor: Visitor, chance: Chance): Promise<void> {
    const day = new Date(time.now().getTime() + (2 + chance.below(5)) * 86_400_000)
      .toISOString()
      .slice(0, 10);
    await send(
      company.forms.call,
      {
        name: visitor.name,
        email: visitor.email,
        phone: `+32 2 555 ${chance.below(90) + 10} ${chance.below(90) + 10}`,
        day,
        time: chance.pick(['09:30', '11:00', '14:15', '16:45']),
        message: chance.pick(callForm.topics),
      },
      visitor.language,
      chance,
    );
    told();
  }
  async function takePlace(visitor: Visitor, chance: Chance): Promise<void> {
    const url = await send(
      company.forms.clinic,
      { name: visitor.name, email: visitor.email, pace: chance.pick(clinicForm.paces).value },
      visitor.language,
      chance,
    );
    const session = /\/test-money\/([^/?]+)/.exec(url)?.[1];
    if (!session || chance.isIn(12)) return;
    await services.testMoney.pages.checkout.act(session, { step: 'pay', card: 'succeeds', number: '' });
    await time.goTo(time.now());
    told();
  }

  const often = (count: number): number => Math.max(1, Math.round((count * days) / 90));
  const spread = (count: number, happen: (by: Visitor, own: Chance) => Promise<void>): void => {
    for (let at = 0; at < often(count); at++) {
      const [by, own] = [somebody(), ownChance()];
      later({ at: moment(chance.below(days)), isApart: true, happen: () => happen(by, own) });
    }
  };
  spread(64, giveOpinion);
  spread(28, askForCall);
  spread(15, takePlace);
}
