import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  agentConfiguration,
  type AgentConfiguration,
} from '#features/agents/agents-configuration.contract.ts';
import type { Agent } from '#features/agents/agents.contract.ts';
import { offerSetting } from '#features/paywall/paywall.contract.ts';
import { ask, connectModel, openSession, register, say, type Owner } from '#tests/reliability/people.ts';
import { startOpenAiStandIn, type OpenAiStandIn } from '#tests/support/models/openai-stand-in.ts';
import { startTestApp, type TestApp } from '#tests/support/app/test-app.ts';
import { configurationFields } from '../../../tools/reference/configuration-page.ts';

/**
 * Every setting of an agent, and that it changes what a visitor gets. A new setting is one line in
 * `settings`, or this file fails.
 */

type Change = (configuration: AgentConfiguration) => void;
/**
 * What of an agent is looked at: its page, its loader, the session, its frame's policy, an answer (with what
 * the model was sent), how a second message fares, or what is offered to pay for.
 */
type Look = 'page' | 'loader' | 'session' | 'frame' | 'answer' | 'second' | 'elsewhere' | 'wall';
type Setting = {
  set: Change;
  given?: Change;
  look?: Look;
};

let app: TestApp;
let model: OpenAiStandIn;
let owner: Owner;
let base: Agent;
let friend: Agent;
let face = '';
let scene = '';

const withModel: Change = ({ ai }) => {
  ai.provider = 'openai-compatible';
  ai.model = 'stand-in-large';
};
const asked = (set: Change, given: Change = () => undefined): Setting => ({
  set,
  look: 'answer',
  given: (configuration) => {
    withModel(configuration);
    given(configuration);
  },
});
const withForm: Change = ({ contactForm }) => void (contactForm.enabled = true);
const withScene: Change = ({ appearance }) => void (appearance.backgroundImage = scene);
const withPopup: Change = ({ layout }) => void (layout.popupMessage = 'Questions about rooms?');
const withFriend: Change = ({ switching }) => {
  switching.enabled = true;
  switching.agents = [friend.id];
};
const withEnding: Change = ({ ending }) => void (ending.enabled = true);
const onPages: Change = ({ access }) => {
  access.restrictDomains = true;
  access.allowedDomains = ['hotel.example'];
};
const spoken = (
  language: AgentConfiguration['basic']['language'],
  key: 'en' | 'es' | 'pt' | 'nl' | 'fr' | 'cs',
): Setting => ({
  given: ({ basic }) => void (basic.language = language),
  set: ({ texts }) => void (texts[key] = { 'composer.placeholder': 'Ask the night desk' }),
});

const selling =
  (given: Partial<AgentConfiguration['payment']> = {}): Change =>
  ({ payment }) =>
    Object.assign(payment, { enabled: true, ...given });
const offered = (
  set: Partial<AgentConfiguration['payment']>,
  given: Partial<AgentConfiguration['payment']> = {},
): Setting => ({ look: 'wall', given: selling(given), set: selling({ ...given, ...set }) });

