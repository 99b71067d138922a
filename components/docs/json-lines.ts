/** Formats JSON for reading: what fits on one line stays on one line. */
import type { Json } from '#lib/json/json.ts'

const LINE = 64

export function jsonLines(value: Json, indent = ''): string {
  const oneLine = JSON.stringify(value, null, 1).replace(/\s*\n\s*/g, ' ')
  if (typeof value !== 'object' || value === null || indent.length + oneLine.length <= LINE) return oneLine
  const deeper = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((each) => deeper + jsonLines(each, deeper))
    : Object.entries(value).map(
        ([key, each]) => `${deeper}${JSON.stringify(key)}: ${jsonLines(each, deeper)}`,
      )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}
