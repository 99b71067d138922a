/**
 * What may go to a terminal of what others wrote: a site's answer, a skill's words, a file's name.
 *
 * A terminal obeys control characters: they rename its window, move its cursor over lines that were printed before, and
 * in some write to its input. Line breaks, tabs and our own colours stay; the rest is shown as JSON would write it.
 * Source: ECMA-48 §5.3, §8.3.117 (SGR); Unicode Standard Annex 9, §2.
 */
const OBEYED = /\p{Cc}\[[\d;]*m|(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu
const ESCAPE = '\u001b'

export function printable(text: string): string {
  return text.replace(OBEYED, (each) => {
    const isColour = each.length > 1 && each.startsWith(ESCAPE)
    return isColour ? each : escaped(each) + each.slice(1)
  })
}

/** The first character, as JSON would write it. */
function escaped(text: string): string {
  return `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`
}
