/**
 * The code of a skill with a parameter read under another name, where that can be done from the text alone.
 *
 * Ground, pure. Only the forms in which a handler takes a parameter apart or names it are changed; anything that
 * could be the parameter in another disguise makes it a matter for its author.
 */
import type { JsonObject } from '../json/json.ts'

// As for defaults: longer code is for its author.
const MOST_SOURCE = 100_000

/** The new source; the same text when it never reads the parameter; undefined when it cannot be told. */
export function renamedInCode(skill: JsonObject, from: string, to: string): string | undefined {
  const source = typeof skill.definition === 'string' ? skill.definition : ''
  const word = new RegExp(`(?<![\\w$])${from.replaceAll('$', '\\$')}(?![\\w$])`)
  if (!word.test(source)) return source
  if (!/^[A-Za-z_]\w*$/.test(from) || source.length > MOST_SOURCE) return undefined
  return skill.runtime === 'python' ? inPython(source, from, to) : inJavaScript(source, from, to)
}

function inJavaScript(source: string, from: string, to: string): string | undefined {
  const inBraces = (text: string) =>
    text.replace(new RegExp(`(^|[,{]\\s*)${from}\\b(\\s*:)?`, 'g'), (_, before, colon) =>
      colon ? `${before}${to}:` : `${before}${to}: ${from}`,
    )
  const changed = source
    .replace(/\bparameters\s*:\s*\{[^{}]*\}/g, (text) => {
      const open = text.indexOf('{')
      return text.slice(0, open) + inBraces(text.slice(open))
    })
    .replace(/\{[^{}]*\}(?=\s*=\s*(?:\w+\.)?parameters\b)/g, inBraces)
    .replace(new RegExp(`\\b(parameters\\s*(?:\\?\\.|\\.)\\s*)${from}\\b`, 'g'), `$1${to}`)
    .replace(new RegExp(`\\b(parameters\\s*(?:\\?\\.)?\\[\\s*)(['"])${from}\\2`, 'g'), `$1$2${to}$2`)
  if (changed === source) return undefined
  // Read from something else, or by its name: that may be the parameter too.
  const isLeft = new RegExp(`[.?]\\s*${from}\\b|(['"\`])${from}\\1`).test(changed)
  return isLeft ? undefined : changed
}

function inPython(source: string, from: string, to: string): string | undefined {
  const changed = source.replace(
    new RegExp(`\\b(args(?:\\.get\\(|\\[)\\s*)(['"])${from}\\2`, 'g'),
    `$1$2${to}$2`,
  )
  const isLeft = new RegExp(`(['"])${from}\\1`).test(changed)
  return changed === source || isLeft ? undefined : changed
}
