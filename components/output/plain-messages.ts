import { isObject, type Json } from '#lib/kernel/json/json.ts'
import { plainMarkdown } from '../ui/markdown/plain-markdown.ts'

/**
 * Returns two outputs for people to compare, whose messages lack the marks of Markdown. They stay if the marks are all that
 * differs.
 */
export function withPlainMessages(before: Json, after: Json): [before: Json, after: Json] {
  if (!isObject(before) || !isObject(after)) return [before, after]
  const [from, to] = [before.message, after.message]
  if (typeof from !== 'string' || typeof to !== 'string') return [before, after]
  const [plainFrom, plainTo] = [plainMarkdown(from), plainMarkdown(to)]
  if (plainFrom === plainTo && from !== to) return [before, after]
  return [
    { ...before, message: plainFrom },
    { ...after, message: plainTo },
  ]
}