const settings: Record<string, Setting> = {
  'basic.name': { set: ({ basic }) => void (basic.name = 'Night desk') },
  'people.enabled': { set: ({ people }) => void (people.enabled = false) },
  'basic.language': { set: ({ basic }) => void (basic.language = 'cs') },
  'basic.seoTitle': { set: ({ basic }) => void (basic.seoTitle = 'Ask the hotel') },
  'basic.seoDescription': { set: ({ basic }) => void (basic.seoDescription = 'Rooms, breakfast, parking.') },
  'appearance.color': { set: ({ appearance }) => void (appearance.color = '#b4532a') },
  'appearance.avatar': { set: ({ appearance }) => void (appearance.avatar = face) },
  'appearance.backgroundImage': { set: withScene },
  'appearance.backgroundX': { given: withScene, set: ({ appearance }) => void (appearance.backgroundX = 10) },
  'appearance.backgroundY': { given: withScene, set: ({ appearance }) => void (appearance.backgroundY = 10) },
  'appearance.overlayDarkness': {
    given: withScene,
    set: ({ appearance }) => void (appearance.overlayDarkness = 80),
  },
  'appearance.initialTheme': { set: ({ appearance }) => void (appearance.initialTheme = 'dark') },
  'appearance.themeToggle': { set: ({ appearance }) => void (appearance.themeToggle = false) },
  'appearance.launcherIcon': {
    look: 'loader',
    set: ({ appearance }) => void (appearance.launcherIcon = 'headset'),
  },
  'appearance.sendIcon': { set: ({ appearance }) => void (appearance.sendIcon = 'plane') },
  'appearance.uploads': { set: ({ appearance }) => void (appearance.uploads = true) },
  'appearance.attachmentIcon': {
    given: ({ appearance }) => void (appearance.uploads = true),
    set: ({ appearance }) => void (appearance.attachmentIcon = 'plus'),
  },
  'appearance.placeholder': { set: ({ appearance }) => void (appearance.placeholder = 'Ask about rooms') },
  'appearance.disclosure': { set: ({ appearance }) => void (appearance.disclosure = false) },
  'layout.position': { look: 'loader', set: ({ layout }) => void (layout.position = 'bottom-left') },
  'layout.offsetX': { look: 'loader', set: ({ layout }) => void (layout.offsetX = 77) },
  'layout.offsetY': { look: 'loader', set: ({ layout }) => void (layout.offsetY = 77) },
  'layout.size': { look: 'loader', set: ({ layout }) => void (layout.size = 'tall') },
  'layout.launcherText': { look: 'loader', set: ({ layout }) => void (layout.launcherText = 'Ask us') },
  'layout.hideLauncher': { look: 'loader', set: ({ layout }) => void (layout.hideLauncher = true) },
  'layout.popupMessage': { look: 'loader', set: withPopup },
  'layout.popupDelay': {
    look: 'loader',
    given: withPopup,
    set: ({ layout }) => void (layout.popupDelay = 33),
  },
  'layout.popupOnPhones': {
    look: 'loader',
    given: withPopup,
    set: ({ layout }) => void (layout.popupOnPhones = true),
  },
  'prompt.welcomeMessage': {
    set: ({ prompt }) => void (prompt.welcomeMessage = 'Good evening from the hotel.'),
  },
  'prompt.iceBreakers': { set: ({ prompt }) => void (prompt.iceBreakers = ['Is breakfast included?']) },
  'prompt.systemPrompt': asked(({ prompt }) => void (prompt.systemPrompt = 'You are the night porter.')),
  'prompt.files': asked(
    ({ prompt }) =>
      void (prompt.files = [{ name: 'House rules.pdf', text: 'Dogs are welcome in the garden rooms.' }]),
  ),
  'knowledge.topK': asked(({ knowledge }) => void (knowledge.topK = 1)),
  'knowledge.threshold': asked(({ knowledge }) => void (knowledge.threshold = 1)),
  'knowledge.citations': { set: ({ knowledge }) => void (knowledge.citations = 'off') },
  'knowledge.embedding': asked(
    ({ knowledge }) =>
      void (knowledge.embedding = { provider: 'openai-compatible', model: 'stand-in-embedding' }),
  ),
  'dynamic.enabled': asked(({ dynamic }) => void (dynamic.enabled = true)),
  'dynamic.instructions': asked(
    ({ dynamic }) => void (dynamic.instructions = 'Show the room plan when asked about rooms.'),
    ({ dynamic }) => void (dynamic.enabled = true),
  ),
  'dynamic.followUps': asked(({ dynamic }) => void (dynamic.followUps = 0)),
  'contactForm.enabled': { set: withForm },
  'contactForm.moment': { given: withForm, set: ({ contactForm }) => void (contactForm.moment = 'after') },
  'contactForm.afterMessages': {
    given: ({ contactForm }) => Object.assign(contactForm, { enabled: true, moment: 'after' }),
    set: ({ contactForm }) => void (contactForm.afterMessages = 1),
  },
  'contactForm.formId': {
    look: 'session',
    given: withForm,
    set: ({ contactForm }) => void (contactForm.formId = 'frm_1'),
  },
  'contactForm.title': {
    given: withForm,
    set: ({ contactForm }) => void (contactForm.title = 'Before we start'),
  },
  'contactForm.text': {
    given: withForm,
    set: ({ contactForm }) => void (contactForm.text = 'So that we can write back.'),
  },
  'contactForm.fields': {
    given: withForm,
    set: ({ contactForm }) =>
      void (contactForm.fields = [
        { key: 'phone', type: 'phone', label: 'Mobile', required: true, options: [] },
      ]),
  },
  'contactForm.submitText': {
    given: withForm,
    set: ({ contactForm }) => void (contactForm.submitText = 'Start chatting'),
  },
  'contactForm.skipAllowed': {
    given: withForm,
    set: ({ contactForm }) => void (contactForm.skipAllowed = false),
  },
  'contactForm.skipText': {
    given: withForm,
    set: ({ contactForm }) => void (contactForm.skipText = 'Not now'),
  },
  'access.restrictDomains': { look: 'elsewhere', set: onPages },
  'access.allowedDomains': {
    look: 'frame',
    given: onPages,
    set: ({ access }) => void (access.allowedDomains = ['inn.example']),
  },
  'access.allowedPaths': {
    look: 'elsewhere',
    given: onPages,
    set: ({ access }) => void (access.allowedPaths = ['/rooms/*']),
  },
  'access.consentEnabled': {
    set: ({ access }) =>
      Object.assign(access, { consentEnabled: true, consentText: 'We keep what you write.' }),
  },
  'access.consentText': {
    given: ({ access }) =>
      Object.assign(access, { consentEnabled: true, consentText: 'We keep what you write.' }),
    set: ({ access }) => void (access.consentText = 'We keep it for a year.'),
  },
  'access.history': { set: ({ access }) => void (access.history = 'off') },
  'access.messagesPerMinute': { look: 'second', set: ({ access }) => void (access.messagesPerMinute = 1) },
  'access.messagesPerDay': { look: 'second', set: ({ access }) => void (access.messagesPerDay = 1) },
  'access.messagesPerConversation': {
    look: 'second',
    set: ({ access }) => void (access.messagesPerConversation = 1),
  },
  'access.dailyMessages': { look: 'second', set: ({ access }) => void (access.dailyMessages = 1) },
  'access.atLimit': {
    look: 'second',
    given: ({ access }) => void (access.dailyMessages = 1),
    set: ({ access }) => void (access.atLimit = 'built-in'),
  },
  'payment.enabled': { look: 'session', set: selling() },
  'payment.freeMessages': { look: 'session', given: selling(), set: selling({ freeMessages: 3 }) },
  'payment.type': offered({ type: 'once' }),
  'payment.currency': offered({ currency: 'EUR' }),
  'payment.amount': offered({ amount: 1_900 }),
  'payment.yearlyAmount': offered({ yearlyAmount: 9_900 }),
  'payment.trialDays': offered({ trialDays: 7 }),
  'payment.messagesPerPack': offered({ messagesPerPack: 50 }, { type: 'pack' }),
  'payment.packDays': offered({ packDays: 30 }, { type: 'pack' }),
  'payment.passDays': offered({ passDays: 30 }, { type: 'once' }),
  'payment.taxPercent': offered({ taxPercent: 21 }),
  'payment.taxBehaviour': offered({ taxBehaviour: 'inclusive' }, { taxPercent: 21 }),
  'payment.fairUsePerDay': offered({ fairUsePerDay: 60 }),
  'payment.description': offered({ description: 'All answers about the house.' }),
  'payment.buttonText': offered({ buttonText: 'Go on' }),
  'payment.coupons': offered({
    coupons: [{ code: 'SUMMER-20', percentOff: 20, until: '', mostUses: 0, offers: [] }],
  }),
  'payment.offers': offered({ offers: [offerSetting.parse({ key: 'small', type: 'pack', amount: 500 })] }),
  'switching.enabled': { look: 'session', set: withFriend },
  'switching.agents': {
    look: 'session',
    given: ({ switching }) => void (switching.enabled = true),
    set: withFriend,
  },
  'ending.enabled': { set: withEnding },
  'ending.redirectUrl': {
    given: withEnding,
    set: ({ ending }) => void (ending.redirectUrl = 'https://hotel.example/thanks'),
  },
  'ending.askRating': { given: withEnding, set: ({ ending }) => void (ending.askRating = false) },
  'footer.text': { set: ({ footer }) => void (footer.text = 'Answers may contain mistakes.') },
  'footer.showBrand': { set: ({ footer }) => void (footer.showBrand = false) },
  'texts.en': spoken('en', 'en'),
  'texts.es': spoken('es', 'es'),
  'texts.pt': spoken('pt', 'pt'),
  'texts.nl': spoken('nl', 'nl'),
  'texts.fr': spoken('fr', 'fr'),
  'texts.cs': spoken('cs', 'cs'),
  'css.code': { set: ({ css }) => void (css.code = '.cw-header { border-radius: 0; }') },
  'ai.provider': { look: 'answer', set: withModel },
  'ai.model': asked(({ ai }) => void (ai.model = 'stand-in-small')),
  'ai.temperature': asked(({ ai }) => void (ai.temperature = 1.5)),
  'ai.maxAnswerTokens': asked(({ ai }) => void (ai.maxAnswerTokens = 77)),
  'ai.historyMessages': { look: 'second', given: withModel, set: ({ ai }) => void (ai.historyMessages = 0) },
  'ai.visitorKey': { set: ({ ai }) => void (ai.visitorKey = true) },
};

