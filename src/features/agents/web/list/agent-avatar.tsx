import { readableOn } from '#shared/readable-color.ts';

type Props = {
  name: string;
  color: string;
  src: string | null;
  size?: number;
};

/**
 * The agent's face: its picture, or the first letter in its colour. Decorative; the name stands beside it.
 */
export function AgentAvatar({ name, color, src, size = 40 }: Props) {
  const box = { width: size, height: size };
  if (src)
    return (
      <img src={src} alt="" {...box} style={box} className="shrink-0 rounded-full bg-sunken object-cover" />
    );
  const shown = /^#[0-9a-f]{6}$/i.test(color) ? color : '#36d6b5';
  return (
    <span
      aria-hidden="true"
      className="inline-flex shrink-0 items-center justify-center rounded-full font-semibold"
      style={{ ...box, background: shown, color: readableOn(shown), fontSize: Math.round(size * 0.42) }}
    >
      {([...name.trim()][0] ?? '?').toUpperCase()}
    </span>
  );
}
