import { type JSONPath, visit } from 'jsonc-parser'
import { toPointer } from './json-pointer.ts'

/**
 * Returns lines by JSON Pointer, from 1; a property is on the line of its name. The text is valid JSON; of duplicate
 * names the last counts.
 */
export function lineNumbers(text: string): Map<string, number> {
  const lines = new Map<string, number>([['', 1]])
  const note = (line: number, path: JSONPath) => lines.set(toPointer(path), line + 1)
  const noteItem = (_at: number, _length: number, line: number, _column: number, pathOf: () => JSONPath) => {
    const path = pathOf()
    if (typeof path.at(-1) === 'number') note(line, path)
  }
  visit(text, {
    onObjectProperty: (name, _at, _length, line, _column, pathOfObject) =>
      note(line, [...pathOfObject(), name]),
    onLiteralValue: (_value, ...place) => noteItem(...place),
    onObjectBegin: noteItem,
    onArrayBegin: noteItem,
  })
  return lines
}

/** Falls back to the nearest parent. */
export function findLine(lines: ReadonlyMap<string, number>, pointer: string): number {
  for (let ancestor = pointer; ancestor !== ''; ancestor = ancestor.slice(0, ancestor.lastIndexOf('/'))) {
    const line = lines.get(ancestor)
    if (line !== undefined) return line
  }
  return 1
}
