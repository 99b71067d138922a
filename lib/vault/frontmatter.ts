/** Fields set in the front matter of a note. Floor 3, pure. Source: YAML 1.2.2. */
import { isMap, parseDocument, stringify } from 'yaml'
import type { JsonObject } from '../contract/json/json.ts'
import { splitFrontMatter } from '../contract/vault/front-matter.ts'

/**
 * The text with these fields in its front matter. Where the text has front matter of its own, the fields are set in
 * it and the rest of it stays, comments too; what only looks like front matter is text, and stays below ours.
 */
export function withFrontmatter(text: string, fields: JsonObject): string {
  const own = splitFrontMatter(text)
  const document = own ? parseDocument(own.fields, { schema: 'core', logLevel: 'silent' }) : null
  if (
    !own ||
    !document ||
    document.errors.length > 0 ||
    !(document.contents === null || isMap(document.contents))
  )
    return `---\n${stringify(fields, OPTIONS)}---\n${text}`
  for (const [key, value] of Object.entries(fields)) document.set(key, document.createNode(value))
  return `---\n${document.toString(OPTIONS)}---\n${own.body}`
}

// Long lines stay lines, and what looks like a date is quoted rather than becoming one.
const OPTIONS = { lineWidth: 0, schema: 'core' } as const
