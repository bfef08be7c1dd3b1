// Made by `npm run reference` out of the contracts. Change the code instead.
import type { AnswerEvent, Call, Events, Options, Page, Pages } from './client.ts';

export type AgentActivity = {
  id: string;
  name: string;
  views: number;
  conversations: number;
  contacts: number;
  events: number;
  messages: number;
};

export type AgentConfiguration = {
  basic: {
    name: string;
    tag: string;
    language: "auto" | "en" | "nl" | "es" | "pt" | "fr" | "cs";
    seoTitle: string;
    seoDescription: string;
  };
  appearance: {
    color: string;
    avatar: string;
    backgroundImage: string;
    backgroundX: number;
    backgroundY: number;
    overlayDarkness: number;
    initialTheme: "light" | "dark" | "auto";
    themeToggle: boolean;
    launcherIcon: "chat" | "sparkle" | "question" | "headset" | "avatar";
    sendIcon: "arrow" | "plane" | "chevron";
    uploads: boolean;
    attachmentIcon: "paperclip" | "plus" | "image";
    placeholder: string;
    disclosure: boolean;
  };
  layout: {
    position: "bottom-right" | "bottom-left" | "bottom-center";
    offsetX: number;
    offsetY: number;
    size: "compact" | "regular" | "tall";
    launcherText: string;
    hideLauncher: boolean;
    popupMessage: string;
    popupDelay: number;
    popupOnPhones: boolean;
  };
  prompt: {
    welcomeMessage: string;
    welcomes: {
      language: "en" | "nl" | "es" | "pt" | "fr" | "cs";
      text: string;
    }[];
    iceBreakers: string[];
    systemPrompt: string;
    files: {
      name: string;
      text: string;
    }[];
  };
  knowledge: {
    topK: number;
    threshold: number;
    citations: "inline" | "footer" | "off";
    embedding: {
      provider: string;
      model: string;
    } | null;
  };
  dynamic: {
    enabled: boolean;
    instructions: string;
    forms: {
      formId: string;
      when: string;
    }[];
    followUps: number;
  };
  contactForm: {
    enabled: boolean;
    moment: "start" | "after" | "intent";
    afterMessages: number;
    formId: string;
    title: string;
    text: string;
    fields: {
      key: string;
      type: 
        | "name"
        | "email"
        | "phone"
        | "company"
        | "short_text"
        | "long_text"
        | "number"
        | "url"
        | "select"
        | "checkbox";
      label: string;
      required: boolean;
      options: string[];
    }[];
    submitText: string;
    skipAllowed: boolean;
    skipText: string;
  };
  access: {
    restrictDomains: boolean;
    allowedDomains: string[];
    allowedPaths: string[];
    consentEnabled: boolean;
    consentText: string;
    history: "local" | "session" | "off";
    messagesPerMinute: number;
    messagesPerDay: number;
    messagesPerConversation: number;
    dailyMessages: number;
    monthlyCents: number;
    atLimit: "say" | "built-in";
  };
  payment: {
    enabled: boolean;
    freeMessages: number;
    refill: "off" | "day" | "month";
    type: "subscription" | "pack" | "once";
    currency: 
      | "USD"
      | "EUR"
      | "GBP"
      | "CZK"
      | "CAD"
      | "AUD"
      | "CHF"
      | "BRL"
      | "MXN"
      | "PLN"
      | "SEK"
      | "DKK"
      | "NOK"
      | "HUF"
      | "JPY"
      | "KWD";
    amount: number;
    yearlyAmount: number;
    trialDays: number;
    messagesPerPack: number;
    packDays: 0 | number;
    passDays: number;
    taxPercent: number;
    taxBehaviour: "inclusive" | "exclusive";
    fairUsePerDay: number;
    graceDays: number;
    chargeUnsure: boolean;
    description: string;
    buttonText: string;
    coupons: {
      code: string;
      percentOff: number;
      until: string;
      mostUses: number;
      offers: string[];
    }[];
    offers: {
      key: string;
      type: "subscription" | "pack" | "once";
      interval: "month" | "year";
      amount: number;
      trialDays: number;
      messages: number;
      days: number;
      title: string;
      description: string;
      buttonText: string;
      recommended: boolean;
    }[];
  };
  mcp: {
    connections: {
      id: string;
      tools: {
        name: string;
        hash: string;
        risk: "read" | "write" | "approval";
        messageCost: number;
      }[];
    }[];
  };
  store: {
    id: string;
    cart: boolean;
    orders: boolean;
  };
  tools: {
    off: (
      | "search_knowledge"
      | "current_time"
      | "calculate"
      | "capture_contact"
      | "book_link"
      | "send_summary")[];
    bookingUrl: string;
    bookingTitle: string;
    summaryCost: number;
    bookingCost: number;
    imageCost: number;
  };
  voice: {
    enabled: boolean;
    provider: "browser" | "openai" | "elevenlabs" | "resemble" | "openai-compatible";
    voice: string;
    project: string;
    hearingModel: string;
    speakingModel: string;
    way: "sentences" | "live";
    liveModel: "gpt-realtime-2.1-mini" | "gpt-realtime-2";
    icon: "microphone" | "waveform" | "headset";
    turns: "hands-free" | "push-to-talk";
    greeting: string;
    greetings: {
      language: "en" | "nl" | "es" | "pt" | "fr" | "cs";
      text: string;
    }[];
    speed: number;
    stability: number;
    similarity: number;
    interruptible: boolean;
    turnTimeout: number;
    longestCall: number;
    minuteMessages: number;
    recording: boolean;
    recordingConsent: string;
    recordingDays: number;
    pronunciations: string[];
  };
  switching: {
    enabled: boolean;
    agents: string[];
    history: "carry" | "fresh";
  };
  people: {
    enabled: boolean;
    offer: boolean;
    answerWhileWaiting: boolean;
    mailReplies: boolean;
    autoReturn: boolean;
    autoReturnMinutes: number;
    autoResolveHours: number;
  };
  ending: {
    enabled: boolean;
    redirectUrl: string;
    askRating: boolean;
  };
  summary: {
    enabled: boolean;
    delayMinutes: number;
    recipients: string[];
    sendToContact: boolean;
    instructions: string;
  };
  footer: {
    text: string;
    showBrand: boolean;
  };
  analytics: {
    google: boolean;
    meta: boolean;
    consent: "asked" | "page";
  };
  texts: {
    en: { [name: string]: string };
    es: { [name: string]: string };
    pt: { [name: string]: string };
    nl: { [name: string]: string };
    fr: { [name: string]: string };
    cs: { [name: string]: string };
  };
  css: {
    code: string;
  };
  ai: {
    provider: string;
    model: string;
    temperature: number;
    maxAnswerTokens: number;
    historyMessages: number;
    fallbacks: {
      provider: string;
      model: string;
    }[];
    imageGeneration: boolean;
    visitorKey: boolean;
  };
  functions: {
    enabled: string[];
  };
};

export type AgentConfigurationInput = {
  basic?: {
    name?: string;
    tag?: string;
    language?: "auto" | "en" | "nl" | "es" | "pt" | "fr" | "cs";
    seoTitle?: string;
    seoDescription?: string;
  };
  appearance?: {
    color?: string;
    avatar?: string;
    backgroundImage?: string;
    backgroundX?: number;
    backgroundY?: number;
    overlayDarkness?: number;
    initialTheme?: "light" | "dark" | "auto";
    themeToggle?: boolean;
    launcherIcon?: "chat" | "sparkle" | "question" | "headset" | "avatar";
    sendIcon?: "arrow" | "plane" | "chevron";
    uploads?: boolean;
    attachmentIcon?: "paperclip" | "plus" | "image";
    placeholder?: string;
    disclosure?: boolean;
  };
  layout?: {
    position?: "bottom-right" | "bottom-left" | "bottom-center";
    offsetX?: number;
    offsetY?: number;
    size?: "compact" | "regular" | "tall";
    launcherText?: string;
    hideLauncher?: boolean;
    popupMessage?: string;
    popupDelay?: number;
    popupOnPhones?: boolean;
  };
  prompt?: {
    welcomeMessage?: string;
    welcomes?: {
      language: "en" | "nl" | "es" | "pt" | "fr" | "cs";
      text: string;
    }[];
    iceBreakers?: string[];
    systemPrompt?: string;
    files?: {
      name: string;
      text: string;
    }[];
  };
  knowledge?: {
    topK?: number;
    threshold?: number;
    citations?: "inline" | "footer" | "off";
    embedding?: {
      provider: string;
      model: string;
    } | null;
  };
  dynamic?: {
    enabled?: boolean;
    instructions?: string;
    forms?: {
      formId: string;
      when?: string;
    }[];
    followUps?: number;
  };
  contactForm?: {
    enabled?: boolean;
    moment?: "start" | "after" | "intent";
    afterMessages?: number;
    formId?: string;
    title?: string;
    text?: string;
    fields?: {
      key: string;
      type: 
        | "name"
        | "email"
        | "phone"
        | "company"
        | "short_text"
        | "long_text"
        | "number"
        | "url"
        | "select"
        | "checkbox";
      label?: string;
      required?: boolean;
      options?: string[];
    }[];
    submitText?: string;
    skipAllowed?: boolean;
    skipText?: string;
  };
  access?: {
    restrictDomains?: boolean;
    allowedDomains?: string[];
    allowedPaths?: string[];
    consentEnabled?: boolean;
    consentText?: string;
    history?: "local" | "session" | "off";
    messagesPerMinute?: number;
    messagesPerDay?: number;
    messagesPerConversation?: number;
    dailyMessages?: number;
    monthlyCents?: number;
    atLimit?: "say" | "built-in";
  };
  payment?: {
    enabled?: boolean;
    freeMessages?: number;
    refill?: "off" | "day" | "month";
    type?: "subscription" | "pack" | "once";
    currency?: 
      | "USD"
      | "EUR"
      | "GBP"
      | "CZK"
      | "CAD"
      | "AUD"
      | "CHF"
      | "BRL"
      | "MXN"
      | "PLN"
      | "SEK"
      | "DKK"
      | "NOK"
      | "HUF"
      | "JPY"
      | "KWD";
    amount?: number;
    yearlyAmount?: number;
    trialDays?: number;
    messagesPerPack?: number;
    packDays?: 0 | number;
    passDays?: number;
    taxPercent?: number;
    taxBehaviour?: "inclusive" | "exclusive";
    fairUsePerDay?: number;
    graceDays?: number;
    chargeUnsure?: boolean;
    description?: string;
    buttonText?: string;
    coupons?: {
      code: string;
      percentOff: number;
      until?: string;
      mostUses?: number;
      offers?: string[];
    }[];
    offers?: {
      key: string;
      type: "subscription" | "pack" | "once";
      interval?: "month" | "year";
      amount: number;
      trialDays?: number;
      messages?: number;
      days?: number;
      title?: string;
      description?: string;
      buttonText?: string;
      recommended?: boolean;
    }[];
  };
  mcp?: {
    connections?: {
      id: string;
      tools?: {
        name: string;
        hash: string;
        risk: "read" | "write" | "approval";
        messageCost?: number;
      }[];
    }[];
  };
  store?: {
    id?: string;
    cart?: boolean;
    orders?: boolean;
  };
  tools?: {
    off?: (
      | "search_knowledge"
      | "current_time"
      | "calculate"
      | "capture_contact"
      | "book_link"
      | "send_summary")[];
    bookingUrl?: string;
    bookingTitle?: string;
    summaryCost?: number;
    bookingCost?: number;
    imageCost?: number;
  };
  voice?: {
    enabled?: boolean;
    provider?: "browser" | "openai" | "elevenlabs" | "resemble" | "openai-compatible";
    voice?: string;
    project?: string;
    hearingModel?: string;
    speakingModel?: string;
    way?: "sentences" | "live";
    liveModel?: "gpt-realtime-2.1-mini" | "gpt-realtime-2";
    icon?: "microphone" | "waveform" | "headset";
    turns?: "hands-free" | "push-to-talk";
    greeting?: string;
    greetings?: {
      language: "en" | "nl" | "es" | "pt" | "fr" | "cs";
      text: string;
    }[];
    speed?: number;
    stability?: number;
    similarity?: number;
    interruptible?: boolean;
    turnTimeout?: number;
    longestCall?: number;
    minuteMessages?: number;
    recording?: boolean;
    recordingConsent?: string;
    recordingDays?: number;
    pronunciations?: string[];
  };
  switching?: {
    enabled?: boolean;
    agents?: string[];
    history?: "carry" | "fresh";
  };
  people?: {
    enabled?: boolean;
    offer?: boolean;
    answerWhileWaiting?: boolean;
    mailReplies?: boolean;
    autoReturn?: boolean;
    autoReturnMinutes?: number;
    autoResolveHours?: number;
  };
  ending?: {
    enabled?: boolean;
    redirectUrl?: string;
    askRating?: boolean;
  };
  summary?: {
    enabled?: boolean;
    delayMinutes?: number;
    recipients?: string[];
    sendToContact?: boolean;
    instructions?: string;
  };
  footer?: {
    text?: string;
    showBrand?: boolean;
  };
  analytics?: {
    google?: boolean;
    meta?: boolean;
    consent?: "asked" | "page";
  };
  texts?: {
    en?: { [name: string]: string };
    es?: { [name: string]: string };
    pt?: { [name: string]: string };
    nl?: { [name: string]: string };
    fr?: { [name: string]: string };
    cs?: { [name: string]: string };
  };
  css?: {
    code?: string;
  };
  ai?: {
    provider?: string;
    model?: string;
    temperature?: number;
    maxAnswerTokens?: number;
    historyMessages?: number;
    fallbacks?: {
      provider: string;
      model: string;
    }[];
    imageGeneration?: boolean;
    visitorKey?: boolean;
  };
  functions?: {
    enabled?: string[];
  };
};

