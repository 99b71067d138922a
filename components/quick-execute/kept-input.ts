/** What was typed into a form before somebody had to sign in, kept in this tab until they are back. */
import type { Json } from '#lib/contract/json/json.ts'

const keyOf = (skillName: string) => `guildhall:input:${skillName}`

/** Does nothing where the browser keeps nothing (storage off or full). */
export function keepInput(skillName: string, input: Json): void {
  try {
    sessionStorage.setItem(keyOf(skillName), JSON.stringify(input))
  } catch {
    // Then it has to be typed again.
  }
}

/** What was kept, once; undefined when there is nothing. */
export function takeKeptInput(skillName: string): Json | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(skillName))
    sessionStorage.removeItem(keyOf(skillName))
    return text === null ? undefined : (JSON.parse(text) as Json)
  } catch {
    return undefined
  }
}
