/**
 * Whole numbers in JSON text that are gone once it is parsed: 9007199254740993 becomes its neighbour without a word.
 *
 * Ground; also in the browser. A door that reads text asks this beside parsing it, because afterwards nobody can
 * tell. Source: specification "Contracts" §3: refused, not rounded.
 */
import type { Issue } from '../../errors.ts'
import { isExactText } from './exact-number.ts'
import { isObject, type Json } from './json.ts'
import { toPointer } from './json-pointer.ts'

/**
 * One issue for each such number, at its place; [] for text that has none, or is no JSON. With `below` only those of
 * the value that stands there ("/args"), at their place in it.
 */
export function lostDigits(text: string, below = ''): Issue[] {
  return issuesBelow(findLost(text), below)
}

/** Those of `issues` that are about the value at `below`, at their place in it. */
export function issuesBelow(issues: readonly Issue[], below: string): Issue[] {
  return issues.flatMap((issue) =>
    issue.path === below || issue.path.startsWith(`${below}/`)
      ? [{ ...issue, path: issue.path.slice(below.length) }]
      : [],
  )
}

function findLost(text: string): Issue[] {
  // Sixteen digits in a row are the least that can be lost; nearly every text ends here.
  if (!/\d{16}/.test(text)) return []
  const places: { holder: unknown; key: string }[] = []
  let value: Json
  try {
    value = JSON.parse(text, function (this: unknown, key, each, context?: { source?: string }) {
      const { source } = context ?? {}
      if (typeof each === 'number' && source && /^-?\d+$/.test(source) && !isExactText(source, each))
        places.push({ holder: this, key })
      return each
    })
  } catch {
    return []
  }
  if (places.length === 0) return []
  const pointers = pointersOf(value)
  return places.map(({ holder, key }) => {
    // What holds the whole value is not part of it.
    const at = pointers.get(holder)
    return { path: at === undefined ? '' : at + toPointer([key]), keyword: 'exact', message: MESSAGE }
  })
}

const MESSAGE = 'has more digits than a number keeps: send it as text'

function pointersOf(value: Json): Map<unknown, string> {
  const pointers = new Map<unknown, string>()
  const open: [Json, string][] = [[value, '']]
  for (let next = open.pop(); next; next = open.pop()) {
    const [each, pointer] = next
    if (!Array.isArray(each) && !isObject(each)) continue
    pointers.set(each, pointer)
    for (const [key, inside] of Object.entries(each)) open.push([inside, pointer + toPointer([key])])
  }
  return pointers
}
