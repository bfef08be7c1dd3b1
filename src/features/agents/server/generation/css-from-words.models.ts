import { longestCss } from '#shared/custom-css/custom-css.ts';
import { plainText } from '#shared/text/plain-text.ts';
import { readableOn } from '#shared/readable-color.ts';

/** Words of a wish are compared without accents, in small letters. */
const words = (list: string): RegExp =>
  new RegExp(
    `(?<![a-z])(?:${list
      .trim()
      .split(/\s+/)
      .map((word) => word.replaceAll('_', '[ -]'))
      .join('|')})`,
  );

/** Colours by the beginnings of their names in English, Dutch, Spanish, Portuguese, French and Czech. */
const colors: readonly [hex: string, names: RegExp][] = (
  [
    ['#0f766e', 'teal turquoise turkoois turquesa tyrkys petrol'],
    [
      '#1e3a8a',
      'navy marineblauw donkerblauw azul_marino azul_escuro azul-marinho marinho bleu_marine bleu_fonce tmave_modr dark_blue',
    ],
    ['#dc2626', 'red(?![a-z]) rood rode rojo roja vermelh rouge cerven'],
    ['#2563eb', 'blue blauw azul bleu modr'],
    ['#15803d', 'green groen verde vert(?![a-z]) verte zelen'],
    ['#eab308', 'yellow geel gele amarill amarel jaune zlut'],
    ['#ea580c', 'orange oranje naranj laranj oranz'],
    ['#7c3aed', 'purple violet lila paars morad violeta rox(?:o|a) fialov'],
    ['#db2777', 'pink roze rosa rose(?![a-z]) ruzov'],
    ['#7c4a21', 'brown bruin marron castanh brun(?![a-z]) hned'],
    ['#b8860b', 'gold goud gouden dorad dourad dore(?![a-z]) zlat'],
    ['#b45309', 'amber terracotta terracota rust roest'],
    ['#d6c7a8', 'beige cream creme crema kremov bezov'],
    ['#111827', 'black zwart negr pret(?:o|a) noir cern'],
    ['#ffffff', 'white wit(?![a-z]) witte blanc bil(?:a|e|y|ou)(?![a-z]) branc'],
    ['#6b7280', 'grey gray grijs gris cinz sed(?:a|e|y|iv)'],
  ] as const
).map(([hex, names]) => [hex, words(names)]);

const warm = words('warm cosy cozy gezellig calid acolhed quente chaud chaleur tepl hrejiv');
const cool = words(
  'cool cold fresh koel fris(?![a-z]) frisse fri(?:o|a) fresc froid frais fraich chladn svez',
);

const targets = {
  header: words(
    'header top_bar kop(?![a-z]) koptekst kopbalk bovenbalk cabecera encabezad cabecalh topo en-tete entete en_tete hlavic zahlav',
  ),
  background: words('background achtergrond fondo fundo fond(?![a-z]) arriere-plan arriere_plan pozadi'),
  button: words('button knop boton botao botoes bouton tlacit'),
  bubble: words(
    'bubble ballon tekstballon bericht burbuja mensaje mensag bolha balao bulle bublin zprav my_message visitor',
  ),
  text: words('text letter texto lettr pism tekst'),
};

type Look = { [target in keyof typeof targets]?: boolean } & {
  wish: string;
  color: string | null;
  brand: string;
};

const dark = words('dark donker oscur escur sombre fonc tmav');
const container = (...lines: string[]): string =>
  `.cw-container {\n${lines.map((line) => `  ${line};`).join('\n')}\n}`;
const brandOf = (color: string): string =>
  container(
    `--cw-brand: ${color}`,
    `--cw-on-brand: ${readableOn(color)}`,
    `--cw-ink: light-dark(color-mix(in oklab, ${color} 55%, black), color-mix(in oklab, ${color} 45%, white))`,
  );
const headerOf = (color: string): string => {
  const ink = readableOn(color);
  return `.cw-header {\n  background: ${color};\n  color: ${ink};\n  border-bottom-color: transparent;\n}\n\n.cw-header p,\n.cw-header .cw-button {\n  color: ${ink};\n}\n\n.cw-header .cw-button:hover {\n  background: color-mix(in oklab, ${ink} 16%, transparent);\n}`;
};
const surfaceOf = (color: string): string =>
  container(
    `--cw-surface: light-dark(color-mix(in oklab, ${color} 9%, white), color-mix(in oklab, ${color} 14%, #0d1110))`,
    `--cw-raised: light-dark(color-mix(in oklab, ${color} 4%, white), color-mix(in oklab, ${color} 20%, #0d1110))`,
  );

/**
 * One thing that can be wished for: the words for it, what must not stand beside them, and the rules that do
 * it.
 */
type StyleRequest = {
  words: RegExp;
  not?: RegExp;
  rules: (look: Look) => string;
};

