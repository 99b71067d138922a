/**
 * What a lint rule says of a SkillSet: advice with a place, and the change that would follow it.
 *
 * Ground; also in the browser. Advice never stands between a draft and being published.
 * Source: specification "Contracts" §7.
 */
import type { Operation } from '../json/json-patch.ts'
import type { LintedSkill } from './linted-skill.ts'

/** A change of the document that follows the advice and breaks nothing. */
export type Fix = {
  /** As its button says: "Refuse what it does not name". */
  title: string
  /** JSON Patch on the whole document. */
  edits: Operation[]
  /** What else to know before it is applied. */
  note?: string
}

/** What a rule finds at one place. Either a fix, or why nobody but its author can make one. */
export type Advice = { pointer: string; sentence: string } & (
  | { fix: Fix; judgement?: undefined }
  | { fix?: undefined; judgement: string }
)

export type LintRule = {
  id: string
  /** The rule itself, in a few words. */
  title: string
  why: string
  /** Which document asks for it. */
  source: string
  check: (skill: LintedSkill) => Advice[]
}

export type Finding = Advice & {
  rule: string
  severity: 'advice'
  why: string
  /** The same for the same advice, wherever its skill stands in the list: by this it stays hidden. */
  key: string
}