export type AgentSummary = {
  id: string;
  number: number;
  name: string;
  color: string;
  avatarUrl: string | null;
  status: "draft" | "live" | "paused" | "archived";
  provider: string;
  model: string;
  modelFailure: {
    provider: string;
    model: string;
    code: string;
    at: string;
  } | null;
  payments: ("one-time" | "subscription" | "message-pack")[];
  hasUnpublishedChanges: boolean;
  form: "off" | "start" | "after" | "intent";
  seenUrl: string | null;
  seenAt: string | null;
  conversationCount: number;
  createdAt: string;
  updatedAt: string;
};

export type AnalyticsOverview = {
  zone: string;
  from: string;
  to: string;
  before: {
    zone: string;
    from: string;
    to: string;
  } | null;
  unit: "hour" | "day" | "week" | "month";
  figures: {
    agents: {
      value: number;
      before: number | null;
    };
    activeContacts: {
      value: number;
      before: number | null;
    };
    totalContacts: {
      value: number;
      before: number | null;
    };
    conversations: {
      value: number;
      before: number | null;
    };
    messages: {
      value: number;
      before: number | null;
    };
    visitors: {
      value: number;
      before: number | null;
    };
    views: {
      value: number;
      before: number | null;
    };
  };
  money: {
    isTest: boolean;
    currencies: {
      currency: string;
      gross: {
        value: number;
        before: number | null;
      };
      refunded: {
        value: number;
        before: number | null;
      };
      net: {
        value: number;
        before: number | null;
      };
    }[];
    packs: {
      value: number;
      before: number | null;
    };
    successfulPayments: {
      value: number;
      before: number | null;
    };
    messagesSold: {
      value: number;
      before: number | null;
    };
    days: {
      day: string;
      money: {
        currency: string;
        net: number;
      }[];
      payments: number;
    }[];
  } | null;
  curve: {
    start: string;
    views: number;
    opens: number;
    visitors: number;
    conversations: number;
    messages: number;
    newContacts: number;
  }[];
  curveBefore: {
    start: string;
    views: number;
    opens: number;
    visitors: number;
    conversations: number;
    messages: number;
    newContacts: number;
  }[] | null;
  hidesPassive: boolean;
  hidesLocation: boolean;
};

export type ApiAgent = {
  id: string;
  number: number;
  name: string;
  color: string;
  avatarUrl: string | null;
  status: "draft" | "live" | "paused" | "archived";
  provider: string;
  model: string;
  modelFailure: {
    provider: string;
    model: string;
    code: string;
    at: string;
  } | null;
  payments: ("one-time" | "subscription" | "message-pack")[];
  hasUnpublishedChanges: boolean;
  form: "off" | "start" | "after" | "intent";
  seenUrl: string | null;
  seenAt: string | null;
  conversationCount: number;
  createdAt: string;
  updatedAt: string;
  collectionId: string;
  draft: AgentConfiguration;
  draftRevision: number;
  liveVersion: number | null;
  closedMessage: string;
  siteUrl: string | null;
};

export type ApiConversation = {
  id: string;
  agentId: string;
  agentName: string;
  contactId: string | null;
  contactName: string;
  contactEmail: string | null;
  isProven: boolean;
  language: string;
  channel: "site" | "page" | "qr" | "api";
  lastMessage: string;
  lastMessageRole: string | null;
  lastMessageAt: string;
  visitorSaid: string | null;
  handler: "ai" | "waiting" | "human" | "paused";
  handlerUserId: string | null;
  status: "open" | "pending" | "snoozed" | "resolved";
  priority: "none" | "low" | "medium" | "high" | "urgent";
  assigneeId: string | null;
  waitingSince: string | null;
  snoozedUntil: string | null;
  labels: string[];
  isUnread: boolean;
  found: {
    id: string | null;
    in: "visitor" | "assistant" | "human" | "note" | "form";
    text: string;
  } | null;
  agent?: AgentSummary | null;
  contact?: ContactDetail | null;
};

export type ApiConversationDetail = {
  id: string;
  agentId: string;
  agentName: string;
  contactId: string | null;
  contactName: string;
  contactEmail: string | null;
  isProven: boolean;
  language: string;
  channel: "site" | "page" | "qr" | "api";
  lastMessage: string;
  lastMessageRole: string | null;
  lastMessageAt: string;
  visitorSaid: string | null;
  handler: "ai" | "waiting" | "human" | "paused";
  handlerUserId: string | null;
  status: "open" | "pending" | "snoozed" | "resolved";
  priority: "none" | "low" | "medium" | "high" | "urgent";
  assigneeId: string | null;
  waitingSince: string | null;
  snoozedUntil: string | null;
  labels: string[];
  isUnread: boolean;
  found: {
    id: string | null;
    in: "visitor" | "assistant" | "human" | "note" | "form";
    text: string;
  } | null;
  tag: string | null;
  pageUrl: string | null;
  messageCount: number;
  createdAt: string;
  endedAt: string | null;
  rating: number | null;
  customFields: { [name: string]: string | number | boolean | string[] };
  notes: InboxNote[];
  calls: VoiceCall[];
  agent?: AgentSummary | null;
  contact?: ContactDetail | null;
  messages?: ApiMessage[];
};

export type ApiMessage = {
  id: string;
  seq: number;
  role: "visitor" | "assistant" | "human" | "event";
  text: string;
  status: "streaming" | "complete" | "interrupted" | "stopped" | "failed";
  createdAt: string;
  author?: Person | null;
  event?: 
    | "asked"
    | "asked_away"
    | "asked_closed"
    | "queued"
    | "joined"
    | "returned"
    | "offered"
    | "resolved"
    | "form_filled";
  editedAt?: string | null;
  isDeleted?: boolean;
  parts?: MessagePart[];
  suggestions?: string[];
  citations: Citation[];
  feedback: "up" | "down" | null;
  errorCode: string | null;
  engine: "built-in" | "model" | null;
  attachments?: Attachment[];
  isSpoken?: boolean;
  clientMessageId?: string | null;
  provider: string | null;
  model: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  costMicros: number | null;
  feedbackReason: string | null;
  authorId: string | null;
  byMail: boolean;
};

export type ApiPurchase = {
  id: string;
  agentId: string | null;
  agentName: string;
  form: {
    id: string;
    name: string;
    submissionId: string | null;
  } | null;
  contactId: string | null;
  email: string;
  type: "subscription" | "pack" | "once" | "form";
  interval: "month" | "year" | null;
  title: string;
  state: 
    | "open"
    | "processing"
    | "paid"
    | "failed"
    | "expired"
    | "trialing"
    | "past_due"
    | "ending"
    | "canceled"
    | "partly_refunded"
    | "refunded"
    | "disputed"
    | "lost";
  isEnding: boolean;
  isPaused: boolean;
  problem: "mismatch" | "unreachable" | "unmatched" | "not_ended" | "not_given_back" | null;
  currency: string;
  base: number;
  tax: number;
  total: number;
  paid: number;
  refunded: number;
  messages: number | null;
  messagesLeft: number | null;
  coupon: string;
  tag: string;
  conversationId: string | null;
  vendor: string;
  vendorUrl: string | null;
  isTest: boolean;
  createdAt: string;
  paidAt: string | null;
  until: string | null;
  agent?: AgentSummary | null;
  contact?: ContactDetail | null;
};

export type ApiPurchaseDetail = {
  id: string;
  agentId: string | null;
  agentName: string;
  form: {
    id: string;
    name: string;
    submissionId: string | null;
  } | null;
  contactId: string | null;
  email: string;
  type: "subscription" | "pack" | "once" | "form";
  interval: "month" | "year" | null;
  title: string;
  state: 
    | "open"
    | "processing"
    | "paid"
    | "failed"
    | "expired"
    | "trialing"
    | "past_due"
    | "ending"
    | "canceled"
    | "partly_refunded"
    | "refunded"
    | "disputed"
    | "lost";
  isEnding: boolean;
  isPaused: boolean;
  problem: "mismatch" | "unreachable" | "unmatched" | "not_ended" | "not_given_back" | null;
  currency: string;
  base: number;
  tax: number;
  total: number;
  paid: number;
  refunded: number;
  messages: number | null;
  messagesLeft: number | null;
  coupon: string;
  tag: string;
  conversationId: string | null;
  vendor: string;
  vendorUrl: string | null;
  isTest: boolean;
  createdAt: string;
  paidAt: string | null;
  until: string | null;
  agent?: AgentSummary | null;
  contact?: ContactDetail | null;
  payments: {
    reference: string;
    amount: number;
    refunded: number;
    dispute: "none" | "open" | "won" | "lost";
    paidAt: string;
  }[];
};

export type ApiSource = {
  id: string;
  collectionId: string;
  kind: "file" | "website" | "page" | "text" | "qa";
  title: string;
  url: string | null;
  status: "queued" | "fetching" | "parsing" | "indexing" | "ready" | "failed";
  errorCode: string | null;
  progress: {
    found: number;
    done: number;
    failed: number;
  };
  leftOut: {
    limit: number;
    depth: number;
  };
  sameAs: {
    id: string;
    title: string;
  } | null;
  chunkCount: number;
  characterCount: number;
  file: {
    name: string;
    mimeType: string;
    byteCount: number;
  } | null;
  website: {
    include: string[];
    exclude: string[];
    maxPages: number;
    maxDepth: number;
    useSitemap: boolean;
  } | null;
  resync: "off" | "daily" | "weekly" | "monthly";
  nextSyncAt: string | null;
  syncedAt: string | null;
  createdAt: string;
  deletedAt: string | null;
  goneAt: string | null;
};

export type ApiSubmission = {
  id: string;
  state: "partial" | "unpaid" | "unconfirmed" | "complete";
  status: "new" | "read" | "spam" | "archived";
  answers: { [name: string]: string | number | boolean | string[] | { [name: string]: string } };
  variables: { [name: string]: number };
  page: number;
  files: {
    id: string;
    field: string;
    name: string;
    kind: "image" | "document";
    size: number;
  }[];
  contactId: string | null;
  conversationId: string | null;
  tag: string;
  utm: { [name: string]: string };
  pageUrl: string | null;
  referrer: string | null;
  landingPage: {
    id: string;
    version: number;
  } | null;
  device: string | null;
  payment: {
    purchaseId: string;
    amount: number;
    refunded: number;
    currency: string;
    state: 
      | "open"
      | "processing"
      | "paid"
      | "failed"
      | "expired"
      | "trialing"
      | "past_due"
      | "ending"
      | "canceled"
      | "partly_refunded"
      | "refunded"
      | "disputed"
      | "lost";
    isTest: boolean;
  } | null;
  startedAt: string;
  submittedAt: string | null;
  confirmedAt: string | null;
  durationSeconds: number | null;
  updatedAt: string;
  contact?: ContactDetail | null;
};

