/** Class names of the chat's parts that owners may style; they stay the same in every version. */
export const cssSelectors = {
  container: '.cw-container',
  header: '.cw-header',
  messages: '.cw-messages',
  message: '.cw-message',
  userMessage: '.cw-user-message',
  assistantMessage: '.cw-assistant-message',
  input: '.cw-input',
  footer: '.cw-footer',
  button: '.cw-button',
} as const;

/** Variables of the chat that owners may set on its container; they stay the same in every version. */
export const cssTokens = {
  brand: '--cw-brand',
  onBrand: '--cw-on-brand',
  ink: '--cw-ink',
  surface: '--cw-surface',
  raised: '--cw-raised',
  sunken: '--cw-sunken',
  line: '--cw-line',
  edge: '--cw-edge',
  text: '--cw-text',
  muted: '--cw-muted',
  font: '--cw-font',
  gutter: '--cw-gutter',
} as const;
