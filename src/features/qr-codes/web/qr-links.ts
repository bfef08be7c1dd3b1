import type { QrCode, QrFormat } from '../qr-codes.contract.ts';

type Look = Pick<QrCode, 'color' | 'background' | 'logo'>;

/**
 * Where a saved code's picture lies. The look is in the address only so that a changed code is drawn anew.
 */
export const pictureUrl = (
  agentId: string,
  { code, color, background, logo }: Look & Pick<QrCode, 'code'>,
  format: QrFormat,
): string =>
  `/api/agents/${encodeURIComponent(agentId)}/qr-codes/${code}/picture?format=${format}#${color}${background}${logo}`;

/** The same picture as a file to keep. */
export const downloadUrl = (agentId: string, { code }: Pick<QrCode, 'code'>, format: QrFormat): string =>
  `/api/agents/${encodeURIComponent(agentId)}/qr-codes/${code}/picture?format=${format}&download=1`;

/** How a code would look with settings that are not saved. */
export const drawingUrl = (agentId: string, look: Look, code: string | null): string =>
  `/api/agents/${encodeURIComponent(agentId)}/qr-drawing?${new URLSearchParams({ color: look.color, background: look.background, logo: look.logo, ...(code ? { code } : {}) }).toString()}`;
