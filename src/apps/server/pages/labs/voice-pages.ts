import type { FastifyInstance } from 'fastify';
import type { Language } from '#shared/languages.ts';
import { voiceCheckPaths, voiceChecks, type VoiceCheck, type VoiceCheckAgent } from '#shared/voice-checks.ts';
import { publicVoiceOf } from '#features/agents/agents-public.contract.ts';
import type { RunningAgent } from '#features/agents/server/agents.usecases.ts';
import type { Services } from '../../services.ts';
import type { BuiltPages } from '../pages.ts';
import { createPageLimit } from '../page-limit.ts';
import { languageOf } from '../send-page.ts';
import { agentNumber } from '../widget-places.ts';
import { createSendLab, demoRule } from './lab-pages.ts';

/**
 * Pages that check what of talking works on a visitor's device. They cost nobody anything, except where an agent has a
 * vendor of speech: then what its visitors may do is what these pages may do.
 */
export function serveVoicePages(app: FastifyInstance, services: Services, pages: BuiltPages): void {
  const { templates, agents, integrations, translator } = services;
  const send = createSendLab(services, pages);
  const isWithin = createPageLimit(services, pages);

  async function aboutAgent(
    agent: RunningAgent,
    language: Language,
    isAsked: boolean,
  ): Promise<VoiceCheckAgent> {
    const { voice, basic, prompt } = agent.configuration;
    const ready =
      voice.enabled && voice.provider !== 'browser'
        ? await integrations.readySpeech(agent.accountId, voice.provider)
        : null;
    const told = publicVoiceOf(agent.configuration, language);
    // With which vendor, and at what price, is its owner's business; that of a demo everybody may know.
    const { label = null, perMinute = null } = (!isAsked && ready?.provider.definition) || {};
    return {
      number: agent.number,
      name: basic.name,
      language,
      voice: told && { hears: told.hears, speaks: told.speaks },
      vendor: ready && { label, perMinute },
      question: prompt.iceBreakers[0] ?? '',
      isAsked,
    };
  }
  /** What is read aloud: a sentence of the chat's own where a vendor says it, because nothing else is said there. */
  const sentenceOf = (check: VoiceCheck, language: Language): string =>
    (check === 'vendor' ? translator.namespace(language, 'chat')['voice.over.screen'] : null) ??
    translator.text(language, 'voice-check:sentence');

  for (const check of Object.keys(voiceChecks) as VoiceCheck[])
    app.get<{ Querystring: { agent?: unknown } }>(voiceCheckPaths[check], async (request, reply) => {
      if (!(await isWithin(request, reply, demoRule))) return reply;
      const language = languageOf(request);
      const { agent: asked } = request.query;
      const isAsked = typeof asked === 'string' && asked.trim() !== '' && check !== 'conversation';
      const number = isAsked ? agentNumber(asked.trim()) : null;
      const given = number === null ? null : await agents.runningByNumber(number);
      const demo = async (): Promise<RunningAgent | null> =>
        agents.runningByNumber(await templates.publicDemo('voice-demo', language, { isWhole: true }));
      const agent = check === 'device' ? null : (given ?? (await demo()));
      return send(
        request,
        reply,
        'voice-check',
        {
          check,
          agent: agent && (await aboutAgent(agent, language, given !== null)),
          isUnknown: isAsked && given === null && check !== 'device',
          sentence: sentenceOf(check, language),
          script: pages.labScript,
          landingScript: pages.landingScript,
        },
        {
          path: voiceCheckPaths[check],
          ...(given && { query: { agent: String(given.number) } }),
          isKept: !isAsked,
        },
      );
    });
}
