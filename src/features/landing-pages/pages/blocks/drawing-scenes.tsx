import type { ReactNode } from 'react';

const button = 'var(--button)';
const onButton = 'var(--on-button)';
const accent = 'var(--accent)';
const onAccent = 'var(--on-accent)';
const surface = 'var(--surface)';
const line = 'var(--line)';
const muted = 'var(--muted)';
const ink = 'var(--ink)';

/** A card that stands a little above the ground. */
const Card = ({ x, y, w, h, r = 18 }: { x: number; y: number; w: number; h: number; r?: number }) => (
  <>
    <rect x={x} y={y + 6} width={w} height={h} rx={r} fill={line} />
    <rect x={x} y={y} width={w} height={h} rx={r} fill={surface} stroke={line} strokeWidth="2" />
  </>
);
/** A line of words that are too small to be read. */
const Words = ({ x, y, w, color = line }: { x: number; y: number; w: number; color?: string }) => (
  <rect x={x} y={y} width={w} height="12" rx="6" fill={color} />
);
const Ground = () => (
  <path
    d="M60 330C-20 240 40 70 190 50c90-12 130 30 220 32 120 2 160 110 120 210-36 92-150 96-250 98-90 2-170 0-220-60z"
    fill={button}
    opacity="0.14"
  />
);
const Spark = ({ x, y, size = 14 }: { x: number; y: number; size?: number }) => (
  <path
    d={`M${x} ${y - size}q${size * 0.2} ${size * 0.8} ${size} ${size}q${-size * 0.8} ${size * 0.2} ${-size} ${size}q${-size * 0.2} ${-size * 0.8} ${-size} ${-size}q${size * 0.8} ${-size * 0.2} ${size} ${-size}z`}
    fill={accent}
  />
);

