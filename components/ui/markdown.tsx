/**
 * Markdown written by strangers, shown safely.
 *
 * HTML in the text is dropped, what is left is sanitised, links leave without a referrer, and pictures come
 * only from our own origin or from the text itself: nothing here calls a third party.
 */
import type { ReactElement } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { cn } from './cn.ts'
import { keepPerText } from './kept-texts.ts'

type MarkdownProps = {
  text: string
  /** The level its highest heading gets, so that it fits under the page's own headings. */
  headingLevel?: 2 | 3 | 4
  className?: string
  /** Reads it instead: see `markdownReader`. */
  read?: (text: string) => ReactElement
}

const schema = {
  ...defaultSchema,
  protocols: { ...defaultSchema.protocols, src: ['data'] },
}

// Reading takes time by the square of these marks, and stack by the depth: one text must not hold up the server.
const MAX_CHARS = 100_000
const MAX_MARKS = 4_000
const MARK = /[*_~[]/g
const TOO_DEEP = /^(?:[\t >]|[+*-][\t ]|\d{1,9}[.)][\t ]){100}/m

export function Markdown({
  text,
  headingLevel = 3,
  className,
  read = readMarkdown[headingLevel],
}: MarkdownProps) {
  if (!isReadable(text))
    return <p className={cn('whitespace-pre-wrap text-sm [overflow-wrap:anywhere]', className)}>{text}</p>
  return <div className={cn('prose-quiet text-sm', className)}>{read(text)}</div>
}

// A long readme takes a third of a second to read, and is the same for everybody who looks at it.
const KEPT_CHARS = 2_000_000
export const readMarkdown = { 2: markdownReader(2), 3: markdownReader(3), 4: markdownReader(4) }

/** How links and pictures are drawn where an address like "../Plan.md" means something. */
type OwnParts = Required<Pick<Components, 'a' | 'img'>>

/**
 * Called, not rendered: what comes back is the finished tree, which can be shown as often as one likes.
 * Only `own` parts get relative addresses, which mean nothing on a page; they answer for what they make of them.
 */
export function markdownReader(headingLevel: 2 | 3 | 4, own?: OwnParts) {
  return keepPerText(
    (text) =>
      ReactMarkdown({
        remarkPlugins: [remarkGfm],
        rehypePlugins: [[rehypeSanitize, schema]],
        urlTransform: (address) =>
          keepSafeAddress(address) || (own && !/^([a-z][a-z\d+.-]*:|[/\\])/i.test(address) ? address : ''),
        components: {
          ...headings(headingLevel - highestDepth(text) + 1),
          a: SafeLink,
          img: OwnPicture,
          input: TaskBox,
          pre: WideText,
          table: WideTable,
          ...own,
        },
        children: text,
      }),
    KEPT_CHARS,
  )
}

/** False for what would take too long to read as Markdown: it is shown as it is written. */
function isReadable(text: string): boolean {
  return text.length <= MAX_CHARS && (text.match(MARK)?.length ?? 0) <= MAX_MARKS && !TOO_DEEP.test(text)
}

/** Leaves an address as it is when following it cannot run code; else empties it. */
function keepSafeAddress(address: string): string {
  if (/^(https?:|mailto:|#|\/(?!\/))/i.test(address)) return address
  return /^data:image\/(png|jpeg|gif|webp);base64,/i.test(address) ? address : ''
}

export const SafeLink: OwnParts['a'] = ({ href, children }) =>
  href ? (
    <a href={href} rel="noopener noreferrer nofollow">
      {children}
    </a>
  ) : (
    children
  )

export const OwnPicture: OwnParts['img'] = ({ src, alt }) =>
  typeof src === 'string' && OURS.test(src) ? (
    <Picture src={src} alt={alt} />
  ) : (
    <span>[{alt || 'picture'}]</span>
  )

/**
 * Where our own origin has pictures, and nowhere else: whoever reads a text is asked for what it shows, with their
 * cookie. Six "pictures" that are streams without an end would take every connection that a browser has for the site.
 */
const OURS = /^(data:image\/|\/images\/[0-9a-f]{64}$|\/api\/blobs\/[0-9a-f-]{36}$)/i

export function Picture({ src, alt }: { src: string; alt?: string | undefined }) {
  // biome-ignore lint/performance/noImgElement: its size is unknown, and it is already on our own origin
  return <img src={src} alt={alt ?? ''} loading="lazy" />
}

const TaskBox: Components['input'] = ({ checked }) => <span aria-hidden>{checked ? '☑' : '☐'}</span>

const WideText: Components['pre'] = ({ children }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame must be reachable by keyboard
  <pre tabIndex={0}>{children}</pre>
)

const WideTable: Components['table'] = ({ children }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and this holds text
  <div
    role="group"
    aria-label="Table"
    className="overflow-x-auto"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame must be reachable by keyboard
    tabIndex={0}
  >
    <table>{children}</table>
  </div>
)

/** How deep the highest heading of a text is written: many authors begin with "##". */
function highestDepth(text: string): number {
  const depths = Array.from(text.matchAll(/^ {0,3}(#{1,6})\s/gm), ([, marks = '']) => marks.length)
  return Math.min(...depths, 6)
}

/** `#` becomes `level`, and so on downwards. */
function headings(level: number): Components {
  const tags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const
  return Object.fromEntries(
    tags.map((tag, depth) => [tag, tags[Math.max(1, Math.min(5, level - 1 + depth))]]),
  )
}