/** What is the owner's own affair, or is shown elsewhere, with the place that shows it. */
const shownElsewhere: Record<string, string> = {
  'basic.tag': 'The last word of the link that the owner hands out: tests/e2e/agents/editor.test.ts.',
  'access.monthlyCents': 'Needs a model with a price: src/features/agents/server/agents-usage.http.test.ts.',
  'payment.refill': 'When the day is new: src/features/paywall/server/paywall-conversations.http.test.ts.',
  'payment.chargeUnsure':
    'What an answer costs: src/features/paywall/server/paywall-conversations.http.test.ts.',
  'payment.graceDays': 'When a renewal fails: src/features/payments/server/syncing/events.http.test.ts.',
  'dynamic.forms': 'Needs a published form: src/features/forms/server/chat/cards.http.test.ts.',
  'switching.history': 'What the next agent reads: tests/e2e/chat/access-control.test.ts.',
  'ai.fallbacks': 'Who answers when the model fails: tests/reliability/model-faults.http.test.ts.',
  'ai.imageGeneration':
    'Needs a provider that draws: src/features/conversations/server/attachments/attachments.http.test.ts.',
  'summary.enabled': 'The mails of summaries: src/features/summaries/server/summaries.http.test.ts.',
  'summary.delayMinutes': 'As summary.enabled.',
  'summary.recipients': 'As summary.enabled.',
  'summary.sendToContact': 'As summary.enabled.',
  'summary.instructions': 'As summary.enabled.',
  'people.offer': 'After two answers that know nothing: src/features/inbox/server/inbox.http.test.ts.',
  'people.answerWhileWaiting': 'Who speaks while the team is awaited: tests/e2e/dashboard/inbox.test.ts.',
  'people.mailReplies':
    'What a visitor who left gets: src/features/inbox/server/reply-mails/reply-mails.http.test.ts.',
  'people.autoReturn': 'When nobody writes for long: tests/reliability/handoff-races.http.test.ts.',
  'people.autoReturnMinutes': 'As people.autoReturn.',
  'people.autoResolveHours':
    'When a conversation counts as done: tests/reliability/handoff-races.http.test.ts.',
};

