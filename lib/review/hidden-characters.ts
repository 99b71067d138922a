/**
 * Characters that a reader cannot see but a machine obeys: bidirectional controls that reorder code, and
 * invisible letters that carry words past a reviewer to an agent. Floor 3, pure.
 */

// Everything a font leaves out, and controls; not the line's own, nor the selector that makes a sign an emoji.
const HIDDEN = /[[\p{Default_Ignorable_Code_Point}\p{Cc}]--[\t\n\r\ufe0f]]/gv

// Joiners are part of emoji and of several scripts: between two letters, or two pictures, they hide nothing.
const INNOCENT =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})|(?<=\p{L}\p{M}*)[\u200c\u200d](?=\p{L})/gu

/** `line` is where the first one stands, from 1. */
export type HiddenCharacters = { count: number; line: number }

/** Undefined when everything in the text can be seen. */
export function hiddenCharacters(text: string): HiddenCharacters | undefined {
  const visible = text.replace(INNOCENT, '')
  const found = [...visible.matchAll(HIDDEN)]
  const first = found[0]
  return first && { count: found.length, line: visible.slice(0, first.index).split('\n').length }
}
