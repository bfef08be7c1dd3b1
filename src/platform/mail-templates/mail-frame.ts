/** The parts of a mail, as plain texts. */
export type MailParts = { title: string; paragraphs: string[]; /** Shown as it is, to be copied. */ code?: string | undefined; more?: readonly string[] | undefined; button?: { label: string; url: string } | undefined; footer: string };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The HTML and the text form of a mail. Everything passed in is text, never markup. */
export function renderMail(parts: MailParts, brand: { name: string; color: string }): { html: string; text: string } {
  const toHtml = (texts: readonly string[]): string => texts.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('');
  const code = parts.code ? `<pre style="margin:0 0 16px;padding:12px;border:1px solid #e3ebe8;border-radius:6px;background:#f7faf9;font:13px/1.5 Menlo,Consolas,monospace;white-space:pre-wrap;word-break:break-word">${escapeHtml(parts.code)}</pre>` : '';
  const paragraphs = toHtml(parts.paragraphs) + code + toHtml(parts.more ?? []);
  const button = parts.button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(parts.button.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${brand.color};color:#032e29;font-weight:600;text-decoration:none">${escapeHtml(parts.button.label)}</a></p><p style="margin:0 0 16px;color:#5b6b66;font-size:13px;word-break:break-all">${escapeHtml(parts.button.url)}</p>`
    : '';
  const html = `<!doctype html><html><body style="margin:0;background:#f7faf9;padding:32px 16px;font:16px/1.6 Inter,Segoe UI,Helvetica,Arial,sans-serif;color:#0f1f1b"><div style="max-width:520px;margin:0 auto;background:#fff;border:1px solid #e3ebe8;border-radius:10px;padding:32px"><p style="margin:0 0 24px;font-weight:600">${escapeHtml(brand.name)}</p><h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(parts.title)}</h1>${paragraphs}${button}<p style="margin:24px 0 0;color:#5b6b66;font-size:13px">${escapeHtml(parts.footer)}</p></div></body></html>`;
  const text = [parts.title, ...parts.paragraphs, ...(parts.code ? [parts.code] : []), ...(parts.more ?? []), ...(parts.button ? [`${parts.button.label}: ${parts.button.url}`] : []), parts.footer].join('\n\n');
  return { html, text };
}
