import type { AgentConfiguration } from '#features/agents/agents-configuration.contract.ts';
import type { SettingPath } from '#features/agents/web/settings/setting-path.ts';
import { offerSetting } from '#features/paywall/paywall.contract.ts';

/** Changes the configuration of an agent. */
export type Change = (configuration: AgentConfiguration) => void;
/**
 * What of an agent is looked at: its page, its loader, the session, its frame's policy, an answer (with what
 * the model was sent), how a second message fares, or what is offered to pay for.
 */
export type Look = 'page' | 'loader' | 'session' | 'frame' | 'answer' | 'second' | 'elsewhere' | 'wall';
/** How a setting is changed, what must be so before (`given`), and where the change is seen. */
export type Setting = {
  set: Change;
  given?: Change;
  look?: Look;
};

/** What the test makes before it changes anything, for the changes that name it. */
export const made = { friendId: '', face: '', scene: '' };

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
const withScene: Change = ({ appearance }) => void (appearance.backgroundImage = made.scene);
const withPopup: Change = ({ layout }) => void (layout.popupMessage = 'Questions about rooms?');
const withFriend: Change = ({ switching }) => {
  switching.enabled = true;
  switching.agents = [made.friendId];
};
const withEnding: Change = ({ ending }) => void (ending.enabled = true);
const withVoice: Change = ({ voice }) => void (voice.enabled = true);
const withRecording: Change = ({ voice }) => void (voice.enabled = voice.recording = true);
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

/** Every setting that is not in `shownElsewhere`; the types ask for a new one. */
export const settings: Record<Exclude<SettingPath, keyof typeof shownElsewhere>, Setting> = {
  'basic.name': { set: ({ basic }) => void (basic.name = 'Night desk') },
  'people.enabled': { set: ({ people }) => void (people.enabled = false) },
  'basic.language': { set: ({ basic }) => void (basic.language = 'cs') },
  'basic.seoTitle': { set: ({ basic }) => void (basic.seoTitle = 'Ask the hotel') },
  'basic.seoDescription': { set: ({ basic }) => void (basic.seoDescription = 'Rooms, breakfast, parking.') },
  'appearance.color': { set: ({ appearance }) => void (appearance.color = '#b4532a') },
  'appearance.avatar': { set: ({ appearance }) => void (appearance.avatar = made.face) },
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
  'voice.enabled': { set: withVoice },
  'voice.provider': { given: withVoice, set: ({ voice }) => void (voice.provider = 'elevenlabs') },
  'voice.way': {
    given: ({ voice }) => void Object.assign(voice, { enabled: true, provider: 'openai' }),
    set: ({ voice }) => void (voice.way = 'live'),
  },
  'voice.icon': { given: withVoice, set: ({ voice }) => void (voice.icon = 'headset') },
  'voice.turns': { given: withVoice, set: ({ voice }) => void (voice.turns = 'push-to-talk') },
  'voice.greeting': { given: withVoice, set: ({ voice }) => void (voice.greeting = 'Good evening.') },
  'voice.greetings': {
    given: (draft) => {
      withVoice(draft);
      draft.basic.language = 'nl';
    },
    set: ({ voice }) => void (voice.greetings = [{ language: 'nl', text: 'Goedenavond.' }]),
  },
  'voice.speed': { given: withVoice, set: ({ voice }) => void (voice.speed = 0.8) },
  'voice.interruptible': { given: withVoice, set: ({ voice }) => void (voice.interruptible = false) },
  'voice.turnTimeout': { given: withVoice, set: ({ voice }) => void (voice.turnTimeout = 3) },
  'voice.minuteMessages': {
    given: ({ voice, payment }) => void ((voice.enabled = true), (payment.enabled = true)),
    set: ({ voice }) => void (voice.minuteMessages = 5),
  },
  'voice.longestCall': { given: withVoice, set: ({ voice }) => void (voice.longestCall = 60) },
  'voice.recording': { given: withVoice, set: ({ voice }) => void (voice.recording = true) },
  'voice.recordingConsent': {
    given: withRecording,
    set: ({ voice }) => void (voice.recordingConsent = 'May we record this call?'),
  },
  'voice.recordingDays': { given: withRecording, set: ({ voice }) => void (voice.recordingDays = 7) },
  'voice.pronunciations': {
    given: withVoice,
    set: ({ voice }) => void (voice.pronunciations = ['WiFi = why fye']),
  },
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
  'prompt.welcomes': {
    given: ({ basic }) => void (basic.language = 'nl'),
    set: ({ prompt }) => void (prompt.welcomes = [{ language: 'nl', text: 'Goedenavond' }]),
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

/** What is the owner's own affair, or is shown elsewhere, with the test that shows it. */
export const shownElsewhere = {
  'voice.voice': 'What a vendor is asked for: src/features/voice/server/voice.http.test.ts.',
  'voice.project': 'As voice.voice.',
  'voice.stability': 'As voice.voice.',
  'voice.similarity': 'As voice.voice.',
  'voice.hearingModel': 'As voice.voice.',
  'voice.speakingModel': 'As voice.voice.',
  'voice.liveModel': 'As voice.voice.',
  'basic.tag': 'The last word of the link that the owner hands out: tests/e2e/agents/editor.test.ts.',
  'access.monthlyCents':
    'Needs a model with a price: src/features/conversations/server/gates/limits.usecases.test.ts.',
  'payment.refill': 'When the day is new: src/features/paywall/server/paywall-conversations.http.test.ts.',
  'payment.chargeUnsure':
    'What an answer costs: src/features/paywall/server/paywall-conversations.http.test.ts.',
  'payment.graceDays': 'When a renewal fails: src/features/payments/server/syncing/events.http.test.ts.',
  'dynamic.forms': 'Needs a published form: src/features/forms/server/chat/cards.http.test.ts.',
  'analytics.google': 'What the page’s own statistics hear: tests/e2e/embed/embed-analytics.test.ts.',
  'analytics.meta': 'As analytics.google.',
  'analytics.consent': 'As analytics.google.',
  'functions.enabled':
    'What a model may call: src/features/custom-functions/server/custom-functions-answers.http.test.ts.',
  'tools.off': 'What it can do: src/features/conversations/server/visitors/visitor-tools.usecases.test.ts.',
  'tools.bookingUrl': 'As tools.off.',
  'tools.bookingTitle': 'As tools.off.',
  'tools.summaryCost': 'As tools.off.',
  'tools.bookingCost': 'As tools.off.',
  'tools.imageCost':
    'What a drawing costs: src/features/tools/server/built-in/built-in.usecases.test.ts, its offer as tools.off.',
  'mcp.connections': 'What a model may call: src/features/mcp/server/mcp.http.test.ts.',
  'store.id': 'What visitors buy: src/features/stores/server/stores-chat.http.test.ts.',
  'store.cart': 'As store.id.',
  'store.orders': 'As store.id.',
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
} satisfies Partial<Record<SettingPath, string>>;
