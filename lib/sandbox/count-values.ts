import { endOfString, TOKEN } from '../kernel/json/json-tokens.ts'

/**
 * Returns an upper bound for the values in untrusted JSON text, without parsing it. Returns undefined for text that is nested
 * deeper than `maxDepth`, which would overflow the stack of a recursive reader.
 */
export function countJsonValues(text: string, maxDepth: number): number | undefined {
  let depth = 0
  let values = 1
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === TOKEN.quote) {
      at = endOfString(text, at)
      continue
    }
    if (code === TOKEN.comma) values += 1
    else if (code === TOKEN.openArray || code === TOKEN.openObject) {
      values += 1
      depth += 1
    } else if (code === TOKEN.closeArray || code === TOKEN.closeObject) depth -= 1
    if (depth > maxDepth) return undefined
    at += 1
  }
  return values
}
