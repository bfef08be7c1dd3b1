import { z } from 'zod';
import type { FormValue } from '#shared/forms/values.ts';
import { asksFor, mailAddressesIn, ownDetailIn } from '#platform/language/tool-requests/requests.ts';
import {
  defineTool,
  failure,
  noArguments,
  type AgentTool,
  type AskedInWords,
  type Recognised,
  type ToolResult,
} from '#features/tools/server/tools.usecases.ts';
import { showsContactIntent } from '../prompt/contact-intent.models.ts';

/** What somebody says of themselves; at least one of them. */
export type SaidDetails = {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
};
/** What became of a summary that was asked for: an address where it goes, or why it goes nowhere. */
export type SummaryProblem = 'no address' | 'not said' | 'too often' | 'not now';
export type SummaryAnswer =
  | { to: string }
  | {
      to: null;
      because: SummaryProblem;
    };

/** What an answer may do with the conversation, and what the visitor gave in the contact form. */
export type VisitorTools = {
  details: readonly FormValue[];
  tools: readonly AgentTool[];
  /** IANA name of the visitor's time zone; null where their browser does not tell. */
  timeZone: string | null;
  /** That of the business, by its office hours or its owner; null where neither says one. */
  businessZone(): Promise<string | null>;
};

type Given = {
  details: readonly FormValue[];
  /** The contact form is due when it is asked for. */
  mayAsk: boolean;
  mayEnd: boolean;
  /** A person may be called. */
  mayCall: boolean;
  timeZone: string | null;
  businessZone(): Promise<string | null>;
  /** A text of ours in the language of the answer. */
  text(key: string, variables?: Record<string, string>): string;
  ask(): Promise<boolean>;
  /** Keeps details that the visitor wrote in this conversation; false where they did not. */
  capture(details: SaidDetails): Promise<boolean>;
  call(): Promise<boolean>;
  end(): Promise<void>;
  /** Why no summary can be mailed, before it is asked whether one shall be; null where one can. */
  summaryProblem(email: string | undefined): Promise<SummaryProblem | null>;
  /** Mails the visitor a summary; `email` is an address that they wrote in this conversation. */
  sendSummary(email: string | undefined): Promise<SummaryAnswer>;
};

/** The form is due beside whatever is answered; an address that is the visitor's own is noted. */
function recogniseContact(mayAsk: boolean) {
  return ({ text, language }: AskedInWords): Recognised | null => {
    const own = ownDetailIn(text, language);
    if (own) return { arguments: { [own.type]: own.value }, place: 'instead', priority: 5 };
    return mayAsk && showsContactIntent(text) ? { arguments: {}, place: 'beside' } : null;
  };
}

const detailsInput = z.strictObject({
  name: z.string().trim().min(1).max(120).optional(),
  email: z.email().max(254).optional(),
  phone: z.string().trim().min(5).max(40).optional(),
});

const captureTool = (given: Given): AgentTool =>
  defineTool({
    name: 'capture_contact',
    description: [
      'Keeps contact details that the visitor wrote in this conversation: call it with them as ' +
        'soon as they give a name, an email address or a phone number of their own.',
      given.mayAsk
        ? 'Without details it shows a form for them under your answer: call it so once, when the ' +
          'visitor wants to buy, to book, to get an offer, to be called or to talk to a person. ' +
          'Answer first.'
        : 'Never call it with details that they did not write.',
    ].join(' '),
    risk: 'write',
    input: detailsInput,
    recognise: recogniseContact(given.mayAsk),
    async run(details) {
      if (Object.values(details).some(Boolean))
        return (await given.capture(details))
          ? { content: 'It is kept.', said: given.text('tool-answers:contact.kept') }
          : failure('refused', 'The visitor did not write that in this conversation. Ask them.');
      if (!given.mayAsk) return failure('invalid_arguments', 'Say what is to be kept.');
      return {
        content: (await given.ask())
          ? 'The form is shown under your answer. Say in one sentence that the visitor can leave ' +
            'the details there.'
          : 'The visitor was asked before. Go on without it.',
        said: '',
      };
    },
  });

