import type { ToolHandler } from './registry.ts';
import { warn } from './warn.ts';
import { mountAgent } from './wrapper.ts';

/**
 * `<chatelier-agent number="123" mode="inline">` for any framework and for none. Its events are the agent's
 * own (`message`, `lead` …), as events of the element with the value in `detail`.
 */
class ChatelierAgentElement extends HTMLElement {
  static observedAttributes = ['number', 'mode', 'origin'];
  leave: (() => void) | null = null;
  /** What the agent may call in this page, by name; set before the element is placed. */
  tools: Record<string, ToolHandler> | undefined;
  isPlaced = false;

  connectedCallback(): void {
    this.isPlaced = true;
    const text = this.getAttribute('number');
    const number = Number(text);
    // Frameworks may set the number after the element is placed.
    if (this.leave || text === null) return;
    if (!Number.isInteger(number) || number <= 0) return warn(`"${text}" is no agent's number.`);
    const given = (name: string) => this.getAttribute(name) ?? undefined;
    const mode = given('mode');
    const variables = given('variables');
    const token = given('token');
    if (mode === 'inline' && !this.style.display) this.style.display = 'block';
    this.leave = mountAgent(
      {
        number,
        mode,
        origin: given('origin'),
        delay: this.hasAttribute('delay') ? Number(given('delay')) : undefined,
        variables: variables ? (JSON.parse(variables) as Record<string, unknown>) : undefined,
        identity: token ? { token } : undefined,
        tools: this.tools,
      },
      this,
      (event, value) => this.dispatchEvent(new CustomEvent(event, { detail: value })),
    );
  }

  disconnectedCallback(): void {
    this.isPlaced = false;
    this.leave?.();
    this.leave = null;
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (!this.isPlaced || before === after) return;
    this.disconnectedCallback();
    this.connectedCallback();
  }
}

if (!customElements.get('chatelier-agent')) customElements.define('chatelier-agent', ChatelierAgentElement);