export type Attachment = {
  id: string;
  kind: "image" | "document";
  name: string;
  type: string;
  size: number;
  width: number | null;
  height: number | null;
  url: string;
};

export type BreakdownRow = {
  key: string;
  label: string;
  visitors: number;
  conversations: number;
  messages: number;
  money: {
    currency: string;
    net: number;
  }[] | null;
};

export type ChatMessage = {
  id: string;
  seq: number;
  role: "visitor" | "assistant" | "human" | "event";
  text: string;
  status: "streaming" | "complete" | "interrupted" | "stopped" | "failed";
  createdAt: string;
  author?: Person | null;
  event?: 
    | "asked"
    | "asked_away"
    | "asked_closed"
    | "queued"
    | "joined"
    | "returned"
    | "offered"
    | "resolved"
    | "form_filled";
  editedAt?: string | null;
  isDeleted?: boolean;
  parts?: MessagePart[];
  suggestions?: string[];
  citations: Citation[];
  feedback: "up" | "down" | null;
  errorCode: string | null;
  engine: "built-in" | "model" | null;
  attachments?: Attachment[];
  isSpoken?: boolean;
  clientMessageId?: string | null;
};

export type Citation = {
  number: number;
  title: string;
  quote: string;
  kind: "page" | "file" | "text" | "qa";
  url: string | null;
  storedUrl: string;
  page: number | null;
};

export type Contact = {
  id: string;
  name: string;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  company: string | null;
  jobTitle: string | null;
  country: string | null;
  region: string | null;
  city: string | null;
  language: string | null;
  customFields: { [name: string]: string | number | boolean | string[] };
  customValues: {
    key: string;
    type: string;
    label: string;
    value: string;
  }[];
  claimedEmail: string | null;
  claimedContactId: string | null;
  otherEmails: string[];
  emailProof: "identity" | "code" | "opt_in" | null;
  emailProvenAt: string | null;
  externalId: string | null;
  verifiedAt: string | null;
  variables: { [name: string]: string };
  source: string;
  agentId: string | null;
  agentName: string | null;
  timezone: string | null;
  device: string | null;
  browser: string | null;
  os: string | null;
  landingUrl: string | null;
  referrer: string | null;
  tag: string | null;
  utm: {
    source?: string;
    medium?: string;
    campaign?: string;
    term?: string;
    content?: string;
  };
  lifecycle: "new" | "contacted" | "qualified" | "customer" | "lost";
  leadScore: number;
  tagIds: string[];
  marketingConsent: {
    value: boolean;
    at: string;
    source: string;
    textVersion: string | null;
  } | null;
  isBlocked: boolean;
  conversationCount: number;
  messageCount: number;
  lastMessage: string;
  lastMessageRole: string | null;
  firstSeenAt: string;
  lastSeenAt: string;
  createdAt: string;
};

export type ContactDetail = {
  id: string;
  name: string;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  company: string | null;
  jobTitle: string | null;
  country: string | null;
  region: string | null;
  city: string | null;
  language: string | null;
  customFields: { [name: string]: string | number | boolean | string[] };
  customValues: {
    key: string;
    type: string;
    label: string;
    value: string;
  }[];
  claimedEmail: string | null;
  claimedContactId: string | null;
  otherEmails: string[];
  emailProof: "identity" | "code" | "opt_in" | null;
  emailProvenAt: string | null;
  externalId: string | null;
  verifiedAt: string | null;
  variables: { [name: string]: string };
  source: string;
  agentId: string | null;
  agentName: string | null;
  timezone: string | null;
  device: string | null;
  browser: string | null;
  os: string | null;
  landingUrl: string | null;
  referrer: string | null;
  tag: string | null;
  utm: {
    source?: string;
    medium?: string;
    campaign?: string;
    term?: string;
    content?: string;
  };
  lifecycle: "new" | "contacted" | "qualified" | "customer" | "lost";
  leadScore: number;
  tagIds: string[];
  marketingConsent: {
    value: boolean;
    at: string;
    source: string;
    textVersion: string | null;
  } | null;
  isBlocked: boolean;
  conversationCount: number;
  messageCount: number;
  lastMessage: string;
  lastMessageRole: string | null;
  firstSeenAt: string;
  lastSeenAt: string;
  createdAt: string;
  visitors: {
    proven: number;
    claimed: number;
  };
  unsubscribedAt: string | null;
  money: {
    sums: {
      currency: string;
      paid: number;
      refunded: number;
      isTest: boolean;
    }[];
    isSubscribed: boolean;
    aiCostMicros: number;
  } | null;
};

export type Engagement = {
  zone: string;
  from: string;
  to: string;
  heat: number[][];
  depth: {
    from: number;
    to: number | null;
    conversations: number;
  }[];
  questions: {
    question: string;
    count: number;
    agentId: string;
    conversationId: string;
  }[];
  unanswered: {
    question: string;
    count: number;
    agentId: string;
    conversationId: string;
  }[];
  unsure: number;
  answers: number;
  feedback: {
    up: number;
    down: number;
  };
  funnel: {
    step: 
      | "seen"
      | "opened"
      | "message"
      | "freeUsed"
      | "wall"
      | "checkout"
      | "paid"
      | "returned";
    visitors: number;
  }[];
  calls: {
    calls: number;
    minutes: number;
    interruptions: number;
    firstSoundMs: {
      median: number;
      slow: number;
    } | null;
    costMicros: number;
    chargedMessages: number;
  };
};

export type Form = {
  id: string;
  publicId: string;
  slug: string | null;
  name: string;
  isActive: boolean;
  isPublished: boolean;
  fieldCount: number;
  submissionCount: number;
  newCount: number;
  url: string;
  createdAt: string;
  updatedAt: string;
  draft: {
    blocks: {
      key: string;
      type: 
        | "short_text"
        | "long_text"
        | "email"
        | "phone"
        | "url"
        | "address"
        | "select"
        | "radio"
        | "checkboxes"
        | "multi_select"
        | "picture_choice"
        | "ranking"
        | "matrix"
        | "rating"
        | "nps"
        | "scale"
        | "number"
        | "currency"
        | "date"
        | "time"
        | "datetime"
        | "file"
        | "consent"
        | "payment"
        | "heading"
        | "paragraph"
        | "image"
        | "divider"
        | "page_break"
        | "hidden";
      label: string;
      help: string;
      placeholder: string;
      required: boolean;
      initial: string;
      width: "full" | "half";
      mapTo: "" | "name" | "email" | "phone" | "company" | string;
      options: {
        value: string;
        label: string;
        image: string;
      }[];
      rows: {
        value: string;
        label: string;
      }[];
      min: number | null;
      max: number | null;
      from: string;
      until: string;
      format: "" | "letters" | "digits" | "alphanumeric";
      decimals: number;
      currency: 
        | "USD"
        | "EUR"
        | "GBP"
        | "CZK"
        | "CAD"
        | "AUD"
        | "CHF"
        | "BRL"
        | "MXN"
        | "PLN"
        | "SEK"
        | "DKK"
        | "NOK"
        | "HUF"
        | "JPY"
        | "KWD";
      amount: number;
      amountFrom: string;
      icon: "star" | "heart" | "number";
      multiple: boolean;
      lowLabel: string;
      highLabel: string;
      accept: ("image" | "pdf" | "docx" | "txt")[];
      source: string;
    }[];
    rules: {
      id: string;
      match: "all" | "any";
      groups: {
        match: "all" | "any";
        conditions: {
          field: string;
          operator: 
            | "is"
            | "is_not"
            | "contains"
            | "not_contains"
            | "starts"
            | "ends"
            | "gt"
            | "gte"
            | "lt"
            | "lte"
            | "before"
            | "after"
            | "answered"
            | "not_answered"
            | "paid"
            | "not_paid";
          value: string;
        }[];
      }[];
      actions: {
        type: "show" | "hide" | "require";
        field: string;
      } | {
        type: "jump";
        to: string;
      } | {
        type: "calculate";
        name: string;
        by: "set" | "add" | "subtract" | "multiply" | "divide";
        amount: number;
        field: "" | string;
      } | {
        type: "end";
        screen: string;
      }[];
    }[];
    screens: {
      id: string;
      title: string;
      text: string;
      redirectUrl: string;
    }[];
    settings: {
      openFrom: string;
      openUntil: string;
      maxSubmissions: number;
      onePerVisitor: boolean;
      confirm: boolean;
      notify: string[];
      reply: {
        enabled: boolean;
        subject: string;
        text: string;
      };
      spam: "none" | "honeypot" | "proof-of-work";
      language: "en" | "nl" | "es" | "pt" | "fr" | "cs";
      submitText: string;
      theme: {
        color: string;
        background: string;
        mode: "auto" | "light" | "dark";
        font: "sans" | "serif";
        corners: "square" | "soft" | "round";
      };
    };
  };
  draftRevision: number;
  publishedVersion: number;
  hasChanges: boolean;
  issues: {
    issue: 
      | "no_fields"
      | "label"
      | "options"
      | "duplicate"
      | "unknown"
      | "ring"
      | "jump_back"
      | "amount"
      | "pages"
      | "payments"
      | "mapped"
      | "reply_to"
      | "confirm_paid"
      | "source"
      | "placeholder"
      | "placeholder_typed";
    block: string | null;
    rule: number | null;
    name: string;
  }[];
};

export type FormSummary = {
  id: string;
  publicId: string;
  slug: string | null;
  name: string;
  isActive: boolean;
  isPublished: boolean;
  fieldCount: number;
  submissionCount: number;
  newCount: number;
  url: string;
  createdAt: string;
  updatedAt: string;
};

export type Function = {
  id: string;
  definition: {
    kind: "http";
    name: string;
    label: string;
    description: string;
    parameters: {
      type: "object";
      description?: string;
      properties: { [name: string]: {
        type: "string" | "number" | "integer" | "boolean" | "array" | "object";
        description?: string;
        enum?: (string | number)[];
        items?: {
          type: "string" | "number" | "integer" | "boolean" | "array" | "object";
          description?: string;
          enum?: (string | number)[];
          items?: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          };
          properties?: { [name: string]: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          } };
          required?: string[];
        };
        properties?: { [name: string]: {
          type: "string" | "number" | "integer" | "boolean" | "array" | "object";
          description?: string;
          enum?: (string | number)[];
          items?: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          };
          properties?: { [name: string]: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          } };
          required?: string[];
        } };
        required?: string[];
      } };
      required?: string[];
    };
    timeoutMs: number;
    maxModelChars: number;
    risk: "read" | "write" | "approval";
    approver: "visitor" | "team";
    messageCost: number;
    perConversation: number;
    progressText: string;
    mock: {
      status: number;
      body: string;
    } | null;
    http: {
      method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
      url: string;
      query: {
        name: string;
        value: string;
      }[];
      headers: {
        name: string;
        value: string;
      }[];
      body: "none" | "json" | "form";
      bodyTemplate: string;
      auth: {
        type: "none";
      } | {
        type: "bearer";
      } | {
        type: "basic";
        user: string;
      } | {
        type: "header";
        name: string;
      } | {
        type: "query";
        name: string;
      } | {
        type: "oauth2";
        tokenUrl: string;
        clientId: string;
        scope: string;
      } | {
        type: "hmac";
        header: string;
        algorithm: "sha256" | "sha512";
        encoding: "hex" | "base64";
        prefix: string;
        timestampHeader: unknown & unknown;
      };
      responsePath: string;
      maxResponseBytes: number;
    };
  } | {
    kind: "code";
    name: string;
    label: string;
    description: string;
    parameters: {
      type: "object";
      description?: string;
      properties: { [name: string]: {
        type: "string" | "number" | "integer" | "boolean" | "array" | "object";
        description?: string;
        enum?: (string | number)[];
        items?: {
          type: "string" | "number" | "integer" | "boolean" | "array" | "object";
          description?: string;
          enum?: (string | number)[];
          items?: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          };
          properties?: { [name: string]: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          } };
          required?: string[];
        };
        properties?: { [name: string]: {
          type: "string" | "number" | "integer" | "boolean" | "array" | "object";
          description?: string;
          enum?: (string | number)[];
          items?: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          };
          properties?: { [name: string]: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          } };
          required?: string[];
        } };
        required?: string[];
      } };
      required?: string[];
    };
    timeoutMs: number;
    maxModelChars: number;
    risk: "read" | "write" | "approval";
    approver: "visitor" | "team";
    messageCost: number;
    perConversation: number;
    progressText: string;
    mock: {
      status: number;
      body: string;
    } | null;
    code: {
      source: string;
      secretHost: string;
    };
  } | {
    kind: "client";
    name: string;
    label: string;
    description: string;
    parameters: {
      type: "object";
      description?: string;
      properties: { [name: string]: {
        type: "string" | "number" | "integer" | "boolean" | "array" | "object";
        description?: string;
        enum?: (string | number)[];
        items?: {
          type: "string" | "number" | "integer" | "boolean" | "array" | "object";
          description?: string;
          enum?: (string | number)[];
          items?: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          };
          properties?: { [name: string]: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          } };
          required?: string[];
        };
        properties?: { [name: string]: {
          type: "string" | "number" | "integer" | "boolean" | "array" | "object";
          description?: string;
          enum?: (string | number)[];
          items?: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          };
          properties?: { [name: string]: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          } };
          required?: string[];
        } };
        required?: string[];
      } };
      required?: string[];
    };
    timeoutMs: number;
    maxModelChars: number;
    risk: "read" | "write" | "approval";
    approver: "visitor" | "team";
    messageCost: number;
    perConversation: number;
    progressText: string;
    mock: {
      status: number;
      body: string;
    } | null;
    client: {
      sites: string[];
    };
  };
  version: number;
  isEnabled: boolean;
  secretLastFour: string | null;
  usedBy: {
    id: string;
    name: string;
    isLive: boolean;
  }[];
  createdAt: string;
  updatedAt: string;
  updatedBy: string;
};

