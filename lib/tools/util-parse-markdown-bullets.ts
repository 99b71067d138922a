/** `util.parseMarkdownBullets`: the list items of a Markdown text. Floor 3, pure. */
import type { Tool } from './tool.ts'

type Input = { text: string; allowNested?: boolean }
type Item = { text: string; raw: string; depth: number }

const BULLET = /^([ \t]*)(?:[-*+]|\d{1,9}\.)[ \t]+(\S.*)$/
// CommonMark §4.5: what begins with backticks and holds more of them is code within a line; what ends has no words.
const FENCE = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/
const FENCE_END = /^[ \t]*(`{3,}|~{3,})[ \t]*$/
const TAB_WIDTH = 4

export const parseMarkdownBullets: Tool<Input, { items: Item[]; count: number }> = {
  name: 'util.parseMarkdownBullets',
  title: 'Read Markdown bullets',
  description:
    'Reads the list items of a Markdown text: bullets (-, *, +) and numbered lines, with their depth.',
  riskLevel: 'read-only',
  sideEffects: [],
  availability: 'always',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['text'],
    properties: {
      text: { type: 'string', description: 'The Markdown text.' },
      allowNested: {
        type: 'boolean',
        default: true,
        description: 'Whether items below others are given too; without them every depth is 0.',
      },
    },
  },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['items', 'count'],
    properties: {
      items: {
        type: 'array',
        description: 'The items, in the order of the text.',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['text', 'raw', 'depth'],
          properties: {
            text: { type: 'string', description: 'What the item says.' },
            raw: { type: 'string', description: 'Its whole line.' },
            depth: { type: 'integer', minimum: 0, description: '0 for an item at the outermost level.' },
          },
        },
      },
      count: { type: 'integer', minimum: 0, description: 'How many items there are.' },
    },
  },
  preview: 'Read the list items of a Markdown text',
  run({ text, allowNested = true }) {
    const items = itemsOf(text).filter(({ depth }) => allowNested || depth === 0)
    return { items, count: items.length }
  },
}

/** An item is as deep as there are items above it that stand further left. Code blocks hold no items. */
function itemsOf(text: string): Item[] {
  const items: Item[] = []
  let indents: number[] = []
  let fence: string | undefined
  for (const raw of text.split(/\r\n|\r|\n/)) {
    if (fence !== undefined) {
      if (FENCE_END.exec(raw)?.[1]?.startsWith(fence)) fence = undefined
      continue
    }
    fence = FENCE.exec(raw)?.[1]
    if (fence !== undefined) continue
    const [, blank = '', words] = BULLET.exec(raw) ?? []
    if (words === undefined) {
      // A line of text at the margin ends the list.
      if (/^\S/.test(raw)) indents = []
      continue
    }
    const indent = widthOf(blank)
    indents = [...indents.filter((each) => each < indent), indent]
    items.push({ text: words.trimEnd(), raw, depth: indents.length - 1 })
  }
  return items
}

function widthOf(blank: string): number {
  let width = 0
  for (const char of blank) width = char === '\t' ? width + TAB_WIDTH - (width % TAB_WIDTH) : width + 1
  return width
}
