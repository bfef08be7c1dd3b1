import type { FastifyReply, FastifyRequest } from 'fastify';
import { pronounced } from '#shared/chat/speakable.ts';
import { AppError, commonErrors } from '#shared/errors.ts';
import { languages, type Language } from '#shared/languages.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { openEventStream } from '#platform/http/event-stream.ts';
import { sendPrivate } from '#platform/http/send-private.ts';
import { takeStreamPlace } from '#platform/http/stream-places.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import { ofAddress } from '#platform/rate-limit/network.ts';
import { admit, type RateLimiter, type RateRule } from '#platform/rate-limit/rate-limit.ts';
import type { Sound } from '#providers/speech/speech.port.ts';
import { soundType } from '#providers/speech/speech.requests.ts';
import { speechId } from '#features/agents/agents-voice.contract.ts';
import {
  askedBody,
  askedSecretHeader,
  mostSoundBytes,
  voiceEndpoints,
  voiceErrors,
  type CallEvent,
} from '../voice.contract.ts';
import type { LiveCalls } from './live/live-calls.usecases.ts';
import type { VoiceUsecases } from './voice.usecases.ts';

/** Two people who talk without a pause take turns twelve times a minute; an answer has up to six sentences. */
const rules = {
  heard: { name: 'speech-heard', limit: 30, windowSeconds: 60 },
  heardDay: { name: 'speech-heard-day', limit: 1_000, windowSeconds: 86_400 },
  heardAddress: { name: 'speech-heard-address', limit: 60, windowSeconds: 60 },
  heardAddressDay: { name: 'speech-heard-address-day', limit: 3_000, windowSeconds: 86_400 },
  said: { name: 'speech-said', limit: 90, windowSeconds: 60 },
  saidDay: { name: 'speech-said-day', limit: 3_000, windowSeconds: 86_400 },
  saidAddress: { name: 'speech-said-address', limit: 180, windowSeconds: 60 },
  saidAddressDay: { name: 'speech-said-address-day', limit: 9_000, windowSeconds: 86_400 },
  call: { name: 'speech-call', limit: 6, windowSeconds: 60 },
  callDay: { name: 'speech-call-day', limit: 60, windowSeconds: 86_400 },
  callAddress: { name: 'speech-call-address', limit: 20, windowSeconds: 60 },
  callAddressDay: { name: 'speech-call-address-day', limit: 300, windowSeconds: 86_400 },
  /** As above, by whoever understands and speaks: each is a row, and told to webhooks. */
  begun: { name: 'call-begun', limit: 6, windowSeconds: 60 },
  begunDay: { name: 'call-begun-day', limit: 60, windowSeconds: 86_400 },
  begunAddress: { name: 'call-begun-address', limit: 20, windowSeconds: 60 },
  begunAddressDay: { name: 'call-begun-address-day', limit: 300, windowSeconds: 86_400 },
  /** Much more often nobody takes turns; a vendor that lost its connection asks again. */
  asked: { name: 'call-asked', limit: 60, windowSeconds: 60 },
  told: { name: 'call-told', limit: 30, windowSeconds: 60 },
  sample: { name: 'speech-sample', limit: 30, windowSeconds: 60 },
} as const satisfies Record<string, RateRule>;