export type FunctionSummary = {
  id: string;
  name: string;
  label: string;
  description: string;
  kind: string;
  risk: string;
  host: string;
  version: number;
  isEnabled: boolean;
  agentCount: number;
  updatedAt: string;
};

export type InboxNote = {
  id: string;
  authorId: string | null;
  authorName: string;
  body: string;
  afterSeq: number;
  mentions: string[];
  attachments: Attachment[];
  createdAt: string;
};

export type KnowledgeCollection = {
  id: string;
  revision: number;
  progress: {
    found: number;
    done: number;
    failed: number;
  };
  chunkCount: number;
  characterCount: number;
  working: boolean;
  languages: ("en" | "nl" | "es" | "pt" | "fr" | "cs")[];
  embedding: {
    provider: string;
    model: string;
    pending: number;
    errorCode: string | null;
  } | null;
};

export type MessagePart = {
  type: "image";
  url: string;
  alt: string;
  caption: string;
  at: number;
} | {
  type: "video";
  host: "file" | "youtube" | "vimeo" | "loom" | "wistia";
  source: string;
  title: string;
  image: {
    url: string;
    alt: string;
  } | null;
  at: number;
} | {
  title: string;
  text: string;
  image: {
    url: string;
    alt: string;
  } | null;
  url: string | null;
  buttons: {
    label: string;
    action: "send";
    text: string;
  } | {
    label: string;
    action: "open";
    url: string;
  }[];
  type: "card";
  at: number;
} | {
  type: "carousel";
  title: string;
  cards: {
    title: string;
    text: string;
    image: {
      url: string;
      alt: string;
    } | null;
    url: string | null;
    buttons: {
      label: string;
      action: "send";
      text: string;
    } | {
      label: string;
      action: "open";
      url: string;
    }[];
  }[];
  at: number;
} | {
  type: "buttons";
  text: string;
  buttons: {
    label: string;
    action: "send";
    text: string;
  } | {
    label: string;
    action: "open";
    url: string;
  }[];
  at: number;
} | {
  type: "product";
  name: string;
  text: string;
  amount: number | null;
  currency: string;
  image: {
    url: string;
    alt: string;
  } | null;
  url: string | null;
  at: number;
} | {
  type: "products";
  title: string;
  canAdd: boolean;
  products: {
    id: string;
    name: string;
    text: string;
    image: {
      url: string;
      alt: string;
    } | null;
    url: string | null;
    currency: string;
    option: string;
    variants: {
      id: string;
      name: string;
      amount: number;
      before: number | null;
      stock: "in" | "low" | "out" | "unknown";
      left: number | null;
    }[];
  }[];
  at: number;
} | {
  type: "cart";
  currency: string;
  lines: {
    productId: string;
    variantId: string;
    name: string;
    variant: string;
    quantity: number;
    amount: number;
    total: number;
    image: {
      url: string;
      alt: string;
    } | null;
    url: string | null;
  }[];
  total: number;
  checkoutUrl: string | null;
  at: number;
} | {
  type: "order";
  number: string;
  order: {
    number: string;
    placedAt: string;
    state: "received" | "packed" | "shipped" | "delivered" | "cancelled" | "returned";
    lines: {
      name: string;
      quantity: number;
    }[];
    total: number;
    currency: string;
    carrier: string;
    tracking: string;
    trackingUrl: string | null;
    expectedOn: string | null;
  } | null;
  at: number;
} | {
  type: "form";
  title: string;
  text: string;
  fields: {
    label: string;
    kind: "text" | "long" | "email" | "phone" | "number" | "date" | "choice" | "checkbox";
    required: boolean;
    options: string[];
  }[];
  submit: string;
  at: number;
} | {
  type: "file";
  name: string;
  url: string;
  at: number;
} | {
  type: "own_form";
  formId: string;
  title: string;
  text: string;
  url: string;
  filled: {
    at: string;
    submissionId: string;
  } | null;
  at: number;
} | {
  type: "agent";
  number: number;
  name: string;
  at: number;
} | {
  type: "approval";
  id: string;
  title: string;
  details: {
    name: string;
    value: string;
  }[];
  cost: number;
  approver: "visitor" | "team";
  state: "waiting" | "approved" | "declined";
  at: number;
};

export type Person = {
  name: string;
  avatarUrl: string | null;
};

export type Program = {
  id: string;
  kind: "key" | "app";
  name: string;
  scopes: (
    | "agents.read"
    | "agents.write"
    | "agents.ask"
    | "conversations.read"
    | "conversations.write"
    | "conversations.reply"
    | "contacts.read"
    | "contacts.write"
    | "contacts.erase"
    | "forms.read"
    | "forms.write"
    | "payments.read"
    | "payments.write"
    | "analytics.read"
    | "functions.write")[];
  agentIds: string[] | null;
  isTest: boolean;
  account: {
    id: string;
  };
  member: {
    id: string;
    role: string;
  };
};

export type QrCode = {
  code: string;
  name: string;
  description: string;
  targetUrl: string;
  color: string;
  background: string;
  logo: string;
  url: string;
  scanCount: number;
  lastScanAt: string | null;
  createdAt: string;
};

export type Threshold = {
  id: string;
  figure: 
    | "messages"
    | "conversations"
    | "visitors"
    | "revenue"
    | "unanswered"
    | "satisfaction";
  side: "above" | "below";
  limit: number;
  currency: string;
  agentId: string | null;
  zone: string;
  value: number | null;
  isPast: boolean;
  checkedAt: string | null;
  toldAt: string | null;
  createdAt: string;
};

export type VoiceCall = {
  id: string;
  agentId: string;
  visitorId: string;
  contactId: string | null;
  conversationId: string | null;
  provider: string;
  way: "browser" | "sentences" | "live";
  language: string;
  startedAt: string;
  endedAt: string | null;
  endReason: 
    | "hungUp"
    | "idle"
    | "limit"
    | "person"
    | "screen"
    | "minutes"
    | "closed"
    | "blocked"
    | "noMicrophone"
    | "language"
    | "network"
    | "lost"
    | "replaced" | null;
  seconds: number;
  turns: number;
  interruptions: number;
  firstSoundMs: number | null;
  costMicros: number;
  chargedMessages: number;
  recording: {
    startedAt: string;
    seconds: number;
    bytes: number;
    type: "audio/webm" | "audio/mp4";
    hasAgent: boolean;
    keptUntil: string;
  } | null;
};

export type AgentsAskBody = {
  text: string;
  conversationId?: string;
  user?: string;
  language?: "en" | "nl" | "es" | "pt" | "fr" | "cs";
};

export type AgentsAskAnswer = {
  conversationId: string;
  message: ChatMessage | null;
};

export type AgentsAskStreamBody = {
  text: string;
  conversationId?: string;
  user?: string;
  language?: "en" | "nl" | "es" | "pt" | "fr" | "cs";
};

export type AgentsCreateBody = {
  from: "website" | "description" | "blank";
  input?: string;
  language?: "en" | "nl" | "es" | "pt" | "fr" | "cs";
};

export type AgentsCreateAnswer = ApiAgent;

export type AgentsGetQuery = {
  expand?: string;
};

export type AgentsGetAnswer = {
  id: string;
  number: number;
  name: string;
  color: string;
  avatarUrl: string | null;
  status: "draft" | "live" | "paused" | "archived";
  provider: string;
  model: string;
  modelFailure: {
    provider: string;
    model: string;
    code: string;
    at: string;
  } | null;
  payments: ("one-time" | "subscription" | "message-pack")[];
  hasUnpublishedChanges: boolean;
  form: "off" | "start" | "after" | "intent";
  seenUrl: string | null;
  seenAt: string | null;
  conversationCount: number;
  createdAt: string;
  updatedAt: string;
  collectionId: string;
  draft: AgentConfiguration;
  draftRevision: number;
  liveVersion: number | null;
  closedMessage: string;
  siteUrl: string | null;
  knowledge?: KnowledgeCollection;
};

export type AgentsListQuery = {
  search?: string;
  limit?: number;
  cursor?: string;
};

export type AgentsListAnswer = Page<AgentSummary>;

export type AgentsPublishBody = {
  revision: number;
  name?: string;
  subscribers?: "refund" | "period";
  override?: {
    reason: string;
  };
};

export type AgentsPublishAnswer = ApiAgent;

export type AgentsRemoveQuery = {
  subscribers?: "refund";
};

export type AgentsRemoveAnswer = Record<string, never>;

export type AgentsSaveDraftBody = {
  revision: number;
  configuration: AgentConfigurationInput;
};

export type AgentsSaveDraftAnswer = {
  draftRevision: number;
  hasUnpublishedChanges: boolean;
};

export type AgentsSetStatusBody = {
  status: "draft" | "live" | "paused" | "archived";
  closedMessage?: string;
  subscribers?: "refund" | "period" | "pause";
};

export type AgentsSetStatusAnswer = ApiAgent;

export type AnalyticsAgentsQuery = {
  zone?: string;
  from?: string;
  to?: string;
  agentId?: string;
  sort?: "name" | "views" | "conversations" | "contacts" | "events" | "messages";
  order?: "asc" | "desc";
  page?: number;
};

export type AnalyticsAgentsAnswer = {
  zone: string;
  from: string;
  to: string;
  agents: AgentActivity[];
  total: number;
};

export type AnalyticsBreakdownQuery = {
  zone?: string;
  from?: string;
  to?: string;
  agentId?: string;
  by?: 
    | "country"
    | "device"
    | "browser"
    | "os"
    | "language"
    | "source"
    | "medium"
    | "campaign"
    | "referrer"
    | "tag"
    | "qr"
    | "page";
};

export type AnalyticsBreakdownAnswer = {
  zone: string;
  from: string;
  to: string;
  rows: BreakdownRow[];
  isHidden: boolean;
};

export type AnalyticsEngagementQuery = {
  zone?: string;
  from?: string;
  to?: string;
  agentId?: string;
};

export type AnalyticsEngagementAnswer = Engagement;

export type AnalyticsEventsQuery = {
  zone?: string;
  from?: string;
  to?: string;
  agentId?: string;
  format?: "ndjson" | "parquet";
};

export type AnalyticsLiveQuery = {
  agentId?: string;
};

export type AnalyticsLiveAnswer = {
  at: string;
  visitors: number;
  agents: {
    id: string;
    name: string;
    visitors: number;
  }[];
};

