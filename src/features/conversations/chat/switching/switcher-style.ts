/**
 * The look of the list of other agents. It comes with the list, so that a chat without others loads none of
 * it.
 */
export const switcherStyle = `
.cw-others { width: min(340px, calc(100% - 24px)); }
.cw-others-title { padding: 10px 12px 6px; font-size: 14px; font-weight: 650; }
.cw-others-now { margin-top: 6px; padding: 10px 12px 6px; border-top: 1px solid var(--cw-line); font-size: 12.5px; color: var(--cw-muted); }
.cw-others .cw-failure { padding: 4px 12px 8px; }
.cw-others > [role='menuitem'] > span:last-child { display: grid; min-width: 0; }
.cw-others b { overflow: hidden; font-weight: 600; text-overflow: ellipsis; white-space: nowrap; }
.cw-others small { display: -webkit-box; overflow: hidden; font-size: 12.5px; line-height: 1.4; color: var(--cw-muted); -webkit-line-clamp: 2; -webkit-box-orient: vertical; }
.cw-others [aria-busy='true'] { opacity: 0.6; }
.cw-face .cw-avatar { width: 36px; height: 36px; font-size: 15px; }
.cw-offer { display: flex; align-items: center; gap: 10px; max-width: 100%; min-height: 44px; padding: 6px 16px 6px 10px; border: 1px solid var(--cw-tint-line); border-radius: 22px; background: var(--cw-raised); font-size: 14.5px; font-weight: 550; text-align: left; }
.cw-offer:hover { border-color: var(--cw-edge); }
`;
