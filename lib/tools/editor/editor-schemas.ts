import type { JsonSchema } from '../../kernel/json/json.ts'
import type { ActiveText } from '../../vault/workspace/read-active.ts'
import type { WorkspaceOwner } from '../../vault/workspace/workspace-view.ts'
import {
  type CommonInputs,
  outputPathField,
  strictObject,
  type ToolEnvironment,
} from '../definition/built-in-tool.ts'

export const EDITOR_AVAILABILITY =
  'While the caller’s Vault page is open with a text file in front; otherwise it fails with PRECONDITION_FAILED.'

export type EditorWriteInputs = CommonInputs & { expectedEtag?: string }

export const EDITS_TEXT = ['Changes the open file in the user’s editor, and saves it in the vault.']

export const positionSchema = (description: string): JsonSchema =>
  strictObject(
    ['line', 'ch'],
    {
      line: { type: 'integer', minimum: 0, description: 'The line number, starting at 0.' },
      ch: {
        type: 'integer',
        minimum: 0,
        description: 'UTF-16 code units from the start of the line. Values beyond the line mean its end.',
      },
    },
    description,
  )

export const rangeSchema = (description: string): JsonSchema =>
  strictObject(
    ['from', 'to'],
    { from: positionSchema('The start.'), to: positionSchema('The end.') },
    description,
  )

export const FILE_PATH: JsonSchema = outputPathField('The file that was edited.')
export const INSERTED_CHARS: JsonSchema = {
  type: 'integer',
  minimum: 0,
  description: 'The number of UTF-16 code units inserted.',
}
export const TEXT_INPUT: JsonSchema = {
  type: 'string',
  maxLength: 1_000_000,
  description: 'The text to insert.',
}

export function workspaceOwnerOf({ caller }: Pick<ToolEnvironment, 'caller'>): WorkspaceOwner {
  return { userId: caller.userId, organisationId: caller.organisationId }
}

/** A split view counts as source. */
export function editorModeOf({ mode }: Pick<ActiveText, 'mode'>): 'source' | 'preview' {
  return mode === 'preview' ? 'preview' : 'source'
}