export type AnalyticsOverviewQuery = {
  zone?: string;
  from?: string;
  to?: string;
  agentId?: string;
  compare?: "true" | "false";
};

export type AnalyticsOverviewAnswer = AnalyticsOverview;

export type AnalyticsThresholdsAnswer = {
  thresholds: Threshold[];
};

export type CallsListQuery = {
  agentId?: string;
  contactId?: string;
  conversationId?: string;
  since?: string;
  until?: string;
  limit?: number;
  cursor?: string;
};

export type CallsListAnswer = Page<VoiceCall>;

export type ContactsAddNoteBody = {
  text: string;
};

export type ContactsAddNoteAnswer = {
  id: string;
};

export type ContactsChangeBody = {
  name?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
  phone?: string | null;
  company?: string | null;
  jobTitle?: string | null;
  country?: string | null;
  region?: string | null;
  city?: string | null;
  language?: string | null;
  lifecycle?: "new" | "contacted" | "qualified" | "customer" | "lost";
  leadScore?: number;
  tagIds?: string[];
  marketingConsent?: boolean;
  customFields?: { [name: string]: string | number | boolean | string[] | null };
  isBlocked?: boolean;
  subscribers?: "refund" | "period";
};

export type ContactsChangeAnswer = ContactDetail;

export type ContactsCreateBody = {
  name?: string | null;
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
  phone?: string | null;
  company?: string | null;
  jobTitle?: string | null;
  country?: string | null;
  region?: string | null;
  city?: string | null;
  language?: string | null;
  lifecycle?: "new" | "contacted" | "qualified" | "customer" | "lost";
  leadScore?: number;
  tagIds?: string[];
  marketingConsent?: boolean;
  customFields?: { [name: string]: string | number | boolean | string[] | null };
  isBlocked?: boolean;
};

export type ContactsCreateAnswer = ContactDetail;

export type ContactsEraseAnswer = Record<string, never>;

export type ContactsGetAnswer = ContactDetail;

export type ContactsListQuery = {
  search?: string;
  lifecycle?: "new" | "contacted" | "qualified" | "customer" | "lost";
  tag?: string;
  source?: "widget" | "form" | "qr" | "landing" | "import" | "api" | "manual";
  agent?: string;
  made?: string;
  country?: string;
  email?: "yes" | "no";
  paid?: "yes" | "no" | "test";
  seen?: "1" | "7" | "30" | "90" | "older";
  wrote?: string;
  unsubscribed?: "yes" | "no";
  fields?: string;
  sort?: "seen" | "newest" | "name" | "score";
  limit?: number;
  cursor?: string;
};

export type ContactsListAnswer = Page<Contact>;

export type ContactsTagsAnswer = {
  tags: {
    id: string;
    name: string;
    color: "grey" | "green" | "blue" | "violet" | "pink" | "red" | "orange" | "yellow";
    contacts: number;
  }[];
};

export type ConversationsAddNoteBody = {
  text: string;
};

export type ConversationsAddNoteAnswer = InboxNote;

export type ConversationsChangeBody = {
  status?: "open" | "resolved";
  priority?: "none" | "low" | "medium" | "high" | "urgent";
  assigneeId?: string | null;
  snoozedUntil?: string | null;
};

export type ConversationsChangeAnswer = ApiConversationDetail;

export type ConversationsGetQuery = {
  expand?: string;
};

export type ConversationsGetAnswer = ApiConversationDetail;

export type ConversationsHandBody = {
  to: "me" | "team" | "ai" | "paused";
  force?: boolean;
};

export type ConversationsHandAnswer = Record<string, never>;

export type ConversationsListQuery = {
  agent?: string;
  label?: string;
  channel?: "site" | "page" | "qr" | "api";
  country?: string;
  tag?: string;
  assignee?: string;
  priority?: "none" | "low" | "medium" | "high" | "urgent";
  since?: string;
  until?: string;
  began?: string;
  search?: string;
  view?: 
    | "mine"
    | "unassigned"
    | "ai"
    | "all"
    | "everything"
    | "mentions"
    | "unread"
    | "lead"
    | "paid"
    | "snoozed"
    | "resolved";
  expand?: string;
  limit?: number;
  cursor?: string;
};

export type ConversationsListAnswer = Page<ApiConversation>;

export type FormsChangeBody = {
  isActive?: boolean;
  slug?: string | null;
};

export type FormsChangeAnswer = Form;

export type FormsCreateBody = {
  name: string;
  template?: 
    | "contact"
    | "lead"
    | "call"
    | "quote"
    | "feedback"
    | "newsletter"
    | "job"
    | "order" | null;
  language?: "en" | "nl" | "es" | "pt" | "fr" | "cs";
};

export type FormsCreateAnswer = Form;

export type FormsGetAnswer = Form;

export type FormsListQuery = {
  search?: string;
  limit?: number;
  cursor?: string;
};

export type FormsListAnswer = Page<FormSummary>;

export type FormsPublishBody = {
  revision: number;
};

export type FormsPublishAnswer = Form;

export type FormsRemoveAnswer = Record<string, never>;

export type FormsSaveDraftBody = {
  revision: number;
  name: string;
  document: {
    blocks: {
      key: string;
      type: 
        | "short_text"
        | "long_text"
        | "email"
        | "phone"
        | "url"
        | "address"
        | "select"
        | "radio"
        | "checkboxes"
        | "multi_select"
        | "picture_choice"
        | "ranking"
        | "matrix"
        | "rating"
        | "nps"
        | "scale"
        | "number"
        | "currency"
        | "date"
        | "time"
        | "datetime"
        | "file"
        | "consent"
        | "payment"
        | "heading"
        | "paragraph"
        | "image"
        | "divider"
        | "page_break"
        | "hidden";
      label: string;
      help: string;
      placeholder: string;
      required: boolean;
      initial: string;
      width: "full" | "half";
      mapTo: "" | "name" | "email" | "phone" | "company" | string;
      options: {
        value: string;
        label: string;
        image: string;
      }[];
      rows: {
        value: string;
        label: string;
      }[];
      min: number | null;
      max: number | null;
      from: string;
      until: string;
      format: "" | "letters" | "digits" | "alphanumeric";
      decimals: number;
      currency: 
        | "USD"
        | "EUR"
        | "GBP"
        | "CZK"
        | "CAD"
        | "AUD"
        | "CHF"
        | "BRL"
        | "MXN"
        | "PLN"
        | "SEK"
        | "DKK"
        | "NOK"
        | "HUF"
        | "JPY"
        | "KWD";
      amount: number;
      amountFrom: string;
      icon: "star" | "heart" | "number";
      multiple: boolean;
      lowLabel: string;
      highLabel: string;
      accept: ("image" | "pdf" | "docx" | "txt")[];
      source: string;
    }[];
    rules: {
      id: string;
      match: "all" | "any";
      groups: {
        match: "all" | "any";
        conditions: {
          field: string;
          operator: 
            | "is"
            | "is_not"
            | "contains"
            | "not_contains"
            | "starts"
            | "ends"
            | "gt"
            | "gte"
            | "lt"
            | "lte"
            | "before"
            | "after"
            | "answered"
            | "not_answered"
            | "paid"
            | "not_paid";
          value: string;
        }[];
      }[];
      actions: {
        type: "show" | "hide" | "require";
        field: string;
      } | {
        type: "jump";
        to: string;
      } | {
        type: "calculate";
        name: string;
        by: "set" | "add" | "subtract" | "multiply" | "divide";
        amount: number;
        field: "" | string;
      } | {
        type: "end";
        screen: string;
      }[];
    }[];
    screens: {
      id: string;
      title: string;
      text: string;
      redirectUrl: string;
    }[];
    settings: {
      openFrom: string;
      openUntil: string;
      maxSubmissions: number;
      onePerVisitor: boolean;
      confirm?: boolean;
      notify: string[];
      reply: {
        enabled: boolean;
        subject: string;
        text: string;
      };
      spam: "none" | "honeypot" | "proof-of-work";
      language: "en" | "nl" | "es" | "pt" | "fr" | "cs";
      submitText: string;
      theme: {
        color: string;
        background: string;
        mode: "auto" | "light" | "dark";
        font: "sans" | "serif";
        corners: "square" | "soft" | "round";
      };
    };
  };
};

export type FormsSaveDraftAnswer = Form;

export type FunctionsChangeBody = {
  isEnabled: boolean;
};

export type FunctionsChangeAnswer = Record<string, never>;

export type FunctionsCreateBody = {
  definition: {
    kind: "http";
    name: string;
    label: string;
    description: string;
    parameters?: {
      type: "object";
      description?: string;
      properties: { [name: string]: {
        type: "string" | "number" | "integer" | "boolean" | "array" | "object";
        description?: string;
        enum?: (string | number)[];
        items?: {
          type: "string" | "number" | "integer" | "boolean" | "array" | "object";
          description?: string;
          enum?: (string | number)[];
          items?: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          };
          properties?: { [name: string]: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          } };
          required?: string[];
        };
        properties?: { [name: string]: {
          type: "string" | "number" | "integer" | "boolean" | "array" | "object";
          description?: string;
          enum?: (string | number)[];
          items?: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          };
          properties?: { [name: string]: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          } };
          required?: string[];
        } };
        required?: string[];
      } };
      required?: string[];
    };
    timeoutMs?: number;
    maxModelChars?: number;
    risk?: "read" | "write" | "approval";
    approver?: "visitor" | "team";
    messageCost?: number;
    perConversation?: number;
    progressText?: string;
    mock?: {
      status?: number;
      body?: string;
    } | null;
    http: {
      method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
      url: string;
      query?: {
        name: string;
        value: string;
      }[];
      headers?: {
        name: string;
        value: string;
      }[];
      body?: "none" | "json" | "form";
      bodyTemplate?: string;
      auth?: {
        type: "none";
      } | {
        type: "bearer";
      } | {
        type: "basic";
        user: string;
      } | {
        type: "header";
        name: string;
      } | {
        type: "query";
        name: string;
      } | {
        type: "oauth2";
        tokenUrl: string;
        clientId: string;
        scope?: string;
      } | {
        type: "hmac";
        header: string;
        algorithm?: "sha256" | "sha512";
        encoding?: "hex" | "base64";
        prefix?: string;
        timestampHeader?: unknown & unknown;
      };
      responsePath?: string;
      maxResponseBytes?: number;
    };
  } | {
    kind: "code";
    name: string;
    label: string;
    description: string;
    parameters?: {
      type: "object";
      description?: string;
      properties: { [name: string]: {
        type: "string" | "number" | "integer" | "boolean" | "array" | "object";
        description?: string;
        enum?: (string | number)[];
        items?: {
          type: "string" | "number" | "integer" | "boolean" | "array" | "object";
          description?: string;
          enum?: (string | number)[];
          items?: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          };
          properties?: { [name: string]: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          } };
          required?: string[];
        };
        properties?: { [name: string]: {
          type: "string" | "number" | "integer" | "boolean" | "array" | "object";
          description?: string;
          enum?: (string | number)[];
          items?: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          };
          properties?: { [name: string]: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          } };
          required?: string[];
        } };
        required?: string[];
      } };
      required?: string[];
    };
    timeoutMs?: number;
    maxModelChars?: number;
    risk?: "read" | "write" | "approval";
    approver?: "visitor" | "team";
    messageCost?: number;
    perConversation?: number;
    progressText?: string;
    mock?: {
      status?: number;
      body?: string;
    } | null;
    code: {
      source: string;
      secretHost?: string;
    };
  } | {
    kind: "client";
    name: string;
    label: string;
    description: string;
    parameters?: {
      type: "object";
      description?: string;
      properties: { [name: string]: {
        type: "string" | "number" | "integer" | "boolean" | "array" | "object";
        description?: string;
        enum?: (string | number)[];
        items?: {
          type: "string" | "number" | "integer" | "boolean" | "array" | "object";
          description?: string;
          enum?: (string | number)[];
          items?: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          };
          properties?: { [name: string]: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          } };
          required?: string[];
        };
        properties?: { [name: string]: {
          type: "string" | "number" | "integer" | "boolean" | "array" | "object";
          description?: string;
          enum?: (string | number)[];
          items?: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          };
          properties?: { [name: string]: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          } };
          required?: string[];
        } };
        required?: string[];
      } };
      required?: string[];
    };
    timeoutMs?: number;
    maxModelChars?: number;
    risk?: "read" | "write" | "approval";
    approver?: "visitor" | "team";
    messageCost?: number;
    perConversation?: number;
    progressText?: string;
    mock?: {
      status?: number;
      body?: string;
    } | null;
    client: {
      sites: string[];
    };
  };
  secret?: string | null;
};

