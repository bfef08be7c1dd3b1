import { Fragment, type ComponentProps, type CSSProperties, type ReactNode } from 'react';
import type { Language } from '#shared/languages.ts';
import type { MailBrand, MailParts, MailRow, MailSection } from '#shared/mail-document.ts';

/**
 * Mail programs know tables and styles on elements; this block is for those that have a dark look, and for
 * telephones.
 */
const extraStyle = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:#0b1211!important}.card{background:#111a18!important;border-color:#23312d!important}.ink{color:#e8f1ee!important}.muted,.muted a{color:#93a5a0!important}.box{background:#16211e!important;border-color:#23312d!important;color:#e8f1ee!important}.line{border-color:#23312d!important}}
@media (max-width:480px){.outer{padding:20px 12px!important}.card{padding:24px 20px!important}}`;

const font = "Inter,'Segoe UI',Helvetica,Arial,sans-serif";
const mono = "Menlo,Consolas,'Liberation Mono',monospace";
const text = {
  margin: '0 0 16px',
  fontFamily: font,
  fontSize: 16,
  lineHeight: '26px',
  color: '#0f1f1b',
  wordBreak: 'break-word',
} as const;
const quiet = { ...text, margin: 0, fontSize: 13, lineHeight: '20px', color: '#5b6b66' } as const;
const column = { maxWidth: 560 } as const;
const box = {
  margin: '0 0 20px',
  border: '1px solid #e3ebe8',
  borderRadius: 6,
  background: '#f7faf9',
  color: '#0f1f1b',
} as const;

/**
 * A whole mail: brand, title, text, something to copy, lists, one button, footer. One template for all mails.
 */
export function MailDocument({
  parts,
  brand,
  language,
}: {
  parts: MailParts;
  brand: MailBrand;
  language: Language;
}) {
  const {
    title,
    body,
    code,
    rows = [],
    more = [],
    sections = [],
    button,
    links = [],
    footer,
    unsubscribe,
  } = parts;
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{extraStyle}</style>
      </head>
      <body className="page" style={{ margin: 0, padding: 0, background: '#f7faf9' }}>
        {/* What lists of mails show beside the subject. */}
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{body}</div>
        <Layout
          className="page"
          style={{ background: '#f7faf9' }}
          cell={{ align: 'center', className: 'outer', style: { padding: '36px 16px' } }}
        >
          <Layout style={column} cell={{ style: { padding: '0 4px 18px' } }}>
            <BrandLine brand={brand} />
          </Layout>
          <Layout
            style={column}
            cell={{
              className: 'card',
              style: { padding: 36, background: '#ffffff', border: '1px solid #e3ebe8', borderRadius: 10 },
            }}
          >
            <h1 className="ink" style={{ ...text, fontSize: 22, lineHeight: '30px', fontWeight: 600 }}>
              {title}
            </h1>
            <Paragraphs of={[body]} />
            {code && <Code>{code}</Code>}
            {rows.length > 0 && <Rows of={rows} />}
            <Paragraphs of={more} />
            {sections.map((section, at) => (
              <Section key={at} of={section} />
            ))}
            <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '24px 0 20px' }}>
              <tbody>
                <tr>
                  <td style={{ borderRadius: 6, background: brand.color }}>
                    <a
                      href={button.url}
                      style={{
                        display: 'inline-block',
                        padding: '12px 22px',
                        fontFamily: font,
                        fontSize: 16,
                        lineHeight: '22px',
                        fontWeight: 600,
                        color: brand.ink,
                        textDecoration: 'none',
                      }}
                    >
                      {button.label}
                    </a>
                  </td>
                </tr>
              </tbody>
            </table>
            <p
              className="muted"
              style={{ ...quiet, fontSize: 12, lineHeight: '18px', wordBreak: 'break-all' }}
            >
              {button.url}
            </p>
            {links.map(({ label, url }) => (
              <p
                key={url}
                className="ink"
                style={{ ...text, margin: '14px 0 0', fontSize: 15, lineHeight: '23px' }}
              >
                <a href={url} className="ink" style={{ color: '#0f1f1b', textDecoration: 'underline' }}>
                  {label}
                </a>
              </p>
            ))}
          </Layout>
          <Layout style={column} cell={{ style: { padding: '18px 4px 0' } }}>
            <p className="muted" style={quiet}>
              {footer}
            </p>
            {unsubscribe && (
              <p className="muted" style={{ ...quiet, marginTop: 8 }}>
                <a href={unsubscribe.url} style={{ color: '#5b6b66', textDecoration: 'underline' }}>
                  {unsubscribe.label}
                </a>
              </p>
            )}
          </Layout>
        </Layout>
      </body>
    </html>
  );
}

/** The logo, or the first letter in the brand's colour, which needs no picture to be loaded. */
function BrandLine({ brand }: { brand: MailBrand }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0}>
      <tbody>
        <tr>
          <td style={{ paddingRight: 10 }}>
            {brand.logoUrl ? (
              <img
                src={brand.logoUrl}
                alt=""
                height={28}
                style={{ display: 'block', height: 28, border: 0 }}
              />
            ) : (
              <div
                aria-hidden="true"
                style={{
                  width: 28,
                  height: 28,
                  borderRadius: 8,
                  background: brand.color,
                  color: brand.ink,
                  fontFamily: font,
                  fontSize: 15,
                  lineHeight: '28px',
                  fontWeight: 700,
                  textAlign: 'center',
                }}
              >
                {[...brand.name][0]?.toUpperCase()}
              </div>
            )}
          </td>
          <td>
            <span className="ink" style={{ ...text, margin: 0, fontWeight: 600 }}>
              {brand.name}
            </span>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Layout({
  children,
  className,
  style,
  cell,
}: {
  children: ReactNode;
  className?: string;
  style?: CSSProperties;
  cell: ComponentProps<'td'>;
}) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      className={className}
      style={{ width: '100%', borderCollapse: 'separate', ...style }}
    >
      <tbody>
        <tr>
          <td {...cell}>{children}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** A short number is read and typed, so it is large; anything else is copied. */
function Code({ children }: { children: string }) {
  const isShort = /^\d{4,8}$/.test(children);
  const look: CSSProperties = isShort
    ? {
        padding: '16px 12px',
        fontSize: 30,
        lineHeight: '36px',
        letterSpacing: 8,
        textAlign: 'center',
        fontWeight: 600,
      }
    : {
        padding: '12px 14px',
        fontSize: 13,
        lineHeight: '20px',
        whiteSpace: 'pre-wrap',
        wordBreak: 'break-word',
      };
  return (
    <pre className="box" style={{ ...box, fontFamily: mono, ...look }}>
      {children}
    </pre>
  );
}

/** What is asked and answered, one under the other: long labels and long answers both have room. */
function Rows({ of }: { of: readonly MailRow[] }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      className="box"
      style={{ ...box, width: '100%', borderCollapse: 'separate' }}
    >
      <tbody>
        {of.map(({ label, value }, at) => (
          <tr key={at}>
            <td
              className="line"
              style={{ padding: '10px 14px', ...(at > 0 && { borderTop: '1px solid #e3ebe8' }) }}
            >
              {label !== '' && (
                <p className="muted" style={quiet}>
                  {label}
                </p>
              )}
              <p
                className="ink"
                style={{
                  ...text,
                  margin: 0,
                  fontSize: 15,
                  lineHeight: '23px',
                  ...(label === '' && { fontWeight: 600 }),
                }}
              >
                <Lines of={value} />
              </p>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Section({ of: { title, lines } }: { of: MailSection }) {
  return (
    <>
      <h2
        className="ink"
        style={{ ...text, margin: '20px 0 6px', fontSize: 15, lineHeight: '22px', fontWeight: 600 }}
      >
        {title}
      </h2>
      <ul style={{ margin: '0 0 4px', padding: '0 0 0 20px' }}>
        {lines.map((line, at) => (
          <li
            key={at}
            className="ink"
            style={{ ...text, margin: '0 0 4px', fontSize: 15, lineHeight: '23px' }}
          >
            {line}
          </li>
        ))}
      </ul>
    </>
  );
}

function Paragraphs({ of }: { of: readonly string[] }) {
  return of.map((paragraph, at) => (
    <p key={at} className="ink" style={text}>
      <Lines of={paragraph} />
    </p>
  ));
}

/** Lines stay lines. */
function Lines({ of }: { of: string }) {
  return of.split('\n').map((line, row) => (
    <Fragment key={row}>
      {row > 0 && <br />}
      {line}
    </Fragment>
  ));
}
