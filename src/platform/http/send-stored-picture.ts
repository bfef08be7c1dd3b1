import type { FastifyReply } from 'fastify';

/** Sends a picture that was drawn anew when it was stored: its address changes with it, and nothing in it runs. */
export async function sendStoredPicture(
  reply: FastifyReply,
  picture: { bytes: Buffer; type: string },
): Promise<Record<string, never>> {
  await reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin')
    .type(picture.type)
    .send(picture.bytes);
  return {};
}
