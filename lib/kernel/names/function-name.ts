/** Names with "__" instead of dots, at most 64 characters. See docs/spec/skills-protocol.md §3. */
import { createHash } from 'node:crypto'

const MAX_CHARS = 64
const PREFIX_CHARS = 55

export function functionName(skillName: string): string {
  const name = skillName.replaceAll('.', '__')
  return name.length <= MAX_CHARS ? name : hashedName(skillName)
}

/** On a collision ("a.b__c.d" and "a.b.c__d") the later one gets a hash. */
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
  return `${skillName.replaceAll('.', '__').slice(0, PREFIX_CHARS)}_${hash}`
}
