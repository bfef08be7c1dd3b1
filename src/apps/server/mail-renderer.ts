import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MailRenderer } from '#shared/mail-document.ts';

/** Loads what turns mails into documents: React, so it is made by the build as the public pages are. */
export async function loadMailRenderer(dist: string): Promise<MailRenderer> {
  const { renderMail } = (await import(pathToFileURL(path.join(dist, 'pages/render.js')).href)) as {
    renderMail: MailRenderer;
  };
  return renderMail;
}
