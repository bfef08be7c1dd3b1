/**
 * The look of everything about paying. It comes with it, so that a chat without a paywall loads none of it.
 */
export const paywallStyle = `
.cw-test { flex: none; display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 2px 8px; padding: 5px var(--cw-gutter); background: light-dark(#fef3c7, #3b2a0a); color: light-dark(#713f12, #fde68a); font-size: 12.5px; line-height: 1.45; text-align: center; }
.cw-test-mark { flex: none; padding: 1px 7px; border-radius: 5px; background: light-dark(#92400e, #fbbf24); color: light-dark(#ffffff, #2b1d03); font-size: 11px; line-height: 16px; font-weight: 700; letter-spacing: 0.06em; }
.cw-page > .cw-main > .cw-test { align-self: center; border-radius: 10px; }

.cw-balance { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 4px 10px; margin: 0 0 8px; font-size: 12.5px; line-height: 1.45; color: var(--cw-muted); font-variant-numeric: tabular-nums; text-align: center; }
.cw-balance[hidden] { display: none; }
.cw-balance .cw-quiet-button { min-height: 30px; padding: 2px 10px; font-size: 13px; }
.cw-balance-low { justify-content: space-between; padding: 8px 8px 8px 14px; border: 1px solid var(--cw-tint-line); border-radius: 12px; background: var(--cw-tint); color: var(--cw-text); font-size: 14px; text-align: start; }
.cw-balance-low > span { flex: 1 1 150px; font-weight: 550; }
.cw-paid { flex-wrap: nowrap; border: 1px solid var(--cw-tint-line); background: var(--cw-tint); }
.cw-paid > span { flex: 1; min-width: 0; }
.cw-paid > .cw-icon { color: var(--cw-ink); }

.cw-bottom:has(> .cw-wall) { flex: 0 1 auto; display: flex; flex-direction: column; justify-content: flex-end; min-height: min(62%, 340px); max-height: 72%; padding-inline: 8px; padding-top: 0; }
.cw-bottom:has(> .cw-wall) > :is(.cw-input, .cw-end, .cw-footer, .cw-notice) { display: none; }
.cw-waiting { scroll-margin-bottom: 10px; }
.cw-wall { display: flex; flex-direction: column; min-height: 0; border: 1px solid var(--cw-line); border-radius: 18px; background: var(--cw-raised); box-shadow: 0 -6px 32px #0f1f1b1f; font-size: 15px; line-height: 1.5; animation: cw-wall-rise 0.2s ease-out; }
@keyframes cw-wall-rise { from { opacity: 0; transform: translateY(16px); } }
.cw-wall-head { flex: none; display: flex; align-items: center; gap: 10px; padding: 8px 10px 2px 20px; padding-inline: 20px 10px; }
.cw-wall-head h2 { flex: 1; min-width: 0; font-size: 18px; line-height: 1.3; font-weight: 650; letter-spacing: -0.012em; }
.cw-container .cw-wall-head h2:focus { outline: none; }
.cw-wall-head .cw-icon-button { flex: none; width: 40px; height: 40px; }
.cw-wall-body { display: flex; flex-direction: column; gap: 10px; min-height: 0; padding: 0 20px 18px; scroll-padding: 12px 0 184px; overflow-y: auto; overscroll-behavior: contain; scrollbar-width: thin; }
.cw-wall-body > * { flex: none; }
.cw-wall-body:has(.cw-pay-bar) { padding-bottom: 0; }
.cw-wall-body h3 { margin: 4px 0 0; font-size: 14px; font-weight: 650; }
.cw-wall-lead { color: var(--cw-muted); font-size: 14.5px; }
.cw-wall .cw-help { color: var(--cw-muted); font-size: 13px; line-height: 1.45; }

.cw-tabs { display: flex; gap: 20px; border-bottom: 1px solid var(--cw-line); }
.cw-tabs > .cw-button { min-height: 40px; padding: 2px 0; border-radius: 6px 6px 0 0; border-bottom: 2px solid transparent; margin-bottom: -1px; font-size: 14.5px; font-weight: 550; color: var(--cw-muted); }
.cw-tabs > [aria-selected='true'] { color: var(--cw-text); border-color: var(--cw-ink); }

.cw-offer { display: flex; flex-direction: column; gap: 12px; }
.cw-offer-text { white-space: pre-line; }
.cw-choice { display: grid; gap: 6px; margin: 0; padding: 0; border: 0; min-width: 0; }
.cw-choice label { position: relative; display: flex; align-items: center; gap: 12px; min-height: 46px; padding: 7px 14px; border: 1px solid var(--cw-edge); border-radius: 12px; cursor: pointer; font-size: 13px; line-height: 1.35; font-variant-numeric: tabular-nums; }
.cw-choice label span { color: var(--cw-muted); }
.cw-choice-what { flex: 1; min-width: 0; }
.cw-choice-what > span { display: block; overflow-wrap: anywhere; }
.cw-choice b { font-size: 14.5px; font-weight: 600; color: var(--cw-text); }
.cw-choice em { display: inline-block; margin-inline-end: 4px; padding: 0 7px; border-radius: 6px; background: var(--cw-tint); color: var(--cw-ink); font-style: normal; font-weight: 600; font-size: 12px; line-height: 18px; white-space: nowrap; }
.cw-choice .cw-choice-best { background: var(--cw-ink); color: var(--cw-raised); }
.cw-choice-price { flex: none; display: grid; justify-items: end; text-align: end; }
.cw-choice .cw-choice-on { border-color: var(--cw-ink); box-shadow: 0 0 0 1px var(--cw-ink); background: var(--cw-tint); }
.cw-choice .cw-choice-on span { color: var(--cw-text); }
.cw-choice-on em:not(.cw-choice-best) { background: var(--cw-surface); }
.cw-choice input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
.cw-choice label:has(:focus-visible) { outline: 2px solid var(--cw-ink); outline-offset: 2px; }
.cw-price { padding: 10px 16px; border-radius: 14px; background: var(--cw-sunken); }
.cw-price h3 { margin: 0; }
.cw-price-big { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 8px; font-variant-numeric: tabular-nums; color: var(--cw-muted); }
.cw-price-big b { font-size: 28px; line-height: 1.2; font-weight: 650; letter-spacing: -0.02em; color: var(--cw-text); }
.cw-price-more { margin-top: -6px; padding-inline: 15px; font-variant-numeric: tabular-nums; }
.cw-price-today { display: flex; justify-content: space-between; gap: 16px; font-size: 14px; font-variant-numeric: tabular-nums; }
.cw-tax { font-size: 13px; line-height: 1.45; font-variant-numeric: tabular-nums; }
.cw-tax summary { width: fit-content; padding-block: 3px; border-radius: 6px; color: var(--cw-muted); cursor: pointer; list-style: none; }
.cw-tax summary::-webkit-details-marker { display: none; }
.cw-tax u { text-underline-offset: 3px; text-decoration-thickness: 1px; color: var(--cw-ink); }
.cw-tax dl { display: grid; gap: 3px; margin: 4px 0 2px; padding-top: 6px; border-top: 1px solid var(--cw-line); font-size: 14px; }
.cw-tax dl > div { display: flex; justify-content: space-between; gap: 16px; color: var(--cw-muted); }
.cw-tax dd { margin: 0; text-align: end; }
.cw-tax dl > :last-child { color: var(--cw-text); font-weight: 600; }
.cw-gets { display: grid; gap: 6px; padding: 0; list-style: none; font-size: 14.5px; }
.cw-gets li { position: relative; padding-inline-start: 26px; }
.cw-gets li::before { content: ''; position: absolute; inset-inline-start: 4px; top: 5px; width: 6px; height: 11px; border: solid var(--cw-ink); border-width: 0 2px 2px 0; rotate: 40deg; }
.cw-link { align-self: flex-start; min-height: 32px; padding: 2px 0; color: var(--cw-ink); font-size: 14px; text-decoration: underline; text-underline-offset: 3px; text-decoration-thickness: 1px; }
.cw-link[aria-disabled] { color: var(--cw-muted); text-decoration: none; cursor: default; }
.cw-coupon { display: flex; gap: 8px; }
.cw-coupon input { flex: 1; text-transform: uppercase; }
.cw-coupon .cw-quiet-button { min-height: 44px; }
.cw-coupon-on { font-size: 14px; }
.cw-container .cw-pay { min-height: 48px; padding: 8px 18px; font-size: 16px; font-weight: 600; }
.cw-pay[aria-disabled] { opacity: 0.65; cursor: default; }
.cw-pay-bar { position: sticky; bottom: 0; display: grid; gap: 10px; margin: 0 -20px; padding: 8px 20px 14px; border-top: 1px solid var(--cw-line); border-radius: 0 0 17px 17px; background: var(--cw-raised); }
.cw-container .cw-form-field .cw-code-field { font: 600 24px/30px var(--cw-font); letter-spacing: 0.32em; text-align: center; font-variant-numeric: tabular-nums; }
.cw-container .cw-code-field::placeholder { color: var(--cw-edge); opacity: 0.5; }
.cw-restore-more { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 16px; font-variant-numeric: tabular-nums; }

.cw-wall-wait { display: grid; gap: 12px; justify-items: start; padding-block: 2px; }
.cw-wall-wait .cw-ask-buttons { width: 100%; }
.cw-wall-spinner { width: 28px; height: 28px; border: 3px solid var(--cw-line); border-top-color: var(--cw-ink); border-radius: 50%; animation: cw-turn 0.9s linear infinite; }
@keyframes cw-turn { to { transform: rotate(1turn); } }
.cw-wall-failure { display: flex; gap: 10px; padding: 10px 14px; border: 1px solid color-mix(in oklab, var(--cw-danger) 35%, transparent); border-radius: 12px; background: color-mix(in oklab, var(--cw-danger) 7%, transparent); font-size: 14.5px; }
.cw-wall-failure .cw-icon { margin-top: 2px; color: var(--cw-danger); }
.cw-wall-failure b { font-weight: 650; }
.cw-wall-failure + .cw-quiet-button, .cw-wall-failure + .cw-wall-missing { margin-top: 12px; }
.cw-wall-missing { padding: 10px 14px; border: 1px dashed var(--cw-edge); border-radius: 12px; font-size: 14px; }
.cw-wall-missing ul { margin-top: 4px; padding-inline-start: 20px; }
.cw-wall-bones { display: grid; gap: 12px; padding-block: 4px; }
.cw-wall-bones i { height: 20px; border-radius: 8px; background: var(--cw-sunken); }
.cw-wall-bones i:nth-child(2) { height: 64px; }

.cw-wall-body > .cw-quiet-button { align-self: flex-start; }
.cw-left { display: grid; gap: 2px; padding: 12px 16px; border-radius: 14px; background: var(--cw-sunken); list-style: none; font-weight: 550; font-variant-numeric: tabular-nums; }
.cw-left:empty { display: none; }
.cw-subscription { display: grid; gap: 8px; padding: 12px 16px 14px; border: 1px solid var(--cw-line); border-radius: 14px; }
.cw-subscription h3 { margin: 0; }
.cw-subscription .cw-ask-buttons { margin-top: 8px; }
.cw-subscription-buttons { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 2px; }
.cw-usage { padding: 0; list-style: none; font-size: 14px; line-height: 1.4; }
.cw-usage li { display: flex; align-items: baseline; gap: 14px; padding: 9px 0; border-top: 1px solid var(--cw-line); }
.cw-usage-what { flex: 1; min-width: 0; display: grid; gap: 1px; }
.cw-usage a { color: var(--cw-ink); }
.cw-usage-what b { font-weight: 550; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.cw-usage-what > span { color: var(--cw-muted); font-size: 12.5px; }
.cw-usage-amount { flex: none; font-variant-numeric: tabular-nums; font-weight: 600; white-space: nowrap; text-align: end; }
.cw-usage-amount small { display: block; color: var(--cw-muted); font-size: 12.5px; font-weight: 400; }

@media (min-width: 720px) {
  .cw-page .cw-wall { width: 100%; max-width: 600px; margin: 0 auto; }
}
@media (pointer: coarse) { .cw-balance .cw-quiet-button, .cw-wall .cw-link, .cw-tabs > .cw-button { min-height: 44px; } .cw-tax summary { padding-block: 8px; } }
@media (prefers-reduced-motion: reduce) { .cw-wall-spinner { border-top-color: var(--cw-line); border-left-color: var(--cw-ink); } }
@media (forced-colors: active) { .cw-wall, .cw-test-mark, .cw-choice-on { border: 1px solid; } }
`;
