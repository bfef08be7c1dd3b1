import { upload } from '#ui/api/upload.ts';
import type { imageKinds } from '../../agents-look.contract.ts';

export type ImageKind = (typeof imageKinds)[number];

/** What a person may choose as a picture; the server looks again, at the bytes. */
export const imageTypes = 'image/png,image/jpeg,image/webp,image/svg+xml';

/** Stores a picture for an agent's draft and answers its hash. */
export async function uploadImage(agentId: string, kind: ImageKind, picture: Blob): Promise<string> {
  const form = new FormData();
  form.append('file', picture);
  const { hash } = (await upload(`/api/agents/${encodeURIComponent(agentId)}/images?kind=${kind}`, form)) as {
    hash: string;
  };
  return hash;
}
