/** A file for `contract lint`: a SkillSet, or the schema of a skill's parameters alone. */
import { isObject, type Json, type JsonObject } from '#lib/contract/json/json.ts'
import { applyPatch } from '#lib/contract/json/json-patch.ts'
import { valueAt } from '#lib/contract/json/json-pointer.ts'
import type { Finding } from '#lib/contract/lint/finding.ts'
import { type FixLine, fixLines } from '#lib/contract/lint/fix-lines.ts'
import { followAll, lint } from '#lib/contract/lint/lint.ts'

export type FileAdvice = {
  rule: string
  severity: 'advice'
  /** In the file. */
  pointer: string
  sentence: string
  why: string
  /** Why there is no fix, where there is none. */
  judgement?: string
  fix?: { title: string; note?: string; lines: FixLine[] }
}

/** Where the whole of a bare schema stands while it is linted as a skill's parameters. */
const INSIDE = '/skills/0/parameters'

function asDocument(value: JsonObject): { document: JsonObject; inside: string } {
  const isSkillSet = ['skills', 'capabilities', 'slug'].some((key) => Object.hasOwn(value, key))
  return isSkillSet
    ? { document: value, inside: '' }
    : { document: { skills: [{ parameters: value }] }, inside: INSIDE }
}

const isWithin = (inside: string) => (finding: Finding) =>
  finding.pointer === inside || finding.pointer.startsWith(`${inside}/`)

/** The advice on what the file holds, in the order of the rules. */
export function adviceOnFile(value: Json): FileAdvice[] {
  if (!isObject(value)) return []
  const { document, inside } = asDocument(value)
  return lint(document)
    .filter(isWithin(inside))
    .map(({ rule, severity, pointer, sentence, why, judgement, fix }) => ({
      ...{ rule, severity, sentence, why },
      pointer: pointer.slice(inside.length),
      ...(judgement && { judgement }),
      ...(fix && {
        fix: { title: fix.title, ...(fix.note && { note: fix.note }), lines: fixLines(document, fix) },
      }),
    }))
}

/** What the file holds after every fix, and how many there were. */
export function mendedFile(value: Json): { value: Json; count: number } {
  if (!isObject(value)) return { value, count: 0 }
  const { document, inside } = asDocument(value)
  const { applied } = followAll(document, isWithin(inside))
  const after = applied.reduce<Json | undefined>(
    (now, { fix }) => (now === undefined || !fix ? now : applyPatch(now, fix.edits)),
    document,
  )
  return { value: valueAt(after, inside) ?? value, count: applied.length }
}
