import type { ToolHandler } from './registry.ts';
import { warn } from './warn.ts';
import { agentOf, mountAgent, type AgentOptions } from './wrapper.ts';

/** Takes a property that was set before the browser knew the element, so that the element's own is there. */
function setBefore<Value>(element: object, name: string): Value | undefined {
  const own = Object.getOwnPropertyDescriptor(element, name)?.value as Value | undefined;
  Reflect.deleteProperty(element, name);
  return own;
}

/**
 * `<chatelier-agent number="123" mode="inline">` for any framework and for none. Its events are the agent's
 * own (`message`, `lead` …), as events of the element with the value in `detail`. `variables` and `token` may
 * change at any time; variables are JSON in the attribute, and an object in the property, which frameworks set.
 */
class ChatelierAgentElement extends HTMLElement {
  static observedAttributes = ['number', 'mode', 'origin', 'variables', 'token'];
  leave: (() => void) | null = null;
  /** What the agent may call in this page, by name; set before the element is placed. */
  tools: Record<string, ToolHandler> | undefined = setBefore(this, 'tools');
  isPlaced = false;
  options: AgentOptions = { number: 0, variables: setBefore(this, 'variables') };

  get variables(): Record<string, unknown> | undefined {
    return this.options.variables;
  }
  set variables(variables: Record<string, unknown> | undefined) {
    this.options.variables = variables;
    if (this.leave && variables) agentOf(this.options.number)?.setVariables(variables);
  }

  connectedCallback(): void {
    this.isPlaced = true;
    const given = (name: string) => this.getAttribute(name) ?? undefined;
    const text = given('number');
    const number = Number(text);
    // Frameworks may set the number after the element is placed.
    if (this.leave || text === undefined) return;
    if (!Number.isInteger(number) || number <= 0) return warn(`"${text}" is no agent's number.`);
    const mode = given('mode');
    if (mode === 'inline' && !this.style.display) this.style.display = 'block';
    Object.assign(this.options, {
      number,
      mode,
      origin: given('origin'),
      delay: this.hasAttribute('delay') ? Number(given('delay')) : undefined,
      tools: this.tools,
    });
    this.leave = mountAgent(this.options, this, (event, value) =>
      this.dispatchEvent(new CustomEvent(event, { detail: value })),
    );
  }

  disconnectedCallback(): void {
    this.isPlaced = false;
    this.leave?.();
    this.leave = null;
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after) return;
    if (name === 'token') {
      this.options.identity = after ? { token: after } : undefined;
      if (this.leave && after) agentOf(this.options.number)?.identify({ token: after });
    } else if (name === 'variables') {
      try {
        this.variables = after ? (JSON.parse(after) as Record<string, unknown>) : undefined;
      } catch {
        warn(
          `variables="${after}" is no JSON. Write {"plan":"pro"}, or set an object as a property (in Vue: :variables.prop).`,
        );
      }
    } else if (this.isPlaced) {
      this.disconnectedCallback();
      this.connectedCallback();
    }
  }
}

if (!customElements.get('chatelier-agent')) customElements.define('chatelier-agent', ChatelierAgentElement);
