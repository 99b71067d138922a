/** A problem as a line of a list, where its field is not in sight. Pure. */
import { pointerKeys } from '#lib/contract/json/json-pointer.ts'
import type { Issue } from '#lib/errors.ts'

/** "prompt → is required", "Example 2, input, city: must be text"; the message alone when it names its field. */
export function problemSentence({ path, message }: Issue): string {
  const keys = pointerKeys(path)
  // The section says which skill it is.
  const [, , ...inSkill] = keys
  const where = wordsOf(keys[0] === 'skills' ? inSkill : keys)
  const last = keys.at(-1)
  return where === '' || message.startsWith(`${last} `) ? message : `${where}: ${message}`
}

const SINGULAR: Record<string, string> = {
  examples: 'example',
  buttons: 'button',
  configDefinitions: 'config key',
  secrets: 'secret',
}

function wordsOf(keys: string[]): string {
  const words: string[] = []
  for (const [index, key] of keys.entries()) {
    const isPlaceInList = /^\d+$/.test(key) && index > 0
    if (isPlaceInList)
      words[words.length - 1] = `${SINGULAR[keys[index - 1] ?? ''] ?? words.at(-1)} ${Number(key) + 1}`
    else words.push(key)
  }
  return words.join(', ')
}
