import ipaddr from 'ipaddr.js';
import type { AskingCallInput, AskingSpeech } from '../speech-asking.port.ts';
import type { SpeechRequests } from '../speech.requests.ts';
import { SpeechError } from '../speech.port.ts';
import { elevenLabsSpeech } from './elevenlabs.definition.ts';

const key = (apiKey: string) => ({ 'xi-api-key': apiKey });
/** Micro-dollars for a minute that is connected; words cost what the agent's own model costs. Of November 2026. */
const perMinute = 100_000;
/** The vendor takes no slower and no faster voices. */
const paces = { min: 0.7, max: 1.2 };
const sound = 'pcm_16000';
/** It asks again after so many seconds of silence; what it asks then is answered with nothing. */
const turnSeconds = 30;

/** Whether somebody elsewhere can call an address: by https, and at a name that is not of one network only. */
function isOutside(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:' || !host.includes('.')) return false;
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'unicast';
  return !/\.(localhost|local|internal|lan|home|test|example|invalid)$/.test(host);
}

/** An agent for one call, which knows nothing and asks for every word. */
const agentOf = (input: AskingCallInput) => ({
  name: input.name,
  tags: ['chatelier'],
  conversation_config: {
    asr: { user_input_audio_format: sound },
    turn: {
      turn_timeout: turnSeconds,
      silence_end_call_timeout: input.longestSilence,
      speculative_turn: false,
    },
    tts: {
      // The vendor has one model for English and one for all other languages.
      model_id: input.language === 'en' ? 'eleven_flash_v2' : 'eleven_flash_v2_5',
      voice_id: input.voice || elevenLabsSpeech.voices[0],
      agent_output_audio_format: sound,
      stability: input.stability,
      similarity_boost: input.similarity,
      speed: Math.min(Math.max(input.speed, paces.min), paces.max),
    },
    conversation: {
      max_duration_seconds: input.longest,
      client_events: [
        'conversation_initiation_metadata',
        'ping',
        'audio',
        'user_transcript',
        'tentative_user_transcript',
        'vad_score',
        ...(input.isInterruptible ? ['interruption'] : []),
      ],
    },
    agent: {
      first_message: input.greeting,
      language: input.language,
      prompt: {
        prompt: '',
        llm: 'custom-llm',
        custom_llm: {
          url: input.asks.url,
          model_id: 'agent',
          request_headers: input.asks.headers,
          api_type: 'chat_completions',
        },
        ignore_default_personality: true,
        built_in_tools: {},
        // No other model may answer in the agent's name.
        backup_llm_config: { preference: 'disabled' },
        cascade_timeout_seconds: 15,
      },
    },
  },
  platform_settings: {
    auth: { enable_auth: true },
    // What a browser could change of it, it could change at the owner's cost.
    overrides: {
      custom_llm_extra_body: false,
      enable_conversation_initiation_client_data_from_webhook: false,
    },
    call_limits: { agent_concurrency_limit: 1, daily_limit: 1, bursting_enabled: false },
    // What is said is kept here and nowhere else.
    privacy: { record_voice: false, retention_days: 0, delete_transcript_and_pii: true, delete_audio: true },
  },
});

/** Calls of ElevenLabs' agents: https://elevenlabs.io/docs/eleven-agents */
export function createElevenLabsCalls(requests: SpeechRequests): AskingSpeech {
  /** The agents of a call that nobody knows by id. */
  async function named(connection: Parameters<AskingSpeech['hangUp']>[0], name: string): Promise<string[]> {
    const path = `/v1/convai/agents?page_size=10&search=${encodeURIComponent(name)}`;
    const { agents } = await requests.json({ path, connection, key });
    return (Array.isArray(agents) ? agents : []).flatMap((agent: unknown) => {
      const { agent_id: id, name: known } = (agent ?? {}) as Record<string, unknown>;
      return known === name && typeof id === 'string' ? [id] : [];
    });
  }
  async function remove(connection: Parameters<AskingSpeech['hangUp']>[0], callId: string): Promise<void> {
    const path = `/v1/convai/agents/${encodeURIComponent(callId)}`;
    try {
      await (await requests.send({ path, connection, key, method: 'DELETE' })).body?.cancel();
    } catch (error) {
      // It is gone already.
      if (!(error instanceof SpeechError) || error.status !== 404) throw error;
    }
  }
  const operators = requests.operators();
  return {
    perMinute,
    origin: operators ? operators.replace(/^http/, 'ws') : 'wss://*.elevenlabs.io',
    reaches: (url) => operators !== null || isOutside(url),

    async call(input) {
      const { apiKey, baseUrl, signal } = input;
      const connection = { apiKey, baseUrl, signal };
      const path = '/v1/convai/agents/create';
      const { agent_id: callId } = await requests.json({ path, connection, key, json: agentOf(input) });
      if (typeof callId !== 'string' || !callId)
        throw new SpeechError('garbled', 'ElevenLabs told no id of the agent.');
      try {
        // With the conversation's id in it, it is good for that conversation only.
        const query = `agent_id=${encodeURIComponent(callId)}&include_conversation_id=true`;
        const { signed_url: url } = await requests.json({
          path: `/v1/convai/conversation/get-signed-url?${query}`,
          connection,
          key,
        });
        if (typeof url === 'string' && /^wss?:\/\//.test(url)) return { callId, url };
        throw new SpeechError('garbled', 'ElevenLabs gave no address of the call.');
      } catch (error) {
        const until = AbortSignal.timeout(10_000);
        await remove({ ...connection, signal: until }, callId).catch(() => undefined);
        throw error;
      }
    },

    async hangUp(connection, { callId, name }) {
      for (const id of callId ? [callId] : await named(connection, name)) await remove(connection, id);
    },
  };
}
