import { isObject, type Json } from '../../../kernel/json/json.ts'
import type { Operation } from '../../../kernel/json/json-patch.ts'
import { toPointer } from '../../../kernel/json/json-pointer.ts'
import {
  type LintedSkill,
  type LintRule,
  listPermissions,
  sourceOf,
  topPartOf,
} from '../model/linted-skill.ts'
import type { ObjectPart } from '../model/object-part.ts'

const SOURCE = 'Tool Input/Output Schema Conventions 6'

export const riskLevel: LintRule = {
  id: 'risk-level',
  title: 'Declare the risk level',
  reason: 'People and approval policies use it to decide what can run without confirmation.',
  source: SOURCE,
  check(skill) {
    if (skill.skill.riskLevel !== undefined) return []
    const level = listPermissions(skill, 'tools').includes('commands.run')
      ? 'commands'
      : mayWrite(skill)
        ? 'writes'
        : 'read-only'
    const path = `${skill.pointer}/riskLevel`
    const sentence = 'The risk level is not declared.'
    if (level === 'read-only' && isWriteLike(skill)) {
      return [
        {
          pointer: path,
          sentence,
          judgement: 'Its name suggests that it writes. Declare “writes”, or “read-only” if it does not.',
        },
      ]
    }
    const title = `Declare “${level}”`
    return [{ pointer: path, sentence, fix: { title, edits: [{ op: 'add', path, value: level }] } }]
  },
}

export const sideEffects: LintRule = {
  id: 'side-effects',
  title: 'Declare the side effects',
  reason: 'An empty list states that a run leaves nothing behind. A missing list states nothing.',
  source: SOURCE,
  check(skill) {
    const { sideEffects: declared, riskLevel: risk } = skill.skill
    const path = `${skill.pointer}/sideEffects`
    const isSilent = declared === undefined
    const isNone = Array.isArray(declared) && declared.length === 0
    if (isWriteLike(skill)) {
      if (!isSilent && !isNone) return []
      const judgement = 'List what a run leaves behind, one sentence each.'
      return [{ pointer: path, sentence: 'It makes changes but does not declare them.', judgement }]
    }
    if (!isSilent) return []
    const sentence = 'Side effects are not declared.'
    if (risk !== 'read-only' && hasReach(skill)) {
      return [
        {
          pointer: path,
          sentence,
          judgement: 'It can reach external systems. List what it changes there, or declare it read-only.',
        },
      ]
    }
    return [
      { pointer: path, sentence, fix: { title: 'Declare none', edits: [{ op: 'add', path, value: [] }] } },
    ]
  },
}

const ALWAYS = 'Always. It has no external dependencies.'

export const availability: LintRule = {
  id: 'availability',
  title: 'Declare when it is available',
  reason: 'An agent that knows the prerequisites avoids calls that cannot succeed.',
  source: SOURCE,
  check(skill) {
    if (skill.skill.availability !== undefined) return []
    const path = `${skill.pointer}/availability`
    const sentence = 'The availability is not declared.'
    if (hasReach(skill) || needsConfig(skill)) {
      const judgement = 'State what it needs, such as a host, a key or an open note.'
      return [{ pointer: path, sentence, judgement }]
    }
    return [
      {
        pointer: path,
        sentence,
        fix: { title: 'Declare “always”', edits: [{ op: 'add', path, value: ALWAYS }] },
      },
    ]
  },
}

function hasReach(skill: LintedSkill): boolean {
  return ['network', 'urlParameters', 'secrets', 'tools', 'vault', 'skills'].some(
    (kind) => listPermissions(skill, kind).length > 0,
  )
}

function needsConfig({ document }: LintedSkill): boolean {
  const { configDefinitions: definitions, requiredIntegrationProviders: providers } = document
  const required =
    Array.isArray(definitions) && definitions.some((each) => isObject(each) && each.required === true)
  return required || (Array.isArray(providers) && providers.length > 0)
}

const GUARDS: Record<string, Json> = {
  expectedEtag: {
    type: 'string',
    description:
      'The etag of the version you read, such as “"3f2a"”. If omitted, existing content is overwritten.',
  },
  ifNotExists: {
    type: 'boolean',
    description: 'Write only if nothing exists yet.',
    default: true,
  },
}

// biome-ignore format: table
const WRITING_TOOLS = ['vault.createFile', 'vault.writeFile', 'vault.patchFile', 'vault.rename', 'vault.delete', 'editor.replaceSelection',
  'editor.insertAtCursor', 'editor.replaceRange']
const WRITING_WORD =
  /^(?:write|save|update|delete|remove|rename|move|patch|append|overwrite|upload|store|put)(?:_|$)/

export const guardedWrites: LintRule = {
  id: 'guarded-writes',
  title: 'Support conditional writes',
  reason: 'A repeated or delayed call must not overwrite changes made in the meantime.',
  source: 'Tool Input/Output Schema Conventions 2.2',
  check(skill) {
    const top = topPartOf(skill.input)
    if (!isWriteLike(skill) || top?.fields.some(({ name }) => Object.hasOwn(GUARDS, name))) return []
    const pointer = top?.pointer ?? skill.input.pointer
    const sentence = 'It writes, but accepts neither “expectedEtag” nor “ifNotExists”.'
    const known = Object.keys(GUARDS).find((name) => new RegExp(`\\b${name}\\b`).test(sourceOf(skill)))
    if (!top || !known || top.isComposed) {
      return [
        {
          pointer,
          sentence,
          judgement: 'Accept one of them, and make the code fail with CONFLICT if the condition is not met.',
        },
      ]
    }
    const fix = {
      title: `Accept “${known}”`,
      edits: [declared(top, known)],
      note: 'Your code already reads it.',
    }
    return [{ pointer, sentence, fix }]
  },
}

function isWriteLike(skill: LintedSkill): boolean {
  const { riskLevel, slug } = skill.skill
  if (riskLevel === 'read-only') return false
  if (riskLevel === 'writes' || riskLevel === 'commands') return true
  return mayWrite(skill) || (typeof slug === 'string' && WRITING_WORD.test(slug))
}

function mayWrite(skill: LintedSkill): boolean {
  return (
    listPermissions(skill, 'tools').some((tool) => WRITING_TOOLS.includes(tool)) ||
    listPermissions(skill, 'vault').some((glob) => glob.startsWith('write:'))
  )
}

function declared({ notation, pointer }: ObjectPart, name: string): Operation {
  const at = notation === 'map' ? pointer : `${pointer}/properties`
  return { op: 'add', path: at + toPointer([name]), value: GUARDS[name] ?? {} }
}
