import type { FastifyRequest } from 'fastify';
import type { Language } from '#shared/languages.ts';
import type { Transaction } from '#platform/database/database.ts';

/** A superadmin who works as somebody else. `until` is an instant. */
export type Impersonation = {
  byId: string;
  by: string;
  /** The superadmin's own session, with which it ends. */
  fromSessionId: string;
  reason: string;
  until: string;
};

/** The person who is signed in. */
export type SignedIn = {
  userId: string;
  sessionId: string;
  /** The account that they work in. */
  accountId: string;
  isSuperadmin: boolean;
  language: Language;
  impersonation?: Impersonation | undefined;
};

/** Everything an account's member may touch: all of an account's data is reached through it. */
export type AccountScope = {
  accountId: string;
  userId: string;
  userName: string;
  /** The superadmin who works as them; nothing while they work themselves. */
  superadminName?: string | undefined;
  /** The network address that the call came from. */
  address: string | null;
  role: string;
  can(permission: string): boolean;
  /** The agents that the member reaches; null: all of the account. */
  agentIds: readonly string[] | null;
  /** Whether the member reaches an agent of the account. */
  reaches(agentId: string): boolean;
  /** One transaction behind the account's wall. */
  run<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
};

/**
 * Where a visitor's chat was shown to stand, for an agent that runs on named pages only. Times are
 * milliseconds since the epoch.
 */
export type VisitorPlace = {
  origin: string;
  kind: 'embed' | 'page';
  provenAt: number;
  freshUntil: number;
};

/**
 * A conversation that nobody holds: it goes the way of every other one, as a preview does, and touches nothing
 * outside. No token says this of anybody; only the server itself begins such conversations.
 */
export type Simulation = {
  /** The published version that answers; null is the draft. */
  version: number | null;
  /** What tools answer instead of doing anything, by their names. */
  mocks: Readonly<Record<string, string>>;
  /** Tools that only look something up do so in earnest, unless they have a mock. */
  isReading: boolean;
  /** The visitor has no free messages. */
  isFreeUsed: boolean;
};

/** An anonymous person chatting with one agent, as said by a signed visitor token. */
export type VisitorIdentity = {
  visitorId: string;
  accountId: string;
  agentId: string;
  isPreview: boolean;
  place?: VisitorPlace | undefined;
  /** The agent that they met first, for whoever came to this one by switching. */
  rootAgentId?: string | undefined;
  /** The conversation that a link let them into; they have nothing else. */
  onlyConversation?: string | undefined;
  simulation?: Simulation | undefined;
  /** A program asks for them: nobody reads along in a page. */
  isByProgram?: true | undefined;
};

/** A program that holds a key of one agent. */
export type AgentKey = {
  keyId: string;
  kind: 'public' | 'secret';
  accountId: string;
  agentId: string;
};

/** A program that a member let into the account, by a key of the account or by a token. */
export type Program = {
  kind: 'key' | 'app';
  id: string;
  /** As the member knows it. */
  name: string;
  accountId: string;
  /** The member whom it works for: it can do nothing that they can't. */
  userId: string;
  scopes: readonly string[];
  /** The agents that it reaches; null: those of the member. */
  agentIds: readonly string[] | null;
  isTest: boolean;
};

/**
 * Resolves who is calling. Each throws the error to answer with when the caller is not that.
 * `Found` is what the app's guard looked at to admit a visitor, handed on so that the call need not look again.
 */
export type Guards<Found extends object = object> = {
  user(request: FastifyRequest): Promise<SignedIn>;
  superadmin(request: FastifyRequest): Promise<SignedIn>;
  account(request: FastifyRequest, permission: string): Promise<{ user: SignedIn; scope: AccountScope }>;
  visitor(request: FastifyRequest): Promise<{ visitor: VisitorIdentity } & Found>;
  key(request: FastifyRequest): Promise<AgentKey>;
  /** `needs`: what the program must have been given, and the member's role must grant. */
  program(
    request: FastifyRequest,
    needs?: { permission: string; scope: string },
  ): Promise<{ program: Program; scope: AccountScope }>;
  /** Lets whoever calls pass, a member or a program, where the account's plan allows everything. */
  plan(request: FastifyRequest): Promise<void>;
  /** The language to answer in: `Accept-Language`, else English. */
  language(request: FastifyRequest): Language;
  /** The address that the caller knows this server by: an account's own, else the server's. */
  origin(request: FastifyRequest): string;
};

/**
 * Does what a program asks for under its key once: the same again gets the first answer. `fingerprint` tells
 * whether it is the same. The answer is JSON; `isRepeated` says that it is that of an earlier request.
 */
export type Once = (
  request: { program: Program; key: string; fingerprint: string },
  work: () => Promise<unknown>,
) => Promise<{ answer: unknown; isRepeated: boolean }>;
