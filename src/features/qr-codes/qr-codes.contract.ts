import { z } from 'zod';
import { contrast, luminance } from '#shared/readable-color.ts';
import { endpoint } from '#shared/endpoint.ts';
import { defineErrors } from '#shared/errors.ts';

export const qrCodesErrors = defineErrors('qr-codes', {
  notFound: 404,
  agentNotFound: 404,
  tooMany: 409,
});

/** Codes of one agent. */
export const mostQrCodes = 200;

const hexColor = z.string().regex(/^#[0-9a-f]{6}$/i, 'qr-codes:validation.color');

/**
 * What a code looks like. Cameras want dark dots on a light ground; less contrast than this and many give up.
 */
export const leastContrast = 3;
const look = {
  color: hexColor.default('#0f1f1b'),
  background: hexColor.default('#ffffff'),
  /** Hash of a picture of the account in the middle, or empty. */
  logo: z
    .string()
    .regex(/^([0-9a-f]{32})?$/)
    .default(''),
};
const isReadable = ({ color, background }: { color: string; background: string }): boolean =>
  !/^#[0-9a-f]{6}$/i.test(color + '') ||
  !/^#[0-9a-f]{6}$/i.test(background) ||
  (luminance(color) < luminance(background) && contrast(color, background) >= leastContrast);
const unreadable = { message: 'qr-codes:validation.contrast', path: ['color'] };

const target = z
  .string()
  .trim()
  .max(2_048)
  .refine(
    (text) => text === '' || (URL.canParse(text) && new URL(text).protocol === 'https:'),
    'qr-codes:validation.target',
  )
  .default('');

export const qrCodeInput = z
  .strictObject({
    name: z.string().trim().min(1, 'qr-codes:validation.name').max(80),
    description: z.string().trim().max(300).default(''),
    /** Where a scan leads; empty: to the agent's own page. */
    targetUrl: target,
    ...look,
  })
  .refine(isReadable, unreadable);
export type QrCodeInput = z.infer<typeof qrCodeInput>;

export const qrCodeSchema = z
  .object({
    code: z.string(),
    name: z.string(),
    description: z.string(),
    targetUrl: z.string(),
    color: z.string(),
    background: z.string(),
    logo: z.string(),
    /** What the picture says: the address that counts the scan and leads on. */
    url: z.string(),
    scanCount: z.number(),
    lastScanAt: z.string().nullable(),
    createdAt: z.string(),
  })
  .meta({ id: 'QrCode' });
export type QrCode = z.infer<typeof qrCodeSchema>;

export const qrFormats = ['svg', 'png', 'pdf'] as const;
export type QrFormat = (typeof qrFormats)[number];

const codeText = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{8}$/);
const ofAgent = z.strictObject({ id: z.string().max(60) });
const one = z.strictObject({ id: z.string().max(60), code: codeText });
const done = z.object({});
const read = { permission: 'agents.read' } as const;
const edit = { permission: 'agents.edit' } as const;

export const qrCodesEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/agents/{id}/qr-codes',
    access: read,
    summary: 'QR codes of an agent, newest first.',
    params: ofAgent,
    response: z.object({ qrCodes: z.array(qrCodeSchema) }),
    errors: [qrCodesErrors.agentNotFound],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/agents/{id}/qr-codes',
    access: edit,
    needsPlan: true,
    summary: 'Makes a QR code for an agent, at most 200.',
    params: ofAgent,
    body: qrCodeInput,
    response: qrCodeSchema,
    errors: [qrCodesErrors.agentNotFound, qrCodesErrors.tooMany],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/agents/{id}/qr-codes/{code}',
    access: edit,
    summary: 'Changes name, look and target; what is printed already leads to the new target.',
    params: one,
    body: qrCodeInput,
    response: qrCodeSchema,
    errors: [qrCodesErrors.notFound],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/agents/{id}/qr-codes/{code}',
    access: edit,
    summary: 'Deletes a QR code; what is printed leads to the not-found page from then on.',
    params: one,
    response: done,
    errors: [qrCodesErrors.notFound],
  }),
  removeAll: endpoint({
    method: 'DELETE',
    path: '/api/agents/{id}/qr-codes',
    access: edit,
    summary: 'Deletes all QR codes of an agent.',
    params: ofAgent,
    response: z.object({ removed: z.number() }),
    errors: [qrCodesErrors.agentNotFound],
  }),
  picture: endpoint({
    method: 'GET',
    path: '/api/agents/{id}/qr-codes/{code}/picture',
    access: read,
    transport: 'file',
    summary: 'A QR code as SVG, PNG (1,024 pixels) or PDF. `download` gives it a file name.',
    params: one,
    query: z.strictObject({
      format: z.enum(qrFormats).default('svg'),
      download: z.enum(['0', '1']).default('0'),
    }),
    response: done,
    errors: [qrCodesErrors.notFound],
  }),
  drawing: endpoint({
    method: 'GET',
    path: '/api/agents/{id}/qr-drawing',
    access: read,
    transport: 'file',
    summary: 'How a QR code would look, as SVG, before it is saved.',
    params: ofAgent,
    query: z.strictObject({ code: codeText.optional(), ...look }),
    response: done,
    errors: [qrCodesErrors.agentNotFound],
  }),
  scan: endpoint({
    method: 'GET',
    path: '/q/{code}',
    access: 'public',
    transport: 'file',
    summary: 'What a printed code opens: counts the scan and leads to its target.',
    params: z.strictObject({ code: z.string().max(20) }),
    response: done,
  }),
} as const;