export type FunctionsCreateAnswer = Function;

export type FunctionsGetAnswer = Function;

export type FunctionsListQuery = {
  limit?: number;
  cursor?: string;
};

export type FunctionsListAnswer = Page<FunctionSummary>;

export type FunctionsRemoveAnswer = Record<string, never>;

export type FunctionsSaveBody = {
  definition: {
    kind: "http";
    name: string;
    label: string;
    description: string;
    parameters?: {
      type: "object";
      description?: string;
      properties: { [name: string]: {
        type: "string" | "number" | "integer" | "boolean" | "array" | "object";
        description?: string;
        enum?: (string | number)[];
        items?: {
          type: "string" | "number" | "integer" | "boolean" | "array" | "object";
          description?: string;
          enum?: (string | number)[];
          items?: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          };
          properties?: { [name: string]: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          } };
          required?: string[];
        };
        properties?: { [name: string]: {
          type: "string" | "number" | "integer" | "boolean" | "array" | "object";
          description?: string;
          enum?: (string | number)[];
          items?: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          };
          properties?: { [name: string]: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          } };
          required?: string[];
        } };
        required?: string[];
      } };
      required?: string[];
    };
    timeoutMs?: number;
    maxModelChars?: number;
    risk?: "read" | "write" | "approval";
    approver?: "visitor" | "team";
    messageCost?: number;
    perConversation?: number;
    progressText?: string;
    mock?: {
      status?: number;
      body?: string;
    } | null;
    http: {
      method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
      url: string;
      query?: {
        name: string;
        value: string;
      }[];
      headers?: {
        name: string;
        value: string;
      }[];
      body?: "none" | "json" | "form";
      bodyTemplate?: string;
      auth?: {
        type: "none";
      } | {
        type: "bearer";
      } | {
        type: "basic";
        user: string;
      } | {
        type: "header";
        name: string;
      } | {
        type: "query";
        name: string;
      } | {
        type: "oauth2";
        tokenUrl: string;
        clientId: string;
        scope?: string;
      } | {
        type: "hmac";
        header: string;
        algorithm?: "sha256" | "sha512";
        encoding?: "hex" | "base64";
        prefix?: string;
        timestampHeader?: unknown & unknown;
      };
      responsePath?: string;
      maxResponseBytes?: number;
    };
  } | {
    kind: "code";
    name: string;
    label: string;
    description: string;
    parameters?: {
      type: "object";
      description?: string;
      properties: { [name: string]: {
        type: "string" | "number" | "integer" | "boolean" | "array" | "object";
        description?: string;
        enum?: (string | number)[];
        items?: {
          type: "string" | "number" | "integer" | "boolean" | "array" | "object";
          description?: string;
          enum?: (string | number)[];
          items?: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          };
          properties?: { [name: string]: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          } };
          required?: string[];
        };
        properties?: { [name: string]: {
          type: "string" | "number" | "integer" | "boolean" | "array" | "object";
          description?: string;
          enum?: (string | number)[];
          items?: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          };
          properties?: { [name: string]: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          } };
          required?: string[];
        } };
        required?: string[];
      } };
      required?: string[];
    };
    timeoutMs?: number;
    maxModelChars?: number;
    risk?: "read" | "write" | "approval";
    approver?: "visitor" | "team";
    messageCost?: number;
    perConversation?: number;
    progressText?: string;
    mock?: {
      status?: number;
      body?: string;
    } | null;
    code: {
      source: string;
      secretHost?: string;
    };
  } | {
    kind: "client";
    name: string;
    label: string;
    description: string;
    parameters?: {
      type: "object";
      description?: string;
      properties: { [name: string]: {
        type: "string" | "number" | "integer" | "boolean" | "array" | "object";
        description?: string;
        enum?: (string | number)[];
        items?: {
          type: "string" | "number" | "integer" | "boolean" | "array" | "object";
          description?: string;
          enum?: (string | number)[];
          items?: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          };
          properties?: { [name: string]: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          } };
          required?: string[];
        };
        properties?: { [name: string]: {
          type: "string" | "number" | "integer" | "boolean" | "array" | "object";
          description?: string;
          enum?: (string | number)[];
          items?: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          };
          properties?: { [name: string]: {
            type: "string" | "number" | "integer" | "boolean" | "array" | "object";
            description?: string;
            enum?: (string | number)[];
            items?: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            };
            properties?: { [name: string]: {
              type: "string" | "number" | "integer" | "boolean" | "array" | "object";
              description?: string;
              enum?: (string | number)[];
            } };
            required?: string[];
          } };
          required?: string[];
        } };
        required?: string[];
      } };
      required?: string[];
    };
    timeoutMs?: number;
    maxModelChars?: number;
    risk?: "read" | "write" | "approval";
    approver?: "visitor" | "team";
    messageCost?: number;
    perConversation?: number;
    progressText?: string;
    mock?: {
      status?: number;
      body?: string;
    } | null;
    client: {
      sites: string[];
    };
  };
  secret?: string | null;
  version: number;
};

export type FunctionsSaveAnswer = Function;

export type MeGetAnswer = Program;

export type MessagesEditBody = {
  text: string;
};

export type MessagesEditAnswer = Record<string, never>;

export type MessagesListQuery = {
  limit?: number;
  cursor?: string;
};

export type MessagesListAnswer = Page<ApiMessage>;

export type MessagesRemoveAnswer = Record<string, never>;

export type MessagesSendBody = {
  text: string;
};

export type MessagesSendAnswer = ApiMessage;

export type PurchasesCancelBody = {
  isEnding: boolean;
};

export type PurchasesCancelAnswer = ApiPurchase;

export type PurchasesGetQuery = {
  expand?: string;
};

export type PurchasesGetAnswer = ApiPurchaseDetail;

export type PurchasesListQuery = {
  agentId?: string;
  contactId?: string;
  type?: "subscription" | "pack" | "once" | "form";
  state?: "paid" | "open" | "refunded" | "disputed" | "failed" | "subscribed";
  search?: string;
  from?: string;
  to?: string;
  zone?: string;
  expand?: string;
  limit?: number;
  cursor?: string;
};

export type PurchasesListAnswer = Page<ApiPurchase>;

export type PurchasesRefundBody = {
  amount?: number;
  parts?: {
    reference: string;
    amount: number;
  }[];
  ends?: boolean;
};

export type PurchasesRefundAnswer = ApiPurchase;

export type QrCodesChangeBody = {
  name: string;
  description?: string;
  targetUrl?: string;
  color?: string;
  background?: string;
  logo?: string;
};

export type QrCodesChangeAnswer = QrCode;

export type QrCodesCreateBody = {
  name: string;
  description?: string;
  targetUrl?: string;
  color?: string;
  background?: string;
  logo?: string;
};

export type QrCodesCreateAnswer = QrCode;

export type QrCodesGetAnswer = QrCode;

export type QrCodesListQuery = {
  limit?: number;
  cursor?: string;
};

export type QrCodesListAnswer = Page<QrCode>;

export type QrCodesRemoveAnswer = Record<string, never>;

export type SessionsAskBody = {
  text: string;
  token?: string;
  conversationId?: string | null;
  clientMessageId?: string;
  language?: "en" | "nl" | "es" | "pt" | "fr" | "cs";
};

export type SessionsAskAnswer = {
  token: string;
  conversationId: string;
  message: ChatMessage | null;
};

export type SessionsCreateBody = {
  language?: "en" | "nl" | "es" | "pt" | "fr" | "cs";
  tag?: string;
};

export type SessionsCreateAnswer = {
  token: string;
  agent: {
    number: number;
    name: string;
  };
};

export type SourcesAddFileAnswer = ApiSource;

export type SourcesAddPairsBody = {
  title?: string;
  pairs: {
    question: string;
    answer: string;
  }[];
};

export type SourcesAddPairsAnswer = ApiSource;

export type SourcesAddTextBody = {
  title: string;
  body: string;
};

export type SourcesAddTextAnswer = ApiSource;

export type SourcesAddWebsiteBody = {
  url: string;
  mode?: "site" | "page";
  include?: string[];
  exclude?: string[];
  maxPages?: number;
  maxDepth?: number;
  useSitemap?: boolean;
  resync?: "off" | "daily" | "weekly" | "monthly";
  ifPresent?: "refuse" | "merge" | "add";
};

export type SourcesAddWebsiteAnswer = ApiSource;

export type SourcesChangeBody = {
  title?: string;
  resync?: "off" | "daily" | "weekly" | "monthly";
  body?: string;
  pairs?: {
    question: string;
    answer: string;
  }[];
  website?: {
    include?: string[];
    exclude?: string[];
    maxPages?: number;
    maxDepth?: number;
    useSitemap?: boolean;
  };
};

export type SourcesChangeAnswer = ApiSource;

export type SourcesGetAnswer = {
  id: string;
  collectionId: string;
  kind: "file" | "website" | "page" | "text" | "qa";
  title: string;
  url: string | null;
  status: "queued" | "fetching" | "parsing" | "indexing" | "ready" | "failed";
  errorCode: string | null;
  progress: {
    found: number;
    done: number;
    failed: number;
  };
  leftOut: {
    limit: number;
    depth: number;
  };
  sameAs: {
    id: string;
    title: string;
  } | null;
  chunkCount: number;
  characterCount: number;
  file: {
    name: string;
    mimeType: string;
    byteCount: number;
  } | null;
  website: {
    include: string[];
    exclude: string[];
    maxPages: number;
    maxDepth: number;
    useSitemap: boolean;
  } | null;
  resync: "off" | "daily" | "weekly" | "monthly";
  nextSyncAt: string | null;
  syncedAt: string | null;
  createdAt: string;
  deletedAt: string | null;
  goneAt: string | null;
  body: string | null;
  pairs: {
    question: string;
    answer: string;
  }[] | null;
};

export type SourcesListQuery = {
  limit?: number;
  cursor?: string;
};

export type SourcesListAnswer = Page<ApiSource>;

export type SourcesRemoveAnswer = ApiSource;

export type SourcesSearchBody = {
  query: string;
  topK?: number;
  threshold?: number;
  mode?: "lexical" | "hybrid";
};

export type SourcesSearchAnswer = {
  hits: {
    chunkId: string;
    documentId: string;
    sourceId: string;
    kind: "page" | "file" | "text" | "qa";
    title: string;
    heading: string;
    text: string;
    url: string | null;
    page: number | null;
    start: number;
    end: number;
    language: "en" | "nl" | "es" | "pt" | "fr" | "cs";
    scores: {
      lexical: number | null;
      dense: number | null;
      fused: number;
      normalised: number;
      answer: number;
    };
    passes: boolean;
  }[];
};

export type SourcesSyncAnswer = ApiSource;

export type SubmissionsGetQuery = {
  expand?: string;
};

export type SubmissionsGetAnswer = ApiSubmission;

export type SubmissionsListQuery = {
  view?: 
    | "all"
    | "new"
    | "read"
    | "spam"
    | "archived"
    | "confirmed"
    | "unconfirmed"
    | "partial";
  search?: string;
  from?: string;
  until?: string;
  expand?: string;
  limit?: number;
  cursor?: string;
};

export type SubmissionsListAnswer = Page<ApiSubmission>;

export type SubmissionsMarkBody = {
  status: "new" | "read" | "spam" | "archived";
};

export type SubmissionsMarkAnswer = ApiSubmission;

export type SubmissionsRemoveAnswer = Record<string, never>;

