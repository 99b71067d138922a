/**
 * Advice on a SkillSet: everything the rules find, and the document with advice followed.
 *
 * Ground; also in the browser, while somebody types. Total: a draft may lack anything.
 * Source: specification "Contracts" §7.
 */
import { fromCapabilities } from '../document/from-capabilities.ts'
import { eachObject } from '../json/each-object.ts'
import { isObject, type Json, type JsonObject } from '../json/json.ts'
import { applyPatch, type Operation } from '../json/json-patch.ts'
import type { Finding } from './finding.ts'
import { lintedSkill } from './linted-skill.ts'
import { LINT_RULES } from './rules.ts'

/** All advice, skill by skill in the order of the rules. Pointers and edits are those of `given`. */
export function lint(given: Json): Finding[] {
  if (!isObject(given)) return []
  const { document, origin } = fromCapabilities(given)
  return eachObject(document.skills).flatMap(([skill, index]) =>
    skill.kind === 'instruction' ? [] : lintSkill(document, skill, index).map((each) => placed(each, origin)),
  )
}

function lintSkill(document: JsonObject, skill: JsonObject, index: number): Finding[] {
  const pointer = `/skills/${index}`
  const linted = lintedSkill(document, skill, pointer)
  const name = typeof skill.slug === 'string' ? skill.slug : String(index)
  return LINT_RULES.flatMap(({ id, why, check }) =>
    check(linted).map((advice) => ({
      rule: id,
      severity: 'advice' as const,
      why,
      key: `${id} ${name}${advice.pointer.slice(pointer.length)}`,
      ...advice,
    })),
  )
}

function placed(finding: Finding, origin: (pointer: string) => string): Finding {
  const pointer = origin(finding.pointer)
  if (!finding.fix) return { ...finding, pointer }
  return {
    ...finding,
    pointer,
    fix: { ...finding.fix, edits: finding.fix.edits.map((edit) => placedEdit(edit, origin)) },
  }
}

function placedEdit(edit: Operation, origin: (pointer: string) => string): Operation {
  return edit.op === 'move'
    ? { ...edit, from: origin(edit.from), path: origin(edit.path) }
    : { ...edit, path: origin(edit.path) }
}

/** The document with the advice followed; undefined when it has no fix or the document has moved on. */
export function followed(document: Json, { fix }: Finding): Json | undefined {
  return fix && applyPatch(document, fix.edits)
}

// A fix may make another one possible, but no document asks for as many.
const MOST_ROUNDS = 500

/** The document with every fix applied that `isWanted`, one after the other, and which these were. */
export function followAll(
  document: Json,
  isWanted: (finding: Finding) => boolean = () => true,
): { document: Json; applied: Finding[] } {
  const applied: Finding[] = []
  const tried = new Set<string>()
  let now = document
  while (tried.size < MOST_ROUNDS) {
    const next = lint(now).find((finding) => finding.fix && !tried.has(finding.key) && isWanted(finding))
    if (!next) break
    tried.add(next.key)
    const after = followed(now, next)
    if (after === undefined) continue
    applied.push(next)
    now = after
  }
  return { document: now, applied }
}
