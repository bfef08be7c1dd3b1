import { markPath } from '#shared/mark.ts';

/** The mark: a speech bubble whose opening makes a C, one path, one colour, readable at 16 px. */
export function Mark({ size = 24, className }: { size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={className}
      fill="currentColor"
    >
      <path d={markPath} />
    </svg>
  );
}

/** Mark and name, or a white label's picture and name. */
export function Brand({
  name,
  logoUrl,
  size = 28,
}: {
  name: string;
  logoUrl?: string | null;
  size?: number;
}) {
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
          <Mark size={Math.round(size * 0.66)} />
        </span>
      )}
      <span className="truncate text-lg font-semibold tracking-tight">{name}</span>
    </span>
  );
}