const callTool = (given: Given): AgentTool =>
  defineTool({
    name: 'hand_to_human',
    description:
      "Puts this conversation into the queue of the business's own people. " +
      'Call it at once when the visitor asks for a human in whatever words, is angry about your ' +
      'answers, or needs something that only a person can decide. ' +
      'Do not call it for what you can answer.',
    input: noArguments,
    async run() {
      return {
        content: (await given.call())
          ? "The conversation is in the team's queue, and the visitor sees that. Say so in one " +
            'sentence. Do not say when somebody comes, and promise nothing else.'
          : "The conversation is in the team's queue already. Go on helping.",
        said: '',
      };
    },
  });

const endTool = (given: Given): AgentTool =>
  defineTool({
    name: 'end_chat',
    description:
      'Ends this conversation after your answer. ' +
      'Call it only when the visitor clearly says that they are done or says goodbye, and say ' +
      'goodbye in your answer.',
    input: noArguments,
    recognise: ({ text, language }) =>
      asksFor('ending', text, language) ? { arguments: {}, place: 'instead', priority: 8 } : null,
    async run() {
      await given.end();
      return {
        content: 'The conversation ends after your answer. Say goodbye in one sentence.',
        said: given.text('tool-answers:end.ended'),
      };
    },
  });

/** What a refusal says to the visitor, and to the model. */
const refusals = {
  'no address': [
    'summary.asked',
    'No address of the visitor is known. Ask them for it, then call this with it.',
  ],
  'not said': [
    'summary.asked',
    'The visitor did not write that address in this conversation. Ask them for it.',
  ],
  'too often': [
    'summary.often',
    'That address got several summaries today. Say that there are no more today.',
  ],
  'not now': ['summary.refused', 'It can not be sent there from here. Say so.'],
} as const;

const summaryInput = z.strictObject({
  email: z
    .email()
    .max(254)
    .optional()
    .describe('An address that the visitor wrote in this conversation, where none is known yet.'),
});

const summaryTool = (given: Given): AgentTool => {
  const refused = (because: SummaryProblem): ToolResult => {
    const [key, told] = refusals[because];
    return { ...failure('refused', told), said: given.text(`tool-answers:${key}`) };
  };
  return defineTool({
    name: 'send_summary',
    title: given.text('tool-answers:title.send_summary'),
    description:
      'Mails the visitor a summary of this conversation, to the address that they left. Call it ' +
      'only when they ask for one.',
    risk: 'write',
    limits: { perConversation: 3 },
    input: summaryInput,
    recognise: async (asked: AskedInWords) => {
      const { text, language } = asked;
      const [email] = mailAddressesIn(text);
      const found = {
        arguments: email === undefined ? {} : { email },
        place: 'instead',
        priority: 7,
      } as const;
      if (asksFor('summary', text, language)) return found;
      // The address that was asked for.
      if (ownDetailIn(text, language)?.type !== 'email') return null;
      const last = (await asked.lastCalls()).at(-1);
      return last?.name === 'send_summary' && last.result === null ? found : null;
    },
    async asks({ email }) {
      const problem = await given.summaryProblem(email);
      return problem && refused(problem);
    },
    async run({ email }) {
      const answer = await given.sendSummary(email);
      if (answer.to !== null)
        return {
          content: `It is being sent to ${answer.to}.`,
          said: given.text('tool-answers:summary.sent', { address: answer.to }),
        };
      return refused(answer.because);
    },
  });
};

/** Offers only what the owner switched on and what is not done yet. */
export function visitorTools(given: Given): VisitorTools {
  return {
    details: given.details,
    tools: [
      captureTool(given),
      ...(given.mayCall ? [callTool(given)] : []),
      ...(given.mayEnd ? [endTool(given)] : []),
      summaryTool(given),
    ],
    timeZone: given.timeZone,
    businessZone: given.businessZone,
  };
}

/** The first letter and the domain of an address, for whoever reads along: `a…@example.com`. */
export const maskedAddress = (email: string): string => email.replace(/^(.)[^@]*/u, '$1…');