const sizes = {
  bigger: words(
    'big large larger enlarg groter grote(?![a-z]) grande mayor maior aument grand gros(?![a-z]) grosse agrand vetsi velk zvets',
  ),
  smaller: words(
    'small tiny little kleiner klein(?![a-z]) kleine pequen menor chic petit(?![a-z]) petite plus_petit mensi mal(?:a|e|y)(?![a-z]) zmens',
  ),
};
const no = words('no(?![a-z]) without geen zonder sin(?![a-z]) sem(?![a-z]) sans bez(?![a-z]) remove hide');

const wishes: readonly StyleRequest[] = [
  {
    words: words(
      'round soft rond(?![a-z]) ronder ronde(?![a-z]) afgerond zacht redond suav arredond arrond zaobl kulat oblej mekc jemn',
    ),
    rules: () =>
      '.cw-user-message .cw-bubble {\n  border-radius: 24px;\n}\n\n.cw-button {\n  border-radius: 999px;\n}\n\n.cw-field {\n  border-radius: 28px;\n}',
  },
  {
    words: words(
      'square sharp angular straight_corner hoekig vierkant rechte_hoek strak cuadrad angul esquinas_recta quadrad cantos_reto carre(?![a-z]) carree anguleu angles_droit hranat ostr ctverc',
    ),
    rules: () => '.cw-user-message .cw-bubble,\n.cw-field,\n.cw-button {\n  border-radius: 2px;\n}',
  },
  {
    words: words('shadow depth schaduw diepte sombra profundidad ombre profondeur stin hloubk'),
    not: no,
    rules: () =>
      '.cw-user-message .cw-bubble,\n.cw-field {\n  box-shadow: 0 4px 18px rgb(0 0 0 / 0.14);\n}\n\n.cw-header {\n  box-shadow: 0 2px 12px rgb(0 0 0 / 0.08);\n}',
  },
  {
    words: words(
      'flat(?![a-z]) minimal vlak(?![a-z]) plano plat(?![a-z]) ploch simple simpel sober sencill simples jednoduch',
    ),
    rules: () =>
      '.cw-user-message .cw-bubble,\n.cw-field,\n.cw-header {\n  box-shadow: none;\n}\n\n.cw-header {\n  border-bottom-color: transparent;\n}',
  },
  {
    words: sizes.bigger,
    not: words('space spacing ruimte espacio espaco mezer'),
    rules: ({ header, button }) =>
      header
        ? '.cw-header h1 {\n  font-size: 20px;\n}'
        : button
          ? '.cw-button {\n  font-size: 16px;\n}'
          : '.cw-messages,\n.cw-input textarea,\n.cw-messages .cw-button {\n  font-size: 18px;\n}',
  },
  {
    words: sizes.smaller,
    rules: ({ header }) =>
      header
        ? '.cw-header h1 {\n  font-size: 14px;\n}'
        : '.cw-messages,\n.cw-messages .cw-button {\n  font-size: 14px;\n}',
  },
  {
    words: words('bold heavier vet(?![a-z]) vette vetgedrukt negrit gras(?![a-z]) grasse tucn'),
    rules: ({ header }) =>
      header ? '.cw-header h1 {\n  font-weight: 800;\n}' : '.cw-messages {\n  font-weight: 600;\n}',
  },
  {
    words: words(
      'serif classic elegant bookish schreef klassiek clasic elegan classi empattement patkov klasick literar',
    ),
    not: words('sans sem_serif schreefloos sin_serif bezpatk'),
    rules: () => container("--cw-font: Georgia, 'Iowan Old Style', 'Times New Roman', serif"),
  },
  {
    words: words('sans-serif sans_serif modern schreefloos sin_serif sem_serif bezpatk clean strakke'),
    rules: () => container("--cw-font: system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"),
  },
  {
    words: words(
      'monospac typewriter terminal schrijfmachine maquina_de_escri machine_a_ecrire strojopis psaci_stroj',
    ),
    rules: () => container('--cw-font: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace'),
  },
  {
    words: words(
      'compact dense dens(?:o|a) tight less_space dicht(?![a-z]) dichter serre(?![a-z]) moins_d.espace menos_espacio menos_espac kompakt hust tesn mene_mist',
    ),
    rules: () =>
      '.cw-messages > div {\n  gap: 10px;\n  padding-top: 12px;\n}\n\n.cw-header {\n  min-height: 52px;\n  padding-top: 6px;\n  padding-bottom: 6px;\n}\n\n.cw-messages {\n  line-height: 1.45;\n}',
  },
  {
    words: words(
      'airy spacious roomy more_space more_room breath luchtig ruim(?![a-z]) ruimer ruime(?![a-z]) espacios mas_espacio amplio arejad espacos mais_espac aere(?![a-z]) aeree plus_d.espace espace(?![a-z]) vzdusn prostorn vic_mist',
    ),
    rules: () =>
      '.cw-messages > div {\n  gap: 32px;\n  padding-top: 36px;\n}\n\n.cw-messages {\n  line-height: 1.75;\n}\n\n.cw-header {\n  min-height: 84px;\n}',
  },
  {
    words: words(
      'border outline framed rand(?![a-z]) randen kader omlijn borde contorn borda bordure bord(?![a-z]) cadre(?![a-z]) contour oramov ohranic okraj ramec',
    ),
    rules: (look) =>
      no.test(look.wish)
        ? '.cw-header,\n.cw-field,\n.cw-button {\n  border-color: transparent;\n}'
        : '.cw-assistant-message > div:last-child {\n  padding: 12px 16px;\n  border: 1px solid var(--cw-line);\n  border-radius: 16px;\n}\n\n.cw-user-message .cw-bubble {\n  border: 1px solid color-mix(in oklab, var(--cw-brand) 70%, black);\n}',
  },
  {
    words: words('bubble tekstballon spraakballon burbuja bolha balao baloes bulle bublin'),
    rules: (look) =>
      look.color
        ? ''
        : '.cw-assistant-message > div:last-child {\n  padding: 12px 16px;\n  border-radius: 18px 18px 18px 4px;\n  background: var(--cw-sunken);\n}',
  },
  {
    words: words('gradient verloop degradad degrade prechod'),
    rules: (look) =>
      `${headerOf(look.color ?? look.brand)}\n\n.cw-header {\n  background: linear-gradient(120deg, ${look.color ?? look.brand}, color-mix(in oklab, ${look.color ?? look.brand} 78%, ${readableOn(look.color ?? look.brand) === '#ffffff' ? 'black' : 'white'}));\n}`,
  },
  {
    words: words('avatar portrait photo foto'),
    rules: (look) =>
      no.test(look.wish) ? '.cw-assistant-message > span:first-child {\n  display: none;\n}' : '',
  },
];

