/**
 * A text of which only some parts are known before the plan runs: "Notes on ${$item.title}".
 *
 * Ground; also in the browser.
 */
import type { Reference } from '../reference.ts'
import { plainShape, type Shape } from './shape.ts'

type Parts = readonly (string | Reference)[]

/** By its length. */
export function shapeOfMixed(parts: Parts): Shape {
  return plainShape({ type: 'string', minLength: [...writtenIn(parts)].length })
}

// What a solver can make use of.
const LONGEST_PATTERN = 200

/** By what is written in it, which takes longer to judge. */
export function patternOfMixed(parts: Parts): Shape {
  if (writtenIn(parts).length > LONGEST_PATTERN) return shapeOfMixed(parts)
  const pattern = parts.map((part) => (typeof part === 'string' ? literally(part) : '[\\s\\S]*')).join('')
  return plainShape({ type: 'string', pattern: `^${pattern}$` })
}

function writtenIn(parts: Parts): string {
  return parts.filter((part) => typeof part === 'string').join('')
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
