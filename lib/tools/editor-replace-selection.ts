/** `editor.replaceSelection`: other words for what the person has marked. Floor 3. */
import { type EditorRange, indentAt, rangeOf } from '../contract/editing/positions.ts'
import { editActive } from '../workspace/edit-active.ts'
import { type CommonInputs, DRY_RUN, NOTE, REQUEST_ID } from './common-inputs.ts'
import {
  EDITOR_AVAILABILITY,
  EDITS_TEXT,
  FILE_PATH,
  INSERTED_CHARS,
  ownerOf,
  rangeSchema,
  TEXT,
} from './editor-schemas.ts'
import type { Tool } from './tool.ts'

type Input = CommonInputs & { text: string; preserveIndent?: boolean }
type Output = { filePath: string; range: EditorRange; insertedChars: number }

export const replaceSelection: Tool<Input, Output> = {
  name: 'editor.replaceSelection',
  title: 'Replace the selection',
  description:
    'Puts a text in place of what the caller has selected in the text in front on their Vault page, or at the cursor when nothing is selected. The cursor goes after it, where the person sees it.',
  riskLevel: 'writes',
  sideEffects: EDITS_TEXT,
  availability: EDITOR_AVAILABILITY,
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['text'],
    properties: {
      text: TEXT,
      preserveIndent: {
        type: 'boolean',
        description:
          'Give every line after the first the indentation of the line where the selection begins.',
      },
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
  preview: 'Replace the selection in the editor with “{text}”',
  run: (input, world) =>
    editActive(
      world.db,
      ownerOf(world),
      (active) => {
        const { path, text, anchor, head } = active
        const from = Math.min(anchor, head)
        const written = input.preserveIndent
          ? input.text.replaceAll('\n', `\n${indentAt(text, from)}`)
          : input.text
        return {
          replacement: { from, to: Math.max(anchor, head), text: written },
          result: () => ({ filePath: path, range: rangeOf(text, active), insertedChars: written.length }),
        }
      },
      world,
    ),
}
