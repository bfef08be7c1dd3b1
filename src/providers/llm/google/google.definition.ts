import type { ModelEnd } from '#shared/models/model-ends.ts';
import { dollars, type LlmDefinition } from '../llm.definition.ts';

/**
 * Ends and replacements: https://ai.google.dev/gemini-api/docs/deprecations, read on 30 November 2026. Google names the
 * earliest day, and afterwards lets the replacement answer under the old name, at its own price.
 */
const ends: readonly ModelEnd[] = [
  { model: 'gemini-2.5-flash', endsOn: '2026-12-01', replacement: 'gemini-3.5-flash-lite' },
  { model: 'gemini-2.5-pro', endsOn: '2026-12-01', replacement: 'gemini-3.8-flash' },
  { model: 'gemini-2.5-flash-image', endsOn: '2027-03-15', replacement: 'gemini-3.1-flash-lite-image' },
  { model: 'gemini-3.1-flash-lite', endsOn: '2027-05-07', replacement: 'gemini-3.5-flash-lite' },
];

export const googleDefinition: LlmDefinition<'google'> = {
  id: 'google',
  label: 'Google Gemini',
  keyPrefix: 'AIza',
  keyUrl: 'https://aistudio.google.com/apikey',
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  needsKey: true,
  acceptsBaseUrl: false,
  supportsTools: true,
  supportsImages: true,
  supportsEmbeddings: true,
  ends,
  models: [
    {
      id: 'gemini-3.5-flash-lite',
      label: 'Gemini 3.5 Flash-Lite',
      contextTokens: 1_048_576,
      maxOutputTokens: 65_536,
      price: dollars(0.3, 2.5, 0.03),
      supportsTools: true,
      supportsImages: true,
      supportsTemperature: false,
    },
    {
      id: 'gemini-3.8-flash',
      label: 'Gemini 3.8 Flash',
      contextTokens: 1_048_576,
      maxOutputTokens: 65_536,
      price: dollars(0.75, 3.75),
      supportsTools: true,
      supportsImages: true,
      supportsTemperature: false,
    },
    {
      id: 'gemini-3.5-flash',
      label: 'Gemini 3.5 Flash',
      contextTokens: 1_048_576,
      maxOutputTokens: 65_536,
      price: dollars(1.5, 9, 0.15),
      supportsTools: true,
      supportsImages: true,
      supportsTemperature: true,
    },
    {
      id: 'gemini-3.1-pro-preview',
      label: 'Gemini 3.1 Pro (preview)',
      contextTokens: 1_048_576,
      maxOutputTokens: 65_536,
      price: dollars(2, 12, 0.2),
      supportsTools: true,
      supportsImages: true,
      supportsTemperature: true,
    },
    {
      id: 'gemini-2.5-flash-lite',
      label: 'Gemini 2.5 Flash-Lite',
      contextTokens: 1_048_576,
      maxOutputTokens: 65_536,
      price: dollars(0.1, 0.4, 0.01),
      supportsTools: true,
      supportsImages: true,
      supportsTemperature: true,
    },
    {
      id: 'gemini-3.1-flash-lite',
      label: 'Gemini 3.1 Flash Lite',
      contextTokens: 1_048_576,
      maxOutputTokens: 65_536,
      price: dollars(0.25, 1.5, 0.025),
      supportsTools: true,
      supportsImages: true,
      supportsTemperature: true,
    },
    {
      id: 'gemini-2.5-flash',
      label: 'Gemini 2.5 Flash',
      contextTokens: 1_048_576,
      maxOutputTokens: 65_536,
      price: dollars(0.3, 2.5, 0.03),
      supportsTools: true,
      supportsImages: true,
      supportsTemperature: true,
    },
    {
      id: 'gemini-2.5-pro',
      label: 'Gemini 2.5 Pro',
      contextTokens: 1_048_576,
      maxOutputTokens: 65_536,
      price: dollars(1.25, 10, 0.125),
      supportsTools: true,
      supportsImages: true,
      supportsTemperature: true,
    },
  ],
  embeddingModels: [
    { id: 'gemini-embedding-001', label: 'Gemini Embedding 001', dimensions: 3_072, price: dollars(0.15, 0) },
  ],
  imageModels: [
    { id: 'gemini-3.1-flash-lite-image', label: 'Gemini 3.1 Flash Lite Image', priceMicros: 33_600 },
  ],
};
