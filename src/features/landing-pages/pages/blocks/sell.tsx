import { create } from 'qrcode';
import { formatPrice } from '#shared/money/money.ts';
import type { PageAgent, PageOffer } from '#shared/landing-pages/page-facts.ts';
import { AgentPlace, agentOf } from './agent-place.tsx';
import { ButtonLink, itemHeading, linkProps, Lines, Missing, Points, Section } from './parts.tsx';
import type { BlockProps, PageScene } from './scene.ts';

/** The agent: in the page, as a button in the corner, or as high as the screen. */
export function AgentBlock({ id, values, scene }: BlockProps<'agent'>) {
  const { display, title, text, ground, anchor, size } = values;
  const number = values.agent || scene.agent;
  if (display === 'bubble') return <Bubble number={number} scene={scene} />;
  return (
    <Section name="agent" id={id} ground={ground} anchor={anchor} title={title} text={text}>
      <AgentPlace block={id} number={number} size={display === 'page' ? 'page' : size} scene={scene} />
    </Section>
  );
}

/** Nothing in the flow of the page: the script draws the button. Without scripts a link stands there. */
function Bubble({ number, scene }: { number: number; scene: PageScene }) {
  const agent = agentOf(number, scene);
  if (!agent || !agent.isLive)
    return scene.isEditing ? (
      <Missing scene={scene} hint={scene.text(number === 0 ? 'hint.chooseAgent' : 'hint.agentDeleted')}>
        {scene.text('agent.gone')}
      </Missing>
    ) : null;
  if (scene.isEditing)
    return <p className="lp-marker">{scene.text('agent.bubbleHere', { name: agent.name })}</p>;
  return (
    <div data-lp-bubble={agent.number}>
      <noscript>
        <p className="lp-marker">
          <a href={`/widgets/${agent.number}`}>{scene.text('agent.chatWith', { name: agent.name })}</a>
        </p>
      </noscript>
    </div>
  );
}

/** What an agent sells, at its prices; each button opens the agent's chat at that offer. */
export function OfferBlock({ id, values, scene }: BlockProps<'offer'>) {
  const { ground, anchor, title, text, points, note } = values;
  const number = values.agent || scene.agent;
  const agent = agentOf(number, scene);
  const chosen = agent?.offers.filter((entry) => values.offer === '' || entry.id === values.offer) ?? [];
  return (
    <Section name="offer" id={id} ground={ground} anchor={anchor} title={title} text={text}>
      {agent && agent.isLive && chosen.length > 0 ? (
        <ul className="lp-cards lp-offers">
          {chosen.map((entry) => (
            <OfferCard
              key={entry.id}
              agent={agent}
              offer={entry}
              points={points}
              label={values.label}
              heading={itemHeading(title)}
              scene={scene}
            />
          ))}
        </ul>
      ) : (
        <Missing
          scene={scene}
          hint={scene.text(
            number === 0
              ? 'hint.chooseAgent'
              : !agent
                ? 'hint.agentDeleted'
                : agent.offers.length === 0
                  ? 'hint.noOffers'
                  : agent.isLive
                    ? 'hint.offerGone'
                    : 'hint.publishAgent',
          )}
        >
          {scene.text('offer.gone')}
        </Missing>
      )}
      {note && <p className="lp-note">{note}</p>}
    </Section>
  );
}

type OfferCardProps = {
  agent: PageAgent;
  offer: PageOffer;
  points: string;
  label: string;
  heading: 'h2' | 'h3';
  scene: PageScene;
};

function OfferCard({ agent, offer, points, label, heading: Heading, scene }: OfferCardProps) {
  const { text, language } = scene;
  const per = offer.interval ? text(`offer.per.${offer.interval}`) : '';
  const gives = [
    offer.messages === null ? text('offer.unlimited') : text('offer.messages', { count: offer.messages }),
    ...(offer.days === null ? [] : [text('offer.days', { count: offer.days })]),
    ...(offer.trialDays > 0 ? [text('offer.trial', { count: offer.trialDays })] : []),
  ];
  return (
    <li className={`lp-card lp-price${offer.isRecommended ? ' lp-best' : ''}`}>
      {offer.isRecommended && <p className="lp-badge">{text('offer.recommended')}</p>}
      <Heading>{offer.title || text(`offer.type.${offer.type}`)}</Heading>
      <p className="lp-amount">
        <strong>{formatPrice(offer.total, offer.currency, language)}</strong>
        {per && <span> {per}</span>}
      </p>
      {offer.description && <Lines text={offer.description} />}
      <Points text={[...gives, points].filter((line) => line !== '').join('\n')} />
      <a className="lp-button lp-solid" {...linkProps(buyAddress(agent, offer), scene)}>
        {label || offer.buttonText || text('offer.buy')}
      </a>
    </li>
  );
}

const buyAddress = (agent: PageAgent, offer: PageOffer): string =>
  `/widgets/${agent.number}?offer=${encodeURIComponent(offer.id)}`;

