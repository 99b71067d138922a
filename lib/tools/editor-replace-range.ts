/** `editor.replaceRange`: other words for what stands between two places. Floor 3. */
import { type EditorRange, offsetAt, type Position, rangeOf } from '../contract/editing/positions.ts'
import { AppError } from '../errors.ts'
import { editActive } from '../workspace/edit-active.ts'
import { type CommonInputs, DRY_RUN, NOTE, REQUEST_ID } from './common-inputs.ts'
import {
  EDITOR_AVAILABILITY,
  EDITS_TEXT,
  FILE_PATH,
  INSERTED_CHARS,
  ownerOf,
  positionSchema,
  rangeSchema,
  TEXT,
} from './editor-schemas.ts'
import type { Tool } from './tool.ts'

type Input = CommonInputs & { from: Position; to: Position; text: string }
type Output = { filePath: string; range: EditorRange; insertedChars: number }

export const replaceRange: Tool<Input, Output> = {
  name: 'editor.replaceRange',
  title: 'Replace a range',
  description:
    'Puts a text in place of what stands between two places of the text in front on the caller’s Vault page. The cursor goes after it.',
  riskLevel: 'writes',
  sideEffects: EDITS_TEXT,
  availability: EDITOR_AVAILABILITY,
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['from', 'to', 'text'],
    properties: {
      from: positionSchema('Where it begins.'),
      to: positionSchema('Where it ends; not before it begins.'),
      text: TEXT,
      ...DRY_RUN,
      ...NOTE,
      ...REQUEST_ID,
    },
  },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['filePath', 'range', 'insertedChars'],
    properties: {
      filePath: FILE_PATH,
      range: rangeSchema('What was replaced, as it was before.'),
      insertedChars: INSERTED_CHARS,
    },
  },
  preview: 'Replace a part of the text in the editor with “{text}”',
  run: (input, world) =>
    editActive(
      world.db,
      ownerOf(world),
      ({ path, text }) => {
        const from = offsetAt(text, input.from, '/from')
        const to = offsetAt(text, input.to, '/to')
        if (to < from) throw backwards()
        return {
          replacement: { from, to, text: input.text },
          result: () => ({
            filePath: path,
            range: rangeOf(text, { anchor: from, head: to }),
            insertedChars: input.text.length,
          }),
        }
      },
      world,
    ),
}

function backwards(): AppError {
  const message = 'The range ends before it begins.'
  return new AppError('INVALID_INPUT', { message, issues: [{ path: '/to', message }] })
}
