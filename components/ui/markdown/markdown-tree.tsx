/** Sends no referrer and shows only images of this origin or data URLs: nothing calls a third party. */
import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import type { MarkdownTree } from '#lib/kernel/markdown/parse-markdown.ts'
import { cn } from '../cn.ts'

export type HeadingLevel = 2 | 3 | 4

/** Renders links and images where relative URLs have a meaning, such as in notes of a vault. */
export type LinkRenderers = {
  a: (props: ComponentProps<'a'>) => ReactNode
  img: (props: ComponentProps<'img'>) => ReactNode
}

/** Drops relative URLs unless `linkRenderers` are passed, which then must make them safe. */
export function renderTree(
  tree: MarkdownTree,
  headingLevel: HeadingLevel,
  linkRenderers?: LinkRenderers,
): ReactElement {
  const components = {
    ...headings(headingLevel - highestDepth(tree) + 1),
    a: SafeLink,
    img: LocalImage,
    input: TaskCheckbox,
    pre: WideText,
    table: WideTable,
    ...linkRenderers,
  }
  const options = { Fragment, jsx, jsxs, components, ignoreInvalidStyle: true, passKeys: true }
  return toJsxRuntime(withSafeAddresses(tree, linkRenderers !== undefined), options)
}

export function MarkdownBody({
  text,
  rendered,
  className,
}: {
  text: string
  rendered: ReactElement | null
  className: string | undefined
}) {
  if (!rendered)
    return <p className={cn('whitespace-pre-wrap text-sm [overflow-wrap:anywhere]', className)}>{text}</p>
  return <div className={cn('prose-quiet text-sm', className)}>{rendered}</div>
}

const ADDRESSES = ['href', 'src', 'cite', 'longDesc']

/** Returns a copy, because the same tree is rendered elsewhere under other rules. */
function withSafeAddresses<Node extends MarkdownTree | MarkdownTree['children'][number]>(
  node: Node,
  hasRelative: boolean,
): Node {
  const copy = { ...node }
  if ('properties' in copy) {
    const properties = { ...copy.properties }
    for (const name of ADDRESSES)
      if (Object.hasOwn(properties, name))
        properties[name] = safeUrl(String(properties[name] ?? ''), hasRelative)
    Object.assign(copy, { properties })
  }
  if ('children' in copy)
    Object.assign(copy, { children: copy.children.map((child) => withSafeAddresses(child, hasRelative)) })
  return copy
}

function safeUrl(address: string, hasRelative: boolean): string {
  if (/^(https?:|mailto:|#|\/(?!\/))/i.test(address)) return address
  if (/^data:image\/(png|jpeg|gif|webp);base64,/i.test(address)) return address
  return hasRelative && !/^([a-z][a-z\d+.-]*:|[/\\])/i.test(address) ? address : ''
}

export const SafeLink: LinkRenderers['a'] = ({ href, children }) =>
  href ? (
    <a href={href} rel="noopener noreferrer nofollow">
      {children}
    </a>
  ) : (
    children
  )

export const LocalImage: LinkRenderers['img'] = ({ src, alt }) =>
  typeof src === 'string' && LOCAL_IMAGE.test(src) ? (
    <Picture src={src} alt={alt} />
  ) : (
    <span>[{alt || 'picture'}]</span>
  )

/**
 * The addresses that images may have. Others are refused: requests carry cookies, and a stream would keep its
 * connection.
 */
const LOCAL_IMAGE = /^(data:image\/|\/images\/[0-9a-f]{64}$|\/api\/blobs\/[0-9a-f-]{36}$)/i

export function Picture({ src, alt }: { src: string; alt?: string | undefined }) {
  // biome-ignore lint/performance/noImgElement: its size is unknown, and it is already on our own origin
  return <img src={src} alt={alt ?? ''} loading="lazy" />
}

const TaskCheckbox: Components['input'] = ({ checked }) => <span aria-hidden>{checked ? '☑' : '☐'}</span>

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

/**
 * Returns the level of the highest heading, which becomes the first level on the page: many authors start with “##”.
 */
function highestDepth(node: MarkdownTree | MarkdownTree['children'][number]): number {
  if ('tagName' in node && /^h[1-6]$/.test(node.tagName)) return Number(node.tagName[1])
  const below = 'children' in node ? node.children : []
  return below.reduce((least, child) => Math.min(least, highestDepth(child)), 6)
}

function headings(level: number): Components {
  const tags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const
  return Object.fromEntries(
    tags.map((tag, depth) => [tag, tags[Math.max(1, Math.min(5, level - 1 + depth))] ?? tag]),
  )
}