/** Every operation of the API, by its name. */
export const operationsOf = (call: Call) => ({
  agents: {
    /**
     * Asks an agent and waits for the whole answer, two minutes at the longest; metered and paid like the
     * chat. A test key asks the draft, and nothing is counted.
     */
    ask: (
      id: string,
      body: AgentsAskBody,
      options: Options = {},
    ): Promise<AgentsAskAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/agents/${encodeURIComponent(id)}/messages`,
        body,
        options,
      }),
    /**
     * Asks an agent and streams the answer as server-sent events: `accepted` with `conversationId`,
     * `delta` with `text`, then `done` with `message`, or `error` with a problem.
     */
    askStream: (
      id: string,
      body: AgentsAskStreamBody,
      options: Options = {},
    ): Events<AnswerEvent> =>
      call.stream({
        method: 'POST',
        path: `/api/v1/agents/${encodeURIComponent(id)}/messages/stream`,
        body,
        options,
      }),
    /**
     * Makes an agent from a website, from a description, or empty. From a website it comes named, coloured
     * and with its pages on the way.
     */
    create: (
      body: AgentsCreateBody,
      options: Options = {},
    ): Promise<AgentsCreateAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/agents`,
        body,
        options,
      }),
    /** One agent with its draft. */
    get: (
      id: string,
      query: AgentsGetQuery = {},
      options: Options = {},
    ): Promise<AgentsGetAnswer> =>
      call.one({
        method: 'GET',
        path: `/api/v1/agents/${encodeURIComponent(id)}`,
        query,
        options,
      }),
    /** Agents, newest first; `search` looks into names and system prompts. */
    list: (
      query: AgentsListQuery = {},
      options: Options = {},
    ): Pages<AgentsListAnswer['data'][number]> =>
      call.pages({
        method: 'GET',
        path: `/api/v1/agents`,
        query,
        options,
      }),
    /**
     * Makes the draft live as a new version. Where it asks for no money any more, running subscriptions
     * end with what is paid, or at once with `subscribers: refund`. While a required suite has not passed
     * on this draft, 409 with `details.suites`, unless `override` gives a reason, which is written into
     * the audit log.
     */
    publish: (
      id: string,
      body: AgentsPublishBody,
      options: Options = {},
    ): Promise<AgentsPublishAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/agents/${encodeURIComponent(id)}/publish`,
        body,
        options,
      }),
    /**
     * Closes an agent and puts it into the bin, from which it can be brought back for seven days; then it
     * is deleted with its knowledge and conversations. Subscriptions to it are ended at once, and what was
     * not used is given back; where there are any, `subscribers` must say so.
     */
    remove: (
      id: string,
      query: AgentsRemoveQuery = {},
      options: Options = {},
    ): Promise<AgentsRemoveAnswer> =>
      call.one({
        method: 'DELETE',
        path: `/api/v1/agents/${encodeURIComponent(id)}`,
        query,
        options,
      }),
    /**
     * Saves the draft. `revision` is the one that was read; when somebody else saved in between, 409 and
     * nothing is lost.
     */
    saveDraft: (
      id: string,
      body: AgentsSaveDraftBody,
      options: Options = {},
    ): Promise<AgentsSaveDraftAnswer> =>
      call.one({
        method: 'PUT',
        path: `/api/v1/agents/${encodeURIComponent(id)}/draft`,
        body,
        options,
      }),
    /**
     * Opens, pauses, unpublishes or archives an agent at once, without publishing the draft. Visitors of a
     * paused agent read the closed message; drafts and archived agents are not found.
     */
    setStatus: (
      id: string,
      body: AgentsSetStatusBody,
      options: Options = {},
    ): Promise<AgentsSetStatusAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/agents/${encodeURIComponent(id)}/status`,
        body,
        options,
      }),
  },
  analytics: {
    /** The agents by what happened with them in a period, 25 on a page. */
    agents: (
      query: AnalyticsAgentsQuery = {},
      options: Options = {},
    ): Promise<AnalyticsAgentsAnswer> =>
      call.one({
        method: 'GET',
        path: `/api/v1/analytics/agents`,
        query,
        options,
      }),
    /**
     * Visitors by place, device, language or the way they came, with what came in from them; 200 rows at
     * most.
     */
    breakdown: (
      query: AnalyticsBreakdownQuery = {},
      options: Options = {},
    ): Promise<AnalyticsBreakdownAnswer> =>
      call.one({
        method: 'GET',
        path: `/api/v1/analytics/breakdown`,
        query,
        options,
      }),
    /** When visitors write, how much, what they ask, and how far they come. */
    engagement: (
      query: AnalyticsEngagementQuery = {},
      options: Options = {},
    ): Promise<AnalyticsEngagementAnswer> =>
      call.one({
        method: 'GET',
        path: `/api/v1/analytics/engagement`,
        query,
        options,
      }),
    /**
     * Every event of a period that is still kept, in the order of time, as lines of JSON (NDJSON) or as
     * Apache Parquet. What happened with money is told to whoever may see it.
     */
    events: (
      query: AnalyticsEventsQuery = {},
      options: Options = {},
    ): Promise<Blob> =>
      call.file({
        method: 'GET',
        path: `/api/v1/analytics/events`,
        query,
        options,
      }),
    /** Visitors of the last five minutes. */
    live: (
      query: AnalyticsLiveQuery = {},
      options: Options = {},
    ): Promise<AnalyticsLiveAnswer> =>
      call.one({
        method: 'GET',
        path: `/api/v1/analytics/live`,
        query,
        options,
      }),
    /** The figures of a period with their curves, beside those of the period before. */
    overview: (
      query: AnalyticsOverviewQuery = {},
      options: Options = {},
    ): Promise<AnalyticsOverviewAnswer> =>
      call.one({
        method: 'GET',
        path: `/api/v1/analytics/overview`,
        query,
        options,
      }),
    /** The limits whose passing webhooks are told, with how the figures stand. */
    thresholds: (
      options: Options = {},
    ): Promise<AnalyticsThresholdsAnswer> =>
      call.one({
        method: 'GET',
        path: `/api/v1/analytics/thresholds`,
        options,
      }),
  },
  calls: {
    /** What was said in the recording of a call, with when, as WebVTT. */
    captions: (
      id: string,
      options: Options = {},
    ): Promise<Blob> =>
      call.file({
        method: 'GET',
        path: `/api/v1/calls/${encodeURIComponent(id)}/captions`,
        options,
      }),
    /** Calls: stretches in which visitors and agents talked, newest first. */
    list: (
      query: CallsListQuery = {},
      options: Options = {},
    ): Pages<CallsListAnswer['data'][number]> =>
      call.pages({
        method: 'GET',
        path: `/api/v1/calls`,
        query,
        options,
      }),
    /** The recording of a call, as WebM or MP4, whole or a `Range` of it. */
    recording: (
      id: string,
      options: Options = {},
    ): Promise<Blob> =>
      call.file({
        method: 'GET',
        path: `/api/v1/calls/${encodeURIComponent(id)}/recording`,
        options,
      }),
  },
  contacts: {
    /** Adds a note that only members see. */
    addNote: (
      id: string,
      body: ContactsAddNoteBody,
      options: Options = {},
    ): Promise<ContactsAddNoteAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/contacts/${encodeURIComponent(id)}/notes`,
        body,
        options,
      }),
    /** Changes what is known of a contact; what is not named stays. */
    change: (
      id: string,
      body: ContactsChangeBody = {},
      options: Options = {},
    ): Promise<ContactsChangeAnswer> =>
      call.one({
        method: 'PATCH',
        path: `/api/v1/contacts/${encodeURIComponent(id)}`,
        body,
        options,
      }),
    /** Writes down a person. */
    create: (
      body: ContactsCreateBody = {},
      options: Options = {},
    ): Promise<ContactsCreateAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/contacts`,
        body,
        options,
      }),
    /**
     * Erases a person: everything personal is gone, records of money stay without a name. Refused while a
     * subscription runs.
     */
    erase: (
      id: string,
      options: Options = {},
    ): Promise<ContactsEraseAnswer> =>
      call.one({
        method: 'DELETE',
        path: `/api/v1/contacts/${encodeURIComponent(id)}`,
        options,
      }),
    /** One contact. */
    get: (
      id: string,
      options: Options = {},
    ): Promise<ContactsGetAnswer> =>
      call.one({
        method: 'GET',
        path: `/api/v1/contacts/${encodeURIComponent(id)}`,
        options,
      }),
    /** Contacts that match, newest activity first unless sorted otherwise. */
    list: (
      query: ContactsListQuery = {},
      options: Options = {},
    ): Pages<ContactsListAnswer['data'][number]> =>
      call.pages({
        method: 'GET',
        path: `/api/v1/contacts`,
        query,
        options,
      }),
    /** The account's tags, with how many contacts have each. */
    tags: (
      options: Options = {},
    ): Promise<ContactsTagsAnswer> =>
      call.one({
        method: 'GET',
        path: `/api/v1/contact-tags`,
        options,
      }),
  },
  conversations: {
    /** Writes a note into a conversation that only the team reads. */
    addNote: (
      id: string,
      body: ConversationsAddNoteBody,
      options: Options = {},
    ): Promise<ConversationsAddNoteAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/conversations/${encodeURIComponent(id)}/notes`,
        body,
        options,
      }),
    /** Changes state, priority or assignee of a conversation; what is not named stays. */
    change: (
      id: string,
      body: ConversationsChangeBody = {},
      options: Options = {},
    ): Promise<ConversationsChangeAnswer> =>
      call.one({
        method: 'PATCH',
        path: `/api/v1/conversations/${encodeURIComponent(id)}`,
        body,
        options,
      }),
    /** One conversation with the team's notes. */
    get: (
      id: string,
      query: ConversationsGetQuery = {},
      options: Options = {},
    ): Promise<ConversationsGetAnswer> =>
      call.one({
        method: 'GET',
        path: `/api/v1/conversations/${encodeURIComponent(id)}`,
        query,
        options,
      }),
    /**
     * Takes a conversation over, puts it into the team's queue, gives it back to the AI, or silences the
     * AI. Taking it from a colleague needs `force`.
     */
    hand: (
      id: string,
      body: ConversationsHandBody,
      options: Options = {},
    ): Promise<ConversationsHandAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/conversations/${encodeURIComponent(id)}/handler`,
        body,
        options,
      }),
    /** Conversations, newest message first. What is searched for lies in all messages, notes and names. */
    list: (
      query: ConversationsListQuery = {},
      options: Options = {},
    ): Pages<ConversationsListAnswer['data'][number]> =>
      call.pages({
        method: 'GET',
        path: `/api/v1/conversations`,
        query,
        options,
      }),
  },
  forms: {
    /** Opens or closes a form, or gives it an address of its own. */
    change: (
      id: string,
      body: FormsChangeBody = {},
      options: Options = {},
    ): Promise<FormsChangeAnswer> =>
      call.one({
        method: 'PATCH',
        path: `/api/v1/forms/${encodeURIComponent(id)}`,
        body,
        options,
      }),
    /** Makes a form, empty or from a template. */
    create: (
      body: FormsCreateBody,
      options: Options = {},
    ): Promise<FormsCreateAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/forms`,
        body,
        options,
      }),
    /** A form with its draft. */
    get: (
      id: string,
      options: Options = {},
    ): Promise<FormsGetAnswer> =>
      call.one({
        method: 'GET',
        path: `/api/v1/forms/${encodeURIComponent(id)}`,
        options,
      }),
    /** Forms of the account, newest first; `search` looks in their names. */
    list: (
      query: FormsListQuery = {},
      options: Options = {},
    ): Pages<FormsListAnswer['data'][number]> =>
      call.pages({
        method: 'GET',
        path: `/api/v1/forms`,
        query,
        options,
      }),
    /** Puts the draft on the form’s page. */
    publish: (
      id: string,
      body: FormsPublishBody,
      options: Options = {},
    ): Promise<FormsPublishAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/forms/${encodeURIComponent(id)}/publish`,
        body,
        options,
      }),
    /** Deletes a form with all its submissions. */
    remove: (
      id: string,
      options: Options = {},
    ): Promise<FormsRemoveAnswer> =>
      call.one({
        method: 'DELETE',
        path: `/api/v1/forms/${encodeURIComponent(id)}`,
        options,
      }),
    /** Keeps the draft; refused when somebody else changed it since `revision`. */
    saveDraft: (
      id: string,
      body: FormsSaveDraftBody,
      options: Options = {},
    ): Promise<FormsSaveDraftAnswer> =>
      call.one({
        method: 'PUT',
        path: `/api/v1/forms/${encodeURIComponent(id)}/draft`,
        body,
        options,
      }),
  },
  functions: {
    /** Switches a function on or off for every agent. */
    change: (
      id: string,
      body: FunctionsChangeBody,
      options: Options = {},
    ): Promise<FunctionsChangeAnswer> =>
      call.one({
        method: 'PATCH',
        path: `/api/v1/functions/${encodeURIComponent(id)}`,
        body,
        options,
      }),
    /** Adds a function; 50 at most. */
    create: (
      body: FunctionsCreateBody,
      options: Options = {},
    ): Promise<FunctionsCreateAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/functions`,
        body,
        options,
      }),
    /** A function with what it does; of its secret the last four characters. */
    get: (
      id: string,
      options: Options = {},
    ): Promise<FunctionsGetAnswer> =>
      call.one({
        method: 'GET',
        path: `/api/v1/functions/${encodeURIComponent(id)}`,
        options,
      }),
    /** The functions of the account, by their names. */
    list: (
      query: FunctionsListQuery = {},
      options: Options = {},
    ): Pages<FunctionsListAnswer['data'][number]> =>
      call.pages({
        method: 'GET',
        path: `/api/v1/functions`,
        query,
        options,
      }),
    /** Deletes a function; for 30 days it can be restored. */
    remove: (
      id: string,
      options: Options = {},
    ): Promise<FunctionsRemoveAnswer> =>
      call.one({
        method: 'DELETE',
        path: `/api/v1/functions/${encodeURIComponent(id)}`,
        options,
      }),
    /**
     * Saves a function as a new version, which every agent that uses it calls from now on. `version` is
     * the one that was changed. A secret stays only while the function goes on calling the same address.
     */
    save: (
      id: string,
      body: FunctionsSaveBody,
      options: Options = {},
    ): Promise<FunctionsSaveAnswer> =>
      call.one({
        method: 'PUT',
        path: `/api/v1/functions/${encodeURIComponent(id)}`,
        body,
        options,
      }),
  },
  me: {
    /** What the key or app may do that calls, and for whom it works. */
    get: (
      options: Options = {},
    ): Promise<MeGetAnswer> =>
      call.one({
        method: 'GET',
        path: `/api/v1/me`,
        options,
      }),
  },
  messages: {
    /** Changes one of the member's own messages within 15 minutes. */
    edit: (
      id: string,
      message: string,
      body: MessagesEditBody,
      options: Options = {},
    ): Promise<MessagesEditAnswer> =>
      call.one({
        method: 'PATCH',
        path: `/api/v1/conversations/${encodeURIComponent(id)}/messages/${encodeURIComponent(message)}`,
        body,
        options,
      }),
    /** Messages of a conversation, oldest first. */
    list: (
      id: string,
      query: MessagesListQuery = {},
      options: Options = {},
    ): Pages<MessagesListAnswer['data'][number]> =>
      call.pages({
        method: 'GET',
        path: `/api/v1/conversations/${encodeURIComponent(id)}/messages`,
        query,
        options,
      }),
    /** Takes back one of the member's own messages within 15 minutes. */
    remove: (
      id: string,
      message: string,
      options: Options = {},
    ): Promise<MessagesRemoveAnswer> =>
      call.one({
        method: 'DELETE',
        path: `/api/v1/conversations/${encodeURIComponent(id)}/messages/${encodeURIComponent(message)}`,
        options,
      }),
    /**
     * Says something to the visitor as the member for whom the program works. The first word takes the
     * conversation over from the AI.
     */
    send: (
      id: string,
      body: MessagesSendBody,
      options: Options = {},
    ): Promise<MessagesSendAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/conversations/${encodeURIComponent(id)}/messages`,
        body,
        options,
      }),
  },
  purchases: {
    /** Ends a subscription at the end of what is paid, or takes that back. */
    cancel: (
      id: string,
      body: PurchasesCancelBody,
      options: Options = {},
    ): Promise<PurchasesCancelAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/purchases/${encodeURIComponent(id)}/cancel`,
        body,
        options,
      }),
    /** A purchase with its payments. */
    get: (
      id: string,
      query: PurchasesGetQuery = {},
      options: Options = {},
    ): Promise<PurchasesGetAnswer> =>
      call.one({
        method: 'GET',
        path: `/api/v1/purchases/${encodeURIComponent(id)}`,
        query,
        options,
      }),
    /** Purchases, newest first: those with test money for a test key, all others for a live one. */
    list: (
      query: PurchasesListQuery = {},
      options: Options = {},
    ): Pages<PurchasesListAnswer['data'][number]> =>
      call.pages({
        method: 'GET',
        path: `/api/v1/purchases`,
        query,
        options,
      }),
    /** Gives money back through the provider; access is taken back in proportion. */
    refund: (
      id: string,
      body: PurchasesRefundBody = {},
      options: Options = {},
    ): Promise<PurchasesRefundAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/purchases/${encodeURIComponent(id)}/refund`,
        body,
        options,
      }),
  },
  qrCodes: {
    /** Changes name, look and target; what is printed already leads to the new target. */
    change: (
      id: string,
      code: string,
      body: QrCodesChangeBody,
      options: Options = {},
    ): Promise<QrCodesChangeAnswer> =>
      call.one({
        method: 'PUT',
        path: `/api/v1/agents/${encodeURIComponent(id)}/qr-codes/${encodeURIComponent(code)}`,
        body,
        options,
      }),
    /** Makes a QR code for an agent, at most 200. */
    create: (
      id: string,
      body: QrCodesCreateBody,
      options: Options = {},
    ): Promise<QrCodesCreateAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/agents/${encodeURIComponent(id)}/qr-codes`,
        body,
        options,
      }),
    /** One QR code with how often it was scanned. */
    get: (
      id: string,
      code: string,
      options: Options = {},
    ): Promise<QrCodesGetAnswer> =>
      call.one({
        method: 'GET',
        path: `/api/v1/agents/${encodeURIComponent(id)}/qr-codes/${encodeURIComponent(code)}`,
        options,
      }),
    /** QR codes of an agent, newest first. */
    list: (
      id: string,
      query: QrCodesListQuery = {},
      options: Options = {},
    ): Pages<QrCodesListAnswer['data'][number]> =>
      call.pages({
        method: 'GET',
        path: `/api/v1/agents/${encodeURIComponent(id)}/qr-codes`,
        query,
        options,
      }),
    /** Deletes a QR code; what is printed leads to the not-found page from then on. */
    remove: (
      id: string,
      code: string,
      options: Options = {},
    ): Promise<QrCodesRemoveAnswer> =>
      call.one({
        method: 'DELETE',
        path: `/api/v1/agents/${encodeURIComponent(id)}/qr-codes/${encodeURIComponent(code)}`,
        options,
      }),
  },
  sessions: {
    /**
     * Asks the key's agent and waits for the whole answer, two minutes at the longest. Needs a secret key.
     * `token` and `conversationId` of an answer go on with its conversation.
     */
    ask: (
      body: SessionsAskBody,
      options: Options = {},
    ): Promise<SessionsAskAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/messages`,
        body,
        options,
      }),
    /**
     * Starts a visitor of the key's agent, for a chat of one's own making: `token` is the bearer of the
     * visitor's endpoints. A public key may stand in a page; on an agent that runs on named pages only,
     * that page must be one of them. A secret key begins 1,000 visitors an hour, a network address with a
     * public key 60.
     */
    create: (
      body: SessionsCreateBody = {},
      options: Options = {},
    ): Promise<SessionsCreateAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/sessions`,
        body,
        options,
      }),
  },
  sources: {
    /** Uploads one file (multipart form data, field `file`). */
    addFile: (
      id: string,
      file: File,
      options: Options = {},
    ): Promise<SourcesAddFileAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/agents/${encodeURIComponent(id)}/sources/file`,
        file,
        options,
      }),
    /** Adds questions with their answers. */
    addPairs: (
      id: string,
      body: SourcesAddPairsBody,
      options: Options = {},
    ): Promise<SourcesAddPairsAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/agents/${encodeURIComponent(id)}/sources/qa`,
        body,
        options,
      }),
    /** Adds pasted text. */
    addText: (
      id: string,
      body: SourcesAddTextBody,
      options: Options = {},
    ): Promise<SourcesAddTextAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/agents/${encodeURIComponent(id)}/sources/text`,
        body,
        options,
      }),
    /** Adds a website (crawled) or one page. */
    addWebsite: (
      id: string,
      body: SourcesAddWebsiteBody,
      options: Options = {},
    ): Promise<SourcesAddWebsiteAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/agents/${encodeURIComponent(id)}/sources/website`,
        body,
        options,
      }),
    /** Renames a source, changes how it is fetched or what was entered. */
    change: (
      id: string,
      source: string,
      body: SourcesChangeBody = {},
      options: Options = {},
    ): Promise<SourcesChangeAnswer> =>
      call.one({
        method: 'PATCH',
        path: `/api/v1/agents/${encodeURIComponent(id)}/sources/${encodeURIComponent(source)}`,
        body,
        options,
      }),
    /** One source with the text or the questions that were entered. */
    get: (
      id: string,
      source: string,
      options: Options = {},
    ): Promise<SourcesGetAnswer> =>
      call.one({
        method: 'GET',
        path: `/api/v1/agents/${encodeURIComponent(id)}/sources/${encodeURIComponent(source)}`,
        options,
      }),
    /** What an agent learned from, newest first. */
    list: (
      id: string,
      query: SourcesListQuery = {},
      options: Options = {},
    ): Pages<SourcesListAnswer['data'][number]> =>
      call.pages({
        method: 'GET',
        path: `/api/v1/agents/${encodeURIComponent(id)}/sources`,
        query,
        options,
      }),
    /** Moves a source to the bin, where it stays for seven days. */
    remove: (
      id: string,
      source: string,
      options: Options = {},
    ): Promise<SourcesRemoveAnswer> =>
      call.one({
        method: 'DELETE',
        path: `/api/v1/agents/${encodeURIComponent(id)}/sources/${encodeURIComponent(source)}`,
        options,
      }),
    /** Finds passages in what an agent knows, with scores. */
    search: (
      id: string,
      body: SourcesSearchBody,
      options: Options = {},
    ): Promise<SourcesSearchAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/agents/${encodeURIComponent(id)}/search`,
        body,
        options,
      }),
    /** Fetches a website again; only changed pages are read anew. */
    sync: (
      id: string,
      source: string,
      options: Options = {},
    ): Promise<SourcesSyncAnswer> =>
      call.one({
        method: 'POST',
        path: `/api/v1/agents/${encodeURIComponent(id)}/sources/${encodeURIComponent(source)}/sync`,
        options,
      }),
  },
  submissions: {
    /** One submission. */
    get: (
      id: string,
      submissionId: string,
      query: SubmissionsGetQuery = {},
      options: Options = {},
    ): Promise<SubmissionsGetAnswer> =>
      call.one({
        method: 'GET',
        path: `/api/v1/forms/${encodeURIComponent(id)}/submissions/${encodeURIComponent(submissionId)}`,
        query,
        options,
      }),
    /** Submissions of a form, newest first. */
    list: (
      id: string,
      query: SubmissionsListQuery = {},
      options: Options = {},
    ): Pages<SubmissionsListAnswer['data'][number]> =>
      call.pages({
        method: 'GET',
        path: `/api/v1/forms/${encodeURIComponent(id)}/submissions`,
        query,
        options,
      }),
    /** Marks a submission as new, read, spam or archived. */
    mark: (
      id: string,
      submissionId: string,
      body: SubmissionsMarkBody,
      options: Options = {},
    ): Promise<SubmissionsMarkAnswer> =>
      call.one({
        method: 'PATCH',
        path: `/api/v1/forms/${encodeURIComponent(id)}/submissions/${encodeURIComponent(submissionId)}`,
        body,
        options,
      }),
    /** Deletes a submission with its files. */
    remove: (
      id: string,
      submissionId: string,
      options: Options = {},
    ): Promise<SubmissionsRemoveAnswer> =>
      call.one({
        method: 'DELETE',
        path: `/api/v1/forms/${encodeURIComponent(id)}/submissions/${encodeURIComponent(submissionId)}`,
        options,
      }),
  },
});
