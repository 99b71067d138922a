/**
 * The one reader of files that people write: JSON, also with a byte order mark, comments and trailing commas, and the
 * notations of JavaScript objects. `validate`, `test`, `publish`, `contract lint`, `contract diff`, uploads and imports
 * all use it, so that a file that one of them reads is read by all.
 */
import type { Json } from '../../kernel/json/json.ts'
import { type JsonFault, readJson } from '../../kernel/json/read-json.ts'
import { readObjectText, type SourcePosition } from './object-text.ts'

export type Notation =
  | {
      value: Json
      /** True if the text is not JSON. */
      isConverted: boolean
      /** Returns the places of values by pointer; expensive for JSON. */
      positions: () => ReadonlyMap<string, SourcePosition>
      fault?: undefined
    }
  | { value?: undefined; fault: JsonFault }

/** Reads JSON and JavaScript object text, without evaluating anything. */
export function readNotation(given: string): Notation {
  const text = withoutMark(given)
  const json = readJson(text)
  if (!json.fault) return { value: json.value, isConverted: false, positions: () => positionsIn(text) }
  const script = readObjectText(text)
  if (!script.fault) return { value: script.value, isConverted: true, positions: () => script.positions }
  return { fault: pythonFault(text) ?? chooseFurthestFault(json.fault, script.fault) }
}

/** Windows editors add a byte order mark. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '')
}

function positionsIn(text: string): ReadonlyMap<string, SourcePosition> {
  const read = readObjectText(text)
  return read.fault ? new Map() : read.positions
}

/** Returns the error of the parser that read further, because it understood more of the text. */
function chooseFurthestFault(json: JsonFault, script: JsonFault): JsonFault {
  const isFurther = script.line > json.line || (script.line === json.line && script.column > json.column)
  return isFurther ? script : json
}

const STRINGS_AND_COMMENTS =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
const PYTHON_VALUE = /(?<=[:[,]\s{0,40})(?:True|False|None)(?=\s{0,40}[,\]}])/
const AS_JSON: Record<string, string> = { True: 'true', False: 'false', None: 'null' }

/** Python prints a dict almost like JSON, which is a frequent mistake with a simple remedy. */
function pythonFault(text: string): JsonFault | undefined {
  const plain = text.replace(STRINGS_AND_COMMENTS, (part) => part.replace(/[^\n]/g, ' '))
  const match = PYTHON_VALUE.exec(plain)
  if (!match) return undefined
  const [word] = match
  const before = plain.slice(0, match.index).split('\n')
  return {
    message: `${word} is Python: write ${AS_JSON[word]}, or convert the value with json.dumps`,
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
  }
}
