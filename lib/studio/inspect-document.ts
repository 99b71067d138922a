/** Everything the studio says about a document while it is being written. Floor 3, pure. */
import { type DefinitionIssue, inspectDefinition } from '../contract/definition/inspect-definition.ts'
import { inspectMigration } from '../contract/definition/inspect-migration.ts'
import { checkDocument } from '../contract/document/check-document.ts'
import { eachObject } from '../contract/json/each-object.ts'
import { isObject, type Json, type JsonObject } from '../contract/json/json.ts'
import type { Issue } from '../errors.ts'
import { slugIssues } from './slug-rules.ts'

/** A problem in a definition, where an editor can underline it. `line` and `column` count from 1. */
export type DefinitionMark = { line: number; column: number; message: string }

export type Inspection = {
  /** `path` points into the document. */
  issues: Issue[]
  /** By the pointer of the definition: "/skills/0/definition", "/migrations/0/definition". */
  marks: Record<string, DefinitionMark[]>
}

export function inspectDocument(document: Json, known: { slug: string; isFixed: boolean }): Inspection {
  return { issues: [...checkDocument(document), ...slugIssues(document, known)], marks: marksOf(document) }
}

function marksOf(document: Json): Record<string, DefinitionMark[]> {
  const { skills, migrations } = isObject(document) ? document : {}
  const marked = [
    ...eachObject(skills).map(
      ([skill, index]) => [`/skills/${index}/definition`, definitionMarks(skill)] as const,
    ),
    ...eachObject(migrations).map(
      ([{ definition }, index]) =>
        [`/migrations/${index}/definition`, marksIn(definition, inspectMigration)] as const,
    ),
  ]
  return Object.fromEntries(marked.filter(([, marks]) => marks.length > 0))
}

function definitionMarks({ definition, runtime }: JsonObject): DefinitionMark[] {
  return runtime === 'python' ? [] : marksIn(definition, inspectDefinition)
}

function marksIn(source: Json | undefined, inspect: (source: string) => DefinitionIssue[]): DefinitionMark[] {
  if (typeof source !== 'string' || source.trim() === '') return []
  return inspect(source).map(({ line, column, message }) => ({ line, column, message }))
}
