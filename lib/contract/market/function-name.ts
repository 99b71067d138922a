/**
 * A skill's name as function-calling models know it: dots become "__", and 64 characters are the most.
 *
 * Ground; server only (node:crypto). Source: specification "Skills Protocol", Names.
 */
import { createHash } from 'node:crypto'

const MAX_CHARS = 64
const KEPT_CHARS = 55

/** "guildhall.text_tools.count" → "guildhall__text_tools__count"; what is longer ends in a hash of the whole. */
export function functionName(skillName: string): string {
  const name = skillName.replaceAll('.', '__')
  return name.length <= MAX_CHARS ? name : hashedName(skillName)
}

/**
 * The skills of one export by their function names, each name once: of two that would share one ("a.b__c.d" and
 * "a.b.c__d") the later carries its hash, so a call never reaches the wrong skill.
 */
export function functionNames(skillNames: readonly string[]): Map<string, string> {
  const skills = new Map<string, string>()
  for (const skill of new Set(skillNames)) {
    const name = functionName(skill)
    skills.set(skills.has(name) ? hashedName(skill) : name, skill)
  }
  return skills
}

function hashedName(skillName: string): string {
  const hash = createHash('sha256').update(skillName).digest('hex').slice(0, 8)
  return `${skillName.replaceAll('.', '__').slice(0, KEPT_CHARS)}_${hash}`
}
