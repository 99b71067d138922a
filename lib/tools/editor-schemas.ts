/** What the editor's tools have in common. Floor 3, data. Source: seed "Tool Input/Output Schema Conventions" §3.3. */
import type { JsonSchema } from '../contract/json/json.ts'
import type { ActiveText } from '../workspace/read-active.ts'
import type { Owner } from '../workspace/workspace-view.ts'
import type { ToolWorld } from './tool.ts'
import { pathField } from './vault-schemas.ts'

export const EDITOR_AVAILABILITY =
  'When the caller has a text file in front on the Vault page; else PRECONDITION_FAILED.'

export const EDITS_TEXT = ['Changes the text that is open in front of the person, and saves it in the vault.']

export const positionSchema = (description: string): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required: ['line', 'ch'],
  description,
  properties: {
    line: { type: 'integer', minimum: 0, description: 'The line, from 0.' },
    ch: {
      type: 'integer',
      minimum: 0,
      description: 'UTF-16 code units from the start of the line; more than the line has is its end.',
    },
  },
})

export const rangeSchema = (description: string): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required: ['from', 'to'],
  description,
  properties: { from: positionSchema('Where it begins.'), to: positionSchema('Where it ends.') },
})

export const FILE_PATH: JsonSchema = pathField('The file that was edited.')
export const INSERTED_CHARS: JsonSchema = {
  type: 'integer',
  minimum: 0,
  description: 'UTF-16 code units that were put in.',
}
export const TEXT: JsonSchema = { type: 'string', maxLength: 1_000_000, description: 'What to put in.' }

export function ownerOf({ caller }: Pick<ToolWorld, 'caller'>): Owner {
  return { userId: caller.userId, organisationId: caller.organisationId }
}

/** "source" for whatever shows the source; a preview has no cursor to be seen. */
export function modeWord({ mode }: Pick<ActiveText, 'mode'>): 'source' | 'preview' {
  return mode === 'preview' ? 'preview' : 'source'
}