beforeAll(async () => {
  model = await startOpenAiStandIn({ reply: 'Breakfast is from seven.' });
  app = await startTestApp();
  owner = await register(app.url);
  await connectModel(owner, model.baseUrl);
  base = await owner.post<Agent>('/api/agents', { from: 'blank', input: '' });
  for (const [title, body] of [
    ['Breakfast', 'Breakfast is served from seven to ten. It is included in every room.'],
    ['Rooms', 'There are twelve rooms. Breakfast can be brought to the room.'],
    ['Parking', 'Parking behind the house is free. Breakfast guests may park too.'],
  ])
    await owner.post(`/api/knowledge/${base.collectionId}/sources/text`, { title, body });
  await vi.waitFor(async () => {
    const { sources } = await owner.get<{ sources: { status: string }[] }>(
      `/api/knowledge/${base.collectionId}/sources`,
    );
    if (sources.some(({ status }) => status !== 'ready')) throw new Error('Not read yet');
  });
  friend = await publish(() => undefined);
  face = await picture('avatar', '#b4532a');
  scene = await picture('background', '#336699');
});
afterAll(async () => {
  await app.close();
  await model.close();
});

async function picture(kind: string, color: string): Promise<string> {
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: color } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'picture.png');
  const answer = await fetch(`${app.url}/api/agents/${base.id}/images?kind=${kind}`, {
    method: 'POST',
    body: form,
    headers: { cookie: owner.cookie },
  });
  return ((await answer.json()) as { hash: string }).hash;
}