/** Larger pictures, each for the story of a page. */
export const scenes: Record<string, ReactNode> = {
  chat: (
    <>
      <Ground />
      <Card x={120} y={52} w={320} h={316} r={26} />
      <rect x={120} y={52} width={320} height={64} rx={26} fill={button} />
      <rect x={120} y={90} width={320} height={26} fill={button} />
      <circle cx={158} cy={84} r={16} fill={onButton} />
      <rect x={186} y={78} width={110} height={12} rx={6} fill={onButton} />
      <rect x={144} y={138} width={190} height={62} rx={18} fill={line} />
      <Words x={162} y={154} w={150} color={muted} />
      <Words x={162} y={174} w={96} color={muted} />
      <rect x={250} y={218} width={166} height={44} rx={18} fill={button} />
      <rect x={270} y={234} width={120} height={12} rx={6} fill={onButton} />
      <rect x={144} y={280} width={112} height={44} rx={18} fill={line} />
      <circle cx={172} cy={302} r={6} fill={muted} />
      <circle cx={196} cy={302} r={6} fill={muted} />
      <circle cx={220} cy={302} r={6} fill={muted} />
      <Spark x={478} y={110} size={26} />
      <Spark x={92} y={286} size={18} />
    </>
  ),
  guide: (
    <>
      <Ground />
      <g transform="rotate(-7 230 220)">
        <Card x={128} y={62} w={220} h={296} r={14} />
        <rect x={128} y={62} width={220} height={296} rx={14} fill={button} />
        <rect x={152} y={98} width={130} height={20} rx={10} fill={onButton} />
        <rect x={152} y={130} width={90} height={20} rx={10} fill={onButton} />
        <circle cx={238} cy={252} r={58} fill={accent} />
        <path d="m212 252 18 19 36-38" fill="none" stroke={onAccent} strokeWidth="14" strokeLinecap="round" />
      </g>
      <g transform="rotate(6 370 260)">
        <Card x={300} y={140} w={170} h={220} r={14} />
        {[176, 206, 236, 266, 296].map((y, at) => (
          <g key={y}>
            <rect x={320} y={y} width={14} height={14} rx={4} fill={at < 3 ? button : line} />
            <Words x={344} y={y + 1} w={at % 2 ? 78 : 104} color={muted} />
          </g>
        ))}
      </g>
      <Spark x={470} y={96} size={24} />
    </>
  ),
  course: (
    <>
      <Ground />
      <Card x={90} y={80} w={380} h={240} />
      <rect x={110} y={100} width={226} height={150} rx={12} fill={button} />
      <circle cx={223} cy={175} r={34} fill={onButton} />
      <path d="M213 157v36l30-18z" fill={button} />
      {[108, 146, 184, 222].map((y, at) => (
        <g key={y}>
          <circle cx={366} cy={y + 8} r={11} fill={at < 2 ? accent : line} />
          <Words x={386} y={y + 2} w={62} color={muted} />
        </g>
      ))}
      <rect x={110} y={276} width={340} height={12} rx={6} fill={line} />
      <rect x={110} y={276} width={190} height={12} rx={6} fill={button} />
      <path d="M250 336h60l26 44H224z" fill={line} />
      <Spark x={486} y={76} size={22} />
    </>
  ),
  launch: (
    <>
      <Ground />
      <path
        d="M300 60c60 40 82 110 60 196l-62 36-62-36c-22-86 4-156 64-196z"
        fill={surface}
        stroke={line}
        strokeWidth="3"
      />
      <path d="M300 60c28 18 46 44 56 72H246c10-28 28-54 54-72z" fill={button} />
      <circle cx={300} cy={184} r={26} fill={accent} />
      <path d="M238 214 190 284l48-8zM360 214l48 70-48-8z" fill={button} />
      <path d="m270 292 30 86 30-86-30 16z" fill={accent} />
      {[
        [120, 120],
        [160, 210],
        [456, 130],
        [430, 330],
        [110, 320],
      ].map(([x = 0, y = 0]) => (
        <Spark key={x} x={x} y={y} size={16} />
      ))}
    </>
  ),
  service: (
    <>
      <Ground />
      <path
        d="M110 190h340v170a12 12 0 0 1-12 12H122a12 12 0 0 1-12-12z"
        fill={surface}
        stroke={line}
        strokeWidth="3"
      />
      {[0, 1, 2, 3, 4].map((at) => (
        <path
          key={at}
          d={`M${110 + at * 68} 130h68v58a34 34 0 0 1-68 0z`}
          fill={at % 2 ? surface : button}
          stroke={line}
          strokeWidth="2"
        />
      ))}
      <rect x={110} y={96} width={340} height={36} rx={8} fill={ink} />
      <rect x={146} y={244} width={120} height={128} rx={8} fill={button} opacity="0.3" />
      <rect x={300} y={244} width={116} height={84} rx={8} fill={button} opacity="0.3" />
      <circle cx={250} cy={312} r={6} fill={ink} />
      <path d="M418 60a34 34 0 0 1 68 0c0 26-34 58-34 58s-34-32-34-58z" fill={accent} />
      <circle cx={452} cy={60} r={13} fill={onAccent} />
    </>
  ),
  event: (
    <>
      <Ground />
      <Card x={110} y={86} w={230} h={250} />
      <path d="M110 104a18 18 0 0 1 18-18h194a18 18 0 0 1 18 18v44H110z" fill={button} />
      <path d="M160 66v42M290 66v42" stroke={ink} strokeWidth="12" strokeLinecap="round" />
      {[0, 1, 2, 3].map((row) =>
        [0, 1, 2, 3].map((column) => (
          <rect
            key={`${row}${column}`}
            x={134 + column * 48}
            y={172 + row * 38}
            width={34}
            height={26}
            rx={6}
            fill={row === 1 && column === 2 ? accent : line}
          />
        )),
      )}
      <path d="M400 150a40 40 0 0 1 80 0v60a40 40 0 0 1-80 0z" fill={surface} stroke={ink} strokeWidth="8" />
      <path
        d="M380 200v14a60 60 0 0 0 120 0v-14M440 274v56m-36 0h72"
        fill="none"
        stroke={ink}
        strokeWidth="10"
        strokeLinecap="round"
      />
      <Spark x={380} y={86} size={18} />
    </>
  ),
  profile: (
    <>
      <circle cx={280} cy={210} r={190} fill={button} opacity="0.16" />
      <circle cx={280} cy={210} r={150} fill={button} />
      <path d="M152 288q26-74 128-74t128 74a150 150 0 0 1-256 0z" fill={onButton} />
      <circle cx={280} cy={158} r={58} fill={onButton} />
      <circle cx={402} cy={96} r={34} fill={accent} />
      <path d="m386 96 12 13 22-25" fill="none" stroke={onAccent} strokeWidth="8" strokeLinecap="round" />
    </>
  ),
  agency: (
    <>
      <Ground />
      <Card x={80} y={70} w={250} h={170} />
      <path
        d="M104 206 164 140l46 42 90-92"
        fill="none"
        stroke={button}
        strokeWidth="10"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx={300} cy={90} r={12} fill={accent} />
      <Card x={286} y={176} w={200} h={176} />
      {[64, 104, 84, 124].map((height, at) => (
        <rect
          key={height}
          x={312 + at * 40}
          y={328 - height}
          width={26}
          height={height}
          rx={6}
          fill={at === 3 ? accent : button}
        />
      ))}
      <Card x={110} y={270} w={150} h={90} />
      <circle cx={146} cy={314} r={20} fill={button} />
      <Words x={176} y={300} w={62} color={muted} />
      <Words x={176} y={322} w={42} />
    </>
  ),
  thanks: (
    <>
      <Ground />
      <Card x={120} y={150} w={320} h={210} />
      <path d="M120 168 280 280l160-112" fill="none" stroke={line} strokeWidth="4" />
      <circle cx={280} cy={150} r={86} fill={button} />
      <path
        d="m240 152 28 30 54-58"
        fill="none"
        stroke={onButton}
        strokeWidth="16"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      {[
        [110, 90, 12],
        [168, 44, 18],
        [404, 50, 20],
        [466, 108, 14],
        [482, 220, 12],
        [84, 214, 14],
      ].map(([x = 0, y = 0, size]) => (
        <Spark key={x} x={x} y={y} size={size} />
      ))}
    </>
  ),
  waves: (
    <>
      <rect width="560" height="420" rx="24" fill={button} opacity="0.14" />
      <circle cx={410} cy={130} r={54} fill={accent} />
      <path
        d="M0 260q90-90 190-20t190-30 180-20v206a24 24 0 0 1-24 24H24a24 24 0 0 1-24-24z"
        fill={button}
        opacity="0.5"
      />
      <path d="M0 320q110-60 220 0t340-40v116a24 24 0 0 1-24 24H24a24 24 0 0 1-24-24z" fill={button} />
    </>
  ),
};
