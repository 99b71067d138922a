/** Whether a pattern matches a text, by the engine that checks every call. Ground. */
import { type LinearRegex, linearRegex } from '../schema/linear-regex.ts'

const compiled = new Map<string, LinearRegex | null>()
// A few contracts' worth; more would only be kept for nobody.
const MOST_KEPT = 500

/** Undefined for a pattern that the engine cannot run. */
export function matches(pattern: string, text: string): boolean | undefined {
  let regex = compiled.get(pattern)
  if (regex === undefined) {
    regex = compile(pattern)
    if (compiled.size >= MOST_KEPT) compiled.clear()
    compiled.set(pattern, regex)
  }
  return regex?.test(text)
}

function compile(pattern: string): LinearRegex | null {
  try {
    return linearRegex(pattern)
  } catch {
    return null
  }
}
