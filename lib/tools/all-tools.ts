/** The first-party tools there are. Floor 3. A tool is a file beside this one, and a line in here. */
import type { Tool } from './tool.ts'
import { parseMarkdownBullets } from './util-parse-markdown-bullets.ts'
import { slugifyTitle } from './util-slugify-title.ts'

// Each knows its own input; whoever runs one from here has sent the input through its schema.
export const ALL_TOOLS = [parseMarkdownBullets, slugifyTitle] as unknown as readonly Tool[]

const byName = new Map(ALL_TOOLS.map((tool) => [tool.name, tool]))

/** Undefined when there is no such tool. */
export function findTool(name: string): Tool | undefined {
  return byName.get(name)
}
