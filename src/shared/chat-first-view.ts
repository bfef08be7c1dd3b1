import { escapeHtml } from './escape-html.ts';
import { sendIconPaths } from './send-icon-paths.ts';

/** What of the boot data the first view is made of. */
export type ChatFirstView = {
  agent: {
    name: string;
    language: string;
    appearance: { sendIcon: keyof typeof sendIconPaths };
    placeholder: string;
    footerText: string;
    showBrand: boolean;
    closed: string | null;
    design?: object | undefined;
    texts: Partial<Record<string, string>>;
  };
  mode: 'embed' | 'page' | 'preview';
  poweredBy?: { product: string; url: string } | null | undefined;
};

/**
 * The chat's frame with its composer as HTML, so that a visitor can begin to write as soon as page and style are there. The
 * chat's script takes these very elements over, with the text, the caret and the focus that they have by then.
 *
 * They are what the chat draws first (`Chat.tsx`, `Composer.tsx`), which a browser test holds. An agent that takes no
 * messages, and one with a design that a script applies, begin with nothing instead of something wrong.
 */
export function chatFirstView({ agent, mode, poweredBy }: ChatFirstView): string {
  if (agent.closed !== null || agent.design) return '';
  const text = (key: string, values: Record<string, string> = {}) => escapeHtml((agent.texts[key] ?? key).replace(/\{\{(\w+)\}\}/g, (whole, name: string) => ({ name: agent.name, ...values })[name] ?? whole));
  const role = mode === 'page' ? '' : ` role="dialog" aria-label="${text('launcher.title')}"`;
  const footer = [
    agent.footerText && `<div class="cw-prose"><p class="cw-plain">${escapeHtml(agent.footerText.replace(/\s?\[\d{1,2}\]/g, ''))}</p></div>`,
    poweredBy && agent.showBrand && `<a href="${escapeHtml(poweredBy.url)}" target="_blank" rel="noopener">${text('footer.powered', { product: poweredBy.product })}</a>`,
  ].filter(Boolean);
  return `<div class="cw-container cw-${mode} cw-empty" lang="${escapeHtml(agent.language)}"${role}><header class="cw-header"></header><main class="cw-main" aria-label="${escapeHtml(agent.name)}"><div class="cw-view"></div><div class="cw-bottom"><form class="cw-input"><div class="cw-field"><textarea rows="1" maxlength="4000" aria-label="${text('composer.label')}" placeholder="${escapeHtml(agent.placeholder) || text('composer.placeholder')}" autocomplete="off" enterkeyhint="send"></textarea><button type="submit" class="cw-button cw-send" aria-label="${text('composer.send')}" title="${text('composer.send')}" disabled><svg class="cw-icon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true"><path d="${sendIconPaths[agent.appearance.sendIcon]}"/></svg></button></div></form>${footer.length > 0 ? `<footer class="cw-footer">${footer.join('')}</footer>` : ''}</div></main></div>`;
}
