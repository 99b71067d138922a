/** A fault of a definition, with its place in the source. Ground. */
import type { Issue } from '../../errors.ts'

/** `line` and `column` count from 1, as an editor shows them; `path` is "" for the definition itself. */
export type DefinitionIssue = Issue & { line: number; column: number }
