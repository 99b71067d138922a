/**
 * The line on which a JSON text says what a pointer points to, so that a person can find it in their editor.
 *
 * Ground; also in the browser. The text must be JSON already; of a name that stands twice in an object, the last
 * counts, as it does for whoever reads the text.
 */
import { toPointer } from './json-pointer.ts'

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+|\n/g

type Level = { isList: boolean; key: string | number }

/** Every place of the text by its pointer, counted from 1. A property stands where its name stands. */
export function linesOf(text: string): Map<string, number> {
  const lines = new Map<string, number>([['', 1]])
  const levels: Level[] = []
  let line = 1
  let isKeyNext = false
  const note = () => lines.set(toPointer(levels.map(({ key }) => key)), line)
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1)
    if (token === '\n') line += 1
    else if (token === '{' || token === '[') {
      if (level?.isList) note()
      levels.push({ isList: token === '[', key: token === '[' ? 0 : '' })
      isKeyNext = token === '{'
    } else if (token === '}' || token === ']') {
      levels.pop()
      isKeyNext = false
    } else if (token === ',') {
      if (level?.isList) level.key = Number(level.key) + 1
      isKeyNext = level?.isList === false
    } else if (token !== ':' && level) {
      if (isKeyNext) level.key = JSON.parse(token) as string
      if (isKeyNext || level.isList) note()
      isKeyNext = false
    }
  }
  return lines
}

/** The line of `pointer`, else of the nearest place around it that the text has. */
export function lineOf(lines: ReadonlyMap<string, number>, pointer: string): number {
  for (let place = pointer; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
    const line = lines.get(place)
    if (line !== undefined) return line
  }
  return 1
}
