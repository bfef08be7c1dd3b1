import { inkOn, mix } from '../brand-colors.ts';
import { contrast, luminance, readableOn } from '../readable-color.ts';
import type { PageTheme } from './page-settings.ts';

/** The colours of a ground: what stands on it can be read, whatever the owner chose. */
type Ground = {
  bg: string;
  text: string;
  muted: string;
  line: string;
  /** Of links and small marks. */
  ink: string;
  button: string;
  onButton: string;
  surface: string;
};

const inter = 'Inter Variable,Inter Fallback,Inter Fallback Roboto,system-ui,sans-serif';
const fonts: Record<PageTheme['font'], [body: string, display: string]> = {
  sans: [inter, inter],
  serif: [inter, 'Fraunces Variable,Fraunces Fallback,Fraunces Fallback Noto,Fraunces Fallback Times,serif'],
  rounded: [`ui-rounded,SF Pro Rounded,Nunito,${inter}`, `ui-rounded,SF Pro Rounded,Nunito,${inter}`],
  mono: [inter, 'ui-monospace,SFMono-Regular,Menlo,Consolas,monospace'],
};
const isLight = (color: string): boolean => luminance(color) > 0.4;
/** The colour, moved until it can be read as text on the ground. */
const readable = (color: string, ground: string): string =>
  inkOn(color, ground, isLight(ground) ? '#000000' : '#ffffff');

function groundOf(bg: string, text: string, primary: string, surface: string): Ground {
  // A mark must be told from the surface of cards as well as from the ground they lie on.
  const worse = contrast(primary, surface) < contrast(primary, bg) ? surface : bg;
  const button =
    contrast(primary, bg) >= 1.6 ? primary : mix(primary, isLight(bg) ? '#000000' : '#ffffff', 0.35);
  return {
    bg,
    text,
    muted: readable(readable(mix(text, bg, 0.32), bg), surface),
    line: mix(bg, text, 0.14),
    ink: readable(readable(primary, worse), bg),
    button,
    onButton: readableOn(button),
    surface,
  };
}

function solidGround(bg: string): Ground {
  const text = readableOn(bg);
  return {
    bg,
    text,
    muted: text,
    line: mix(bg, text, 0.3),
    ink: text,
    button: text,
    onButton: contrast(bg, text) >= 4.5 ? bg : readableOn(text),
    surface: bg,
  };
}

function grounds({ primary, background, text }: PageTheme, isDark: boolean): Record<string, Ground> {
  const bg = isDark ? mix('#0c1110', primary, 0.05) : background;
  const ink = isDark ? '#e9f1ee' : text;
  const surface = isLight(bg) ? mix(bg, '#ffffff', 0.7) : mix(bg, '#ffffff', 0.05);
  const tint = mix(bg, primary, isDark ? 0.08 : 0.07);
  const deep = isDark ? mix('#050807', primary, 0.1) : mix('#10161a', primary, 0.14);
  return {
    plain: groundOf(bg, ink, primary, surface),
    tint: groundOf(tint, ink, primary, surface),
    brand: solidGround(primary),
    deep: groundOf(deep, '#f2f7f5', primary, mix(deep, '#ffffff', 0.06)),
  };
}

const variables = (ground: Ground, { accent }: PageTheme): string => {
  const mark = contrast(accent, ground.surface) >= 1.3 ? accent : readable(accent, ground.surface);
  return (
    `--bg:${ground.bg};--text:${ground.text};--muted:${ground.muted};--line:${ground.line};--ink:${ground.ink};` +
    `--button:${ground.button};--on-button:${ground.onButton};--surface:${ground.surface};` +
    `--accent:${mark};--on-accent:${readableOn(mark)}`
  );
};

function rules(theme: PageTheme, isDark: boolean, scope: string): string {
  const all = Object.entries(grounds(theme, isDark)).map(
    ([name, ground]) =>
      `${scope}${name === 'plain' ? `,${scope} .lp-plain:not(.lp-columns *)` : ` .lp-${name}`}{${variables(ground, theme)}}`,
  );
  return `${scope}{color-scheme:${isDark ? 'dark' : 'light'}}${all.join('')}`;
}

/**
 * The look of a page as style rules without quotation marks; the page's policy names their hash. Colours were checked to
 * be `#rrggbb`. `shown` overrules the theme's own mode, for looking at a page while it is built.
 */
export function themeCss(theme: PageTheme, shown: PageTheme['mode'] = theme.mode): string {
  const [body, display] = fonts[theme.font];
  const base = `.lp-page{--radius:${theme.radius}px;--font:${body};--display:${display}}`;
  if (shown !== 'auto') return base + rules(theme, shown === 'dark', '.lp-page');
  return `${base}${rules(theme, false, '.lp-page')}@media (prefers-color-scheme:dark){${rules(theme, true, '.lp-page')}}`;
}

/** What of a look can hardly be read: pairs of colours below 4.5 : 1, with what they come to. */
export function weakContrasts(theme: PageTheme): { pair: 'text' | 'button'; ratio: number }[] {
  const text = contrast(theme.text, theme.background);
  const button = contrast(theme.primary, theme.background);
  return [
    ...(text < 4.5 ? [{ pair: 'text' as const, ratio: text }] : []),
    ...(button < 1.6 ? [{ pair: 'button' as const, ratio: button }] : []),
  ];
}
