import { letterOf, markPath } from '#shared/mark.ts';

/** The mark: a speech bubble whose opening makes a C, one path, one colour, readable at 16 px. */
function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
      <path d={markPath} />
    </svg>
  );
}

/** Mark and name, or the picture and name of a white label; one without a picture has its letter. */
export function Brand({
  name,
  logoUrl,
  size = 28,
}: {
  name: string;
  logoUrl?: string | null;
  size?: number;
}) {
  const letter = letterOf(name);
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5">
      {logoUrl ? (
        <img
          src={logoUrl}
          alt=""
          className="max-w-28 shrink-0 rounded-control object-contain object-left"
          style={{ height: size }}
        />
      ) : (
        <span
          className="inline-flex shrink-0 items-center justify-center rounded-[28%] bg-accent text-on-accent"
          style={{ width: size, height: size }}
        >
          {letter === null ? (
            <Mark size={Math.round(size * 0.66)} />
          ) : (
            <span aria-hidden="true" className="font-semibold">
              {letter}
            </span>
          )}
        </span>
      )}
      <span className="truncate text-lg font-semibold tracking-tight">{name}</span>
    </span>
  );
}