/** A published copy of the agent with its knowledge, in which only `changes` differ from the defaults. */
async function publish(...changes: Change[]): Promise<Agent> {
  const copy = await owner.post<Agent>(`/api/agents/${base.id}/duplicate`, {});
  const configuration = agentConfiguration.parse({ basic: { name: 'Hotel Linden' } });
  for (const change of changes) change(configuration);
  const { draftRevision } = await owner.put<{ draftRevision: number }>(`/api/agents/${copy.id}/draft`, {
    revision: copy.draftRevision,
    configuration,
  });
  return owner.post<Agent>(`/api/agents/${copy.id}/publish`, { revision: draftRevision });
}

const read = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
  const response = await fetch(app.url + path, { headers: { 'accept-language': 'en', ...headers } });
  return `${response.status} ${response.headers.get('content-security-policy') ?? ''} ${await response.text()}`;
};

/** Asks something and gives what the visitor read and what the model was sent for it. */
async function talk(number: number, times: number): Promise<string> {
  const visitor = await openSession(app.url, number);
  let conversationId: string | null = null;
  let seen = '';
  for (let time = 1; time <= times; time++) {
    const before = model.requests.length;
    const reader = await say(app.url, visitor, {
      text: 'When is breakfast, and is it included?',
      conversationId,
    });
    await reader.closed;
    conversationId = reader.accepted()?.conversationId ?? conversationId;
    const sent = model.requests.slice(before).map(({ path, body }) => [path, body]);
    // Words that come close together are one event or two, as the clock will have it.
    const kinds = reader.events
      .map(({ event }) => event)
      .filter((event, at, all) => event !== 'accepted' && event !== all[at - 1]);
    seen = JSON.stringify([reader.status, reader.refusal?.code, reader.text(), kinds, sent]);
  }
  return seen;
}

/** What a visitor gets of an agent, without what differs between two agents anyway. */
async function look(agent: Agent, what: Look): Promise<string> {
  const { number } = agent;
  const seen = {
    page: () => read(`/widgets/${number}`),
    loader: () => read(`/widgets/${number}.js?tag=chatelier`),
    frame: () => read(`/widgets/${number}/embed`, { referer: 'https://hotel.example/' }),
    elsewhere: () =>
      read(`/widgets/${number}.js?tag=chatelier`, { referer: 'https://hotel.example/contact' }),
    session: async () => JSON.stringify({ ...(await openSession(app.url, number)), token: '' }),
    wall: async () =>
      (
        await ask('GET', `${app.url}/api/visitor/wall`, {
          headers: { authorization: `Bearer ${(await openSession(app.url, number)).token}` },
        })
      ).text,
    answer: () => talk(number, 1),
    second: () => talk(number, 2),
  }[what]();
  return (await seen)
    .replaceAll(String(number), 'NUMBER')
    .replace(/"(ticket|proof|token|nonce)":"[^"]*"/g, '')
    .replace(/[\w-]{80,}\.[\w-]{20,}/g, '')
    .replace(/(agt|cnv|msg|vis|att)_[0-9a-z]{30}/g, '$1');
}

describe('the settings of an agent', () => {
  test('are all listed here', () => {
    expect([...Object.keys(settings), ...Object.keys(shownElsewhere)].sort()).toEqual(
      configurationFields()
        .map(({ path }) => path)
        .sort(),
    );
  });

  test.each(Object.entries(settings))(
    '%s changes what a visitor gets',
    async (_path, { set, given = () => undefined, look: what = 'page' }) => {
      const [without, withIt, again] = [
        await publish(given),
        await publish(given, set),
        await publish(given),
      ];
      const before = await look(without, what);
      // The same agent twice looks the same, or the difference would say nothing.
      expect(await look(again, what)).toBe(before);
      expect(await look(withIt, what)).not.toBe(before);
    },
  );
});