export function voiceRoutes(
  binder: Binder,
  usecases: VoiceUsecases,
  calls: LiveCalls,
  limiter: RateLimiter,
): void {
  bindEndpoints(binder, voiceEndpoints, {
    async hear({ visitor, request, address, language }) {
      const { sound, fields } = await recordingIn(request, () =>
        admit(limiter, voiceErrors.tooMany, [
          { rule: rules.heard, key: visitor.visitorId },
          { rule: rules.heardDay, key: visitor.visitorId },
          ...ofAddress(address, rules.heardAddress, rules.heardAddressDay),
        ]),
      );
      return { text: await usecases.hear(visitor, sound, languageIn(fields) ?? language) };
    },
    async say({ visitor, body, address, reply }) {
      await admit(limiter, voiceErrors.tooMany, [
        { rule: rules.said, key: visitor.visitorId },
        { rule: rules.saidDay, key: visitor.visitorId },
        ...ofAddress(address, rules.saidAddress, rules.saidAddressDay),
      ]);
      await sendSound(reply, await usecases.say(visitor, body));
      return {};
    },
    async call({ visitor, body, address, request, reply }) {
      takeStreamPlace(reply, address);
      await admit(limiter, voiceErrors.tooMany, [
        { rule: rules.call, key: visitor.visitorId },
        { rule: rules.callDay, key: visitor.visitorId },
        ...ofAddress(address, rules.callAddress, rules.callAddressDay),
      ]);
      const waiting: CallEvent[] = [];
      let tell = (event: CallEvent): void => void waiting.push(event);
      const { beginning, leave } = await calls.begin(visitor, body, (event) => tell(event));
      const stream = openEventStream(request, reply);
      stream.onClose(leave);
      stream.send('answer', beginning);
      tell = ({ type, ...data }) => {
        stream.send(type, data);
        if (type === 'over') stream.close();
      };
      for (const event of waiting) tell(event);
      return {};
    },
    async tellOfCall({ visitor, body, address }) {
      await admit(limiter, voiceErrors.tooMany, [{ rule: rules.told, key: visitor.visitorId }]);
      return usecases.tellOfCall(visitor, body, address, () =>
        admit(limiter, voiceErrors.tooMany, [
          { rule: rules.begun, key: visitor.visitorId },
          { rule: rules.begunDay, key: visitor.visitorId },
          ...ofAddress(address, rules.begunAddress, rules.begunAddressDay),
        ]),
      );
    },
    async sayInCall({ visitor, body, address }) {
      await admit(limiter, voiceErrors.tooMany, [
        { rule: rules.said, key: visitor.visitorId },
        { rule: rules.saidDay, key: visitor.visitorId },
        ...ofAddress(address, rules.saidAddress, rules.saidAddressDay),
      ]);
      const { pronunciations } = (await usecases.admitSaid(visitor, body)).configuration.voice;
      await calls.say(visitor, pronounced(body.text, pronunciations), body.language);
      return {};
    },
    async askInCall({ params, request, reply }) {
      const turns = calls.askedIn(params.callId, request.headers[askedSecretHeader]);
      await admit(limiter, voiceErrors.tooMany, [{ rule: rules.asked, key: params.callId }]);
      const body = askedBody.safeParse(request.body);
      if (!body.success) throw new AppError(commonErrors.invalidInput);
      const waiting: (string | null)[] = [];
      let put = (text: string | null): void => void waiting.push(text);
      const leave = turns.ask(body.data.messages, {
        say: (text) => put(text),
        end: () => put(null),
      });
      const stream = openEventStream(request, reply);
      stream.onClose(leave);
      const piece = completionPieces(params.callId);
      stream.sendData(piece({ role: 'assistant', content: '' }));
      put = (text) => {
        if (text !== null) return stream.sendData(piece({ content: text }));
        stream.sendData(piece({}, 'stop'));
        stream.sendData('[DONE]');
        stream.close();
      };
      for (const text of waiting) put(text);
      return {};
    },
    async quietInCall({ visitor }) {
      await admit(limiter, voiceErrors.tooMany, [{ rule: rules.said, key: visitor.visitorId }]);
      calls.quiet(visitor);
      return {};
    },
    voices: async ({ scope, params }) => ({ voices: await usecases.voices(scope, params.provider) }),
    async understand({ scope, params, request, language }) {
      const { sound, fields } = await recordingIn(request, () =>
        admit(limiter, voiceErrors.tooMany, [{ rule: rules.sample, key: scope.accountId }]),
      );
      const model = speechId.safeParse(fields['model'] ?? '').data ?? '';
      const spoken = languageIn(fields) ?? language;
      return { text: await usecases.understand(scope, params.provider, { sound, language: spoken, model }) };
    },
    async sample({ scope, params, body, reply }) {
      await admit(limiter, voiceErrors.tooMany, [{ rule: rules.sample, key: scope.accountId }]);
      await sendSound(reply, await usecases.sample(scope, params.provider, body));
      return {};
    },
  });
}

const languageIn = (fields: Record<string, string>): Language | undefined =>
  languages.find((each) => each === fields['language']);

/** The recording of a request with what stands before it. */
async function recordingIn(
  request: FastifyRequest,
  admitted: () => Promise<void>,
): Promise<{ sound: Sound; fields: Record<string, string> }> {
  const { bytes, fields } = await uploadedFile(request, {
    admit: admitted,
    missing: voiceErrors.missing,
    maxBytes: mostSoundBytes,
  });
  const type = soundType(bytes);
  if (!type) throw new AppError(voiceErrors.unsupported);
  return { sound: { type, bytes }, fields };
}

/** The pieces of one chat completion, as models stream them. */
function completionPieces(callId: string) {
  const head = {
    id: `chatcmpl-${callId}`,
    object: 'chat.completion.chunk',
    created: Math.floor(Date.now() / 1_000),
    model: 'agent',
  };
  return (delta: { role?: string; content?: string }, finish: 'stop' | null = null): string =>
    JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] });
}

/** A vendor's sound, which nothing takes for anything else. */
const sendSound = (reply: FastifyReply, { type, bytes }: Sound): FastifyReply =>
  sendPrivate(reply, type, Buffer.from(bytes));
