/**
 * Which changes of a skill ask whoever agreed to it again: those by which it may do more, is told of in other words,
 * costs more, takes more or answers more.
 *
 * Ground, for servers. What only became narrower, and code alone, asks nobody. What cannot be decided asks.
 * Source: issue "Agents' doors", contract-hash pinning; specification "Contracts" §6, the column of consents.
 */
import type { Direction } from '../compat/acceptance.ts'
import type { SkillDocument, SkillSetDocument } from '../document/skillset-document.ts'
import type { Json, JsonSchema } from '../json/json.ts'
import { canonicalSchema } from '../schema/canonical-schema.ts'
import type { Change } from './change.ts'
import { changesBetween } from './changes.ts'
import { newWords } from './new-words.ts'
import { schemaChanges } from './schema-changes.ts'

/** A skill of a version, with the document that says what it may touch. */
export type SkillInSet = { document: SkillSetDocument; skill: SkillDocument }

/** The changes that ask again, in the order of the document; none when nothing does. */
export function changesThatAsk(before: SkillInSet, after: SkillInSet): Change[] {
  const { changes } = changesBetween(alone(before), alone(after))
  const narrower = { input: isNarrower('input', before, after), output: isNarrower('output', before, after) }
  const asking = changes.filter((change) => asks(change, narrower))
  return [...asking, ...unsaid(asking, before, after)]
}

function alone({ document, skill }: SkillInSet): SkillSetDocument {
  return { ...document, skills: [skill] }
}

/** What an agent reads before it chooses a tool. */
const TOLD = /^\/skills\/0\/(name|description|prompt)$/
const NARROWING = ['removed', 'made-required', 'values-removed', 'choice-removed']
const LIMITS = ['constraint', 'type']

function asks(
  { area, consent, pointer, kind = '', direction = 'input' }: Change,
  narrower: Record<Direction, boolean>,
): boolean {
  switch (area) {
    case 'skills':
      return true
    case 'text':
      return TOLD.test(pointer)
    case 'permissions':
      return consent === true || pointer === '/requiredIntegrationProviders'
    case 'schema':
      if (LIMITS.includes(kind)) return !narrower[direction]
      return !NARROWING.includes(kind)
    default:
      return false
  }
}

const PARTS = { input: 'parameters', output: 'response' } as const

/** Whether the new schema surely takes, or promises, nothing that the old one did not. */
function isNarrower(role: Direction, before: SkillInSet, after: SkillInSet): boolean {
  const [old, now] = [before, after].map(({ skill }) => canonicalSchema(skill[PARTS[role]]).schema)
  if (!old || !now) return false
  const contract = { role, pointer: '', authored: undefined }
  // Input: who keeps to the new one is never refused by the old one. Output: nothing comes that was not promised.
  const { acceptance } =
    role === 'input' ? schemaChanges(now, old, contract) : schemaChanges(old, now, contract)
  return acceptance.is === 'kept'
}

/** Words that reach an agent in a schema although no change that asks speaks of them: those of a new pattern. */
function unsaid(asking: readonly Change[], before: SkillInSet, after: SkillInSet): Change[] {
  return (['input', 'output'] as const).flatMap((direction): Change[] => {
    if (asking.some((change) => change.direction === direction)) return []
    const [old, now] = [before, after].map(({ skill }) => wordsSource(skill[PARTS[direction]]))
    if (!newWords(old ?? null, now ?? null)) return []
    const sentence = `The ${direction} of “${after.skill.name}” says something that it did not say before.`
    const pointer = `/skills/0/${PARTS[direction]}`
    return [{ pointer, area: 'schema', direction, sentence, bump: 'patch', breaking: false }]
  })
}

function wordsSource(authored: Json | undefined): JsonSchema | Json {
  return canonicalSchema(authored).schema ?? authored ?? null
}
