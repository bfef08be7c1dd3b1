import { html, type Html } from '../text/escape-html.ts';
import { sendIconPaths } from './send-icon-paths.ts';

/** What of the boot data the first view is made of. */
export type ChatFirstView = {
  agent: {
    name: string;
    language: string;
    appearance: { sendIcon: keyof typeof sendIconPaths };
    placeholder: string;
    footer: { text: string; showBrand: boolean };
    closed: string | null;
    design?: object | undefined;
    texts: Partial<Record<string, string>>;
  };
  mode: 'embed' | 'page' | 'preview';
  poweredBy?: { product: string; url: string | null } | null | undefined;
};

/**
 * The chat's frame with its composer as HTML, so that a visitor can begin to write as soon as page and style
 * are there. The chat's script takes these very elements over, with the text, the caret and the focus that
 * they have by then.
 *
 * They are what the chat draws first (`Chat.tsx`, `Composer.tsx`), which a browser test holds. An agent that
 * takes no messages, and one with a design that a script applies, begin with nothing instead of something
 * wrong.
 */
export function chatFirstView({ agent, mode, poweredBy }: ChatFirstView): Html | null {
  if (agent.closed !== null || agent.design) return null;
  const text = (key: string, values: Record<string, string> = {}): string =>
    (agent.texts[key] ?? key).replace(
      /\{\{(\w+)\}\}/g,
      (whole, name: string) => ({ name: agent.name, ...values })[name] ?? whole,
    );
  const send = text('composer.send');
  const footer = [
    agent.footer.text !== '' &&
      html`<div class="cw-prose" dir="auto"><p class="cw-plain">${agent.footer.text.replace(/\s?\[\d{1,2}\]/g, '')}</p></div>`,
    poweredBy &&
      agent.footer.showBrand &&
      (poweredBy.url === null
        ? html`<span>${text('footer.powered', { product: poweredBy.product })}</span>`
        : html`<a href="${poweredBy.url}" target="_blank" rel="noopener">${text('footer.powered', { product: poweredBy.product })}</a>`),
  ].filter((part) => typeof part === 'object' && part !== null);
  const icon = html`<svg class="cw-icon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true"><path d="${sendIconPaths[agent.appearance.sendIcon]}"/></svg>`;
  const area = html`<textarea rows="1" dir="auto" maxlength="4000" aria-label="${text('composer.label')}" placeholder="${agent.placeholder || text('composer.placeholder')}" autocomplete="off" enterkeyhint="send"></textarea>`;
  const button = html`<button type="submit" class="cw-button cw-send" aria-label="${send}" title="${send}" disabled>${icon}</button>`;
  const form = html`<form class="cw-input"><div class="cw-field">${area}${button}</div></form>`;
  const bottom = html`<div class="cw-bottom">${form}${footer.length > 0 && html`<footer class="cw-footer">${footer}</footer>`}</div>`;
  const role = mode !== 'page' && html` role="dialog" aria-label="${text('launcher.title')}"`;
  const main = html`<main class="cw-main" aria-label="${agent.name}"><div class="cw-view"></div>${bottom}</main>`;
  return html`<div class="cw-container cw-${mode} cw-empty" lang="${agent.language}"${role}><header class="cw-header"></header>${main}</div>`;
}
