/** Everything the studio says about a document while it is being written. Floor 3, pure. */

import { inspectDefinition } from '../contract/definition/inspect-definition.ts'
import { checkDocument } from '../contract/document/check-document.ts'
import { isObject, type Json } from '../contract/json/json.ts'
import type { Issue } from '../errors.ts'
import { slugIssues } from './slug-rules.ts'

/** A problem in a definition, where an editor can underline it. `line` and `column` count from 1. */
export type DefinitionMark = { line: number; column: number; message: string }

export type Inspection = {
  /** `path` points into the document. */
  issues: Issue[]
  /** By the pointer of the definition: "/skills/0/definition". */
  marks: Record<string, DefinitionMark[]>
}

export function inspectDocument(document: Json, known: { slug: string; isFixed: boolean }): Inspection {
  return { issues: [...checkDocument(document), ...slugIssues(document, known)], marks: marksOf(document) }
}

function marksOf(document: Json): Record<string, DefinitionMark[]> {
  const skills = isObject(document) && Array.isArray(document.skills) ? document.skills : []
  const marked = skills.map(
    (skill, index) => [`/skills/${index}/definition`, definitionMarks(skill)] as const,
  )
  return Object.fromEntries(marked.filter(([, marks]) => marks.length > 0))
}

function definitionMarks(skill: Json): DefinitionMark[] {
  if (!isObject(skill) || typeof skill.definition !== 'string' || skill.definition.trim() === '') return []
  if (skill.runtime === 'python') return []
  return inspectDefinition(skill.definition).map(({ line, column, message }) => ({ line, column, message }))
}
