import rehypeSanitize, { defaultSchema, type Options as Schema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'

/** Plain data that threads can send. */
export type MarkdownTree = ReturnType<typeof processor.runSync>

const schema: Schema = { ...defaultSchema, protocols: { ...defaultSchema.protocols, src: ['data'] } }

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype)
  .use(rehypeSanitize, schema)
  .freeze()

/** Drops HTML. Some texts take quadratic time and deep recursion: servers parse untrusted text in a thread. */
export function parseMarkdown(text: string): MarkdownTree {
  return withoutPositions(processor.runSync(processor.parse(text)))
}

const MAX_CHARS = 100_000
/** A short text may become a large table. */
const MAX_NODES = 50_000
const TOO_DEEP = /^(?:[\t >]|[+*-][\t ]|\d{1,9}[.)][\t ]){100}/m

/** Returns null if the text is too long or deep, or the tree too large: show the source. */
export function parseWithinBounds(text: string): MarkdownTree | null {
  if (text.length > MAX_CHARS || TOO_DEEP.test(text)) return null
  const tree = parseMarkdown(text)
  return countNodes(tree) > MAX_NODES ? null : tree
}

function countNodes(node: { children?: unknown[] }): number {
  return 1 + (node.children ?? []).reduce<number>((sum, child) => sum + countNodes(child as typeof node), 0)
}

/** Positions are most of a tree's size. */
function withoutPositions<Node extends { children?: unknown[]; position?: unknown }>(node: Node): Node {
  delete node.position
  for (const child of node.children ?? []) withoutPositions(child as Node)
  return node
}