/** Prices that the owner writes themselves. */
export function PricingBlock({ id, values, scene }: BlockProps<'pricing'>) {
  const { ground, anchor, title, text, items, bestLabel } = values;
  const Heading = itemHeading(title);
  return (
    <Section name="pricing" id={id} ground={ground} anchor={anchor} title={title} text={text}>
      <ul className="lp-cards">
        {items.map((item, at) => (
          <li key={at} className={`lp-card lp-price${item.isBest ? ' lp-best' : ''}`}>
            {item.isBest && bestLabel && <p className="lp-badge">{bestLabel}</p>}
            {item.name && <Heading>{item.name}</Heading>}
            {item.price && (
              <p className="lp-amount">
                <strong>{item.price}</strong>
                {item.per && <span> {item.per}</span>}
              </p>
            )}
            {item.text && <Lines text={item.text} />}
            <Points text={item.points} />
            <ButtonLink
              label={item.label}
              href={item.href}
              scene={scene}
              look={item.isBest ? 'solid' : 'quiet'}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** A form of the account, in a frame that is as high as the form. */
export function FormBlock({ id, values, scene }: BlockProps<'form'>) {
  const { ground, anchor, title, text } = values;
  const found = scene.facts.forms[values.form];
  return (
    <Section name="form" id={id} ground={ground} anchor={anchor} title={title} text={text}>
      {found?.isOpen ? (
        scene.isEditing ? (
          <FormSketch name={found.name} scene={scene} />
        ) : (
          <iframe
            className="lp-form"
            // The form has the light of its page, where that is always the same one.
            src={`/forms/${found.publicId}?embed=${scene.mode === 'auto' ? '1' : scene.mode}`}
            title={found.name}
            loading="lazy"
          />
        )
      ) : (
        <Missing
          scene={scene}
          hint={scene.text(
            values.form === '' ? 'hint.chooseForm' : found ? 'hint.openForm' : 'hint.formDeleted',
          )}
        >
          {scene.text('form.gone')}
        </Missing>
      )}
    </Section>
  );
}

/** Where the form will stand, while the page is built. */
function FormSketch({ name, scene }: { name: string; scene: PageScene }) {
  return (
    <div className="lp-form-sketch">
      <p>{scene.text('form.here', { name })}</p>
      <span aria-hidden="true" />
      <span aria-hidden="true" />
      <b aria-hidden="true" />
    </div>
  );
}

const dayMs = 86_400_000;

/** How a language writes a moment; making one takes longer than drawing a page. */
const moments = new Map<string, Intl.DateTimeFormat>();
function momentIn(language: string, moment: Date): string {
  let format = moments.get(language);
  if (!format) {
    format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
    moments.set(language, format);
  }
  return format.format(moment);
}

/** The time until a moment. The server draws it once, the page's script goes on counting. */
export function CountdownBlock({ id, values, scene }: BlockProps<'countdown'>) {
  const { until, over, title, ground, anchor } = values;
  const left = until === '' ? 0 : Date.parse(until) - scene.now.getTime();
  const parts = [
    ['days', Math.floor(left / dayMs)],
    ['hours', Math.floor(left / 3_600_000) % 24],
    ['minutes', Math.floor(left / 60_000) % 60],
    ['seconds', Math.floor(left / 1_000) % 60],
  ] as const;
  return (
    <Section name="countdown" id={id} ground={ground} anchor={anchor} title={title}>
      {until === '' && scene.isEditing ? (
        <p className="lp-marker">{scene.text('hint.chooseMoment')}</p>
      ) : left > 0 ? (
        <div className="lp-countdown" data-lp-until={until}>
          <p className="lp-hidden">
            <time dateTime={until}>{momentIn(scene.language, new Date(until))} UTC</time>
          </p>
          <div className="lp-digits" aria-hidden="true">
            {parts.map(([name, value]) => (
              <span key={name}>
                <b data-lp-part={name}>{String(value).padStart(2, '0')}</b>
                <small>{scene.text(`countdown.${name}`)}</small>
              </span>
            ))}
          </div>
        </div>
      ) : null}
      {until !== '' && (
        <p className="lp-over" hidden={left > 0}>
          {over || scene.text('countdown.over')}
        </p>
      )}
      {until !== '' && left <= 0 && scene.isEditing && (
        <p className="lp-hint">{scene.text('hint.momentPast')}</p>
      )}
      <ButtonLink label={values.label} href={values.href} scene={scene} />
    </Section>
  );
}

/** A code for telephones that leads to a link, or to the page itself. */
export function QrBlock({ id, values, scene }: BlockProps<'qr'>) {
  const { ground, anchor, title, text, href, label } = values;
  const target = absolute(href, scene.url);
  return (
    <Section name="qr" id={id} ground={ground} anchor={anchor} title={title} text={text}>
      <figure className="lp-qr">
        <QrPicture target={target} label={scene.text('qr.label', { target })} />
        {label && <figcaption>{label}</figcaption>}
      </figure>
    </Section>
  );
}

const absolute = (href: string, page: string): string =>
  URL.canParse(href, page) ? new URL(href, page).href : page;

/** Codes that were drawn last: working one out takes as long as drawing all the rest of a page. */
const drawnCodes = new Map<string, { size: number; path: string }>();

function codeOf(target: string): { size: number; path: string } {
  const known = drawnCodes.get(target);
  if (known) return known;
  const { size, data } = create(target, { errorCorrectionLevel: 'M' }).modules;
  let path = '';
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) if (data[y * size + x]) path += `M${x + 4} ${y + 4}h1v1h-1z`;
  if (drawnCodes.size >= 100) drawnCodes.clear();
  drawnCodes.set(target, { size, path });
  return { size, path };
}

function QrPicture({ target, label }: { target: string; label: string }) {
  const { size, path } = codeOf(target);
  return (
    <svg viewBox={`0 0 ${size + 8} ${size + 8}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path fill="#ffffff" d={`M0 0h${size + 8}v${size + 8}h-${size + 8}z`} />
      <path fill="#10201c" d={path} />
    </svg>
  );
}
