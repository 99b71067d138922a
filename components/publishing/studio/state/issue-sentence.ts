import type { Issue } from '#lib/kernel/errors.ts'
import { pointerKeys } from '#lib/kernel/json/json-pointer.ts'

/** Describes a problem away from its field: "prompt is required" or "Example 2, input, city: must be text". */
export function issueSentence({ path, message }: Issue): string {
  const keys = pointerKeys(path)
  // The index of the skill is left out, because the section names the skill.
  const [, , ...inSkill] = keys
  const where = formatKeys(keys[0] === 'skills' ? inSkill : keys)
  const last = keys.at(-1)
  return where === '' || message.startsWith(`${last} `) ? message : `${where}: ${message}`
}

const SINGULAR: Record<string, string> = {
  examples: 'example',
  buttons: 'button',
  configDefinitions: 'config key',
  secrets: 'secret',
}

function formatKeys(keys: string[]): string {
  const labels: string[] = []
  for (const [index, key] of keys.entries()) {
    const isListIndex = /^\d+$/.test(key) && index > 0
    if (isListIndex)
      labels[labels.length - 1] = `${SINGULAR[keys[index - 1] ?? ''] ?? labels.at(-1)} ${Number(key) + 1}`
    else labels.push(key)
  }
  return labels.join(', ')
}
