/** Lint: writing skills can be repeated without harm. Ground. Source: "Tool Input/Output Schema Conventions" 2.2, Idempotency signals. */
import type { Json } from '../../json/json.ts'
import type { Operation } from '../../json/json-patch.ts'
import { toPointer } from '../../json/json-pointer.ts'
import type { LintRule } from '../finding.ts'
import { type LintedSkill, permissionsOf, sourceOf, topOf } from '../linted-skill.ts'
import type { ObjectPart } from '../object-part.ts'

const GUARDS: Record<string, Json> = {
  expectedEtag: {
    type: 'string',
    description:
      'The etag that was read before, such as “"3f2a"”. If it is not given, whatever is there is overwritten.',
  },
  ifNotExists: {
    type: 'boolean',
    description: 'Write only when there is nothing yet.',
    default: true,
  },
}

// biome-ignore format: a table reads in rows
const WRITING_TOOLS = ['vault.createFile', 'vault.writeFile', 'vault.patchFile', 'vault.rename', 'vault.delete', 'editor.replaceSelection',
  'editor.insertAtCursor', 'editor.replaceRange']
const WRITING_WORD =
  /^(?:write|save|update|delete|remove|rename|move|patch|append|overwrite|upload|store|put)(?:_|$)/

export const guardedWrites: LintRule = {
  id: 'guarded-writes',
  title: 'Let a write be guarded',
  why: 'A call that is repeated, or comes late, must not overwrite what somebody else wrote meanwhile.',
  source: 'Tool Input/Output Schema Conventions 2.2',
  check(skill) {
    const top = topOf(skill.input)
    if (!isWriteLike(skill) || top?.fields.some(({ name }) => Object.hasOwn(GUARDS, name))) return []
    const pointer = top?.pointer ?? skill.input.pointer
    const sentence = 'It writes, and takes neither “expectedEtag” nor “ifNotExists”.'
    const known = Object.keys(GUARDS).find((name) => new RegExp(`\\b${name}\\b`).test(sourceOf(skill)))
    if (!top || !known || top.isComposed) {
      return [
        {
          pointer,
          sentence,
          judgement: 'Take one of them, and let the code refuse with CONFLICT when it does not fit.',
        },
      ]
    }
    const fix = {
      title: `Take “${known}”`,
      edits: [declared(top, known)],
      note: 'Your code reads it already.',
    }
    return [{ pointer, sentence, fix }]
  },
}

/** By what it declares, else by the tools it may use, else by its name. */
export function isWriteLike(skill: LintedSkill): boolean {
  const { riskLevel, slug } = skill.skill
  if (riskLevel === 'read-only') return false
  if (riskLevel === 'writes' || riskLevel === 'commands') return true
  return mayWrite(skill) || (typeof slug === 'string' && WRITING_WORD.test(slug))
}

/** True when the permissions of the SkillSet let it write. */
export function mayWrite(skill: LintedSkill): boolean {
  return (
    permissionsOf(skill, 'tools').some((tool) => WRITING_TOOLS.includes(tool)) ||
    permissionsOf(skill, 'vault').some((glob) => glob.startsWith('write:'))
  )
}

function declared({ notation, pointer }: ObjectPart, name: string): Operation {
  const at = notation === 'map' ? pointer : `${pointer}/properties`
  return { op: 'add', path: at + toPointer([name]), value: GUARDS[name] ?? {} }
}