function rulesOf(clause: string, brand: string): string[] {
  const named =
    /#[0-9a-f]{6}(?![0-9a-f])/.exec(clause)?.[0] ??
    colors.find(([, names]) => names.test(clause))?.[0] ??
    null;
  const look: Look = { wish: clause, color: named, brand };
  for (const [target, names] of Object.entries(targets))
    if (names.test(clause)) look[target as keyof typeof targets] = true;
  const rules: string[] = [];
  const isGradient = wishes.some((wish) => wish.words.test(clause) && wish.words.source.includes('gradient'));
  if (look.header && !isGradient && (named || dark.test(clause))) rules.push(headerOf(named ?? '#111827'));
  else if (
    look.header &&
    !isGradient &&
    /(?<![a-z])(brand|merk|marca|marque|znack|colou?r|kleur|cor(?![a-z])|couleur|barv)/.test(clause)
  )
    rules.push(headerOf(brand));
  else if (named && look.background) rules.push(surfaceOf(named));
  else if (named && look.bubble)
    rules.push(`.cw-user-message .cw-bubble {\n  background: ${named};\n  color: ${readableOn(named)};\n}`);
  else if (named && look.button)
    rules.push(
      `.cw-messages .cw-button,\n.cw-input .cw-button {\n  background: ${named};\n  color: ${readableOn(named)};\n}`,
    );
  else if (named && look.text && named !== '#ffffff')
    rules.push(
      container(
        `--cw-text: light-dark(color-mix(in oklab, ${named} 55%, black), color-mix(in oklab, ${named} 25%, white))`,
      ),
    );
  else if (named && !isGradient) rules.push(brandOf(named));
  else if (warm.test(clause)) rules.push(surfaceOf('#c2762b'), brandOf('#b45309'));
  else if (cool.test(clause)) rules.push(surfaceOf('#3b82a6'), brandOf('#0e7490'));
  for (const wish of wishes)
    if (wish.words.test(clause) && !wish.not?.test(clause)) rules.push(wish.rules(look));
  return rules.filter((rule) => rule !== '');
}

/**
 * CSS for a wish in everyday words of the six languages, behind what is there already (`code`, without
 * problems). Null when no part of the wish is understood. Every colour comes with a readable one on it.
 */
export function cssWithWish(code: string, wish: string, brand: string): string | null {
  const clauses = plainText(wish)
    .split(/[,;.!?\n]+|\s(?:and|en|y|e|et|a|plus|with|met|con|com|avec|s)\s/)
    .map((clause) => clause.trim());
  const rules = [...new Set(clauses.flatMap((clause) => rulesOf(clause, brand)))];
  if (rules.length === 0) return null;
  const base = code.trim();
  const added = rules.join('\n\n');
  const whole = base === '' ? added : `${base}\n\n${added}`;
  return `${new TextEncoder().encode(whole).length > longestCss ? added : whole}\n`;
}
