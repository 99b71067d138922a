/** `editor.insertAtCursor`: a text where the cursor blinks. Floor 3. */
import { type Position, positionAt } from '../contract/editing/positions.ts'
import { editActive } from '../workspace/edit-active.ts'
import { type CommonInputs, DRY_RUN, NOTE, REQUEST_ID } from './common-inputs.ts'
import {
  EDITOR_AVAILABILITY,
  EDITS_TEXT,
  FILE_PATH,
  INSERTED_CHARS,
  ownerOf,
  positionSchema,
  TEXT,
} from './editor-schemas.ts'
import type { Tool } from './tool.ts'

type Input = CommonInputs & { text: string }
type Output = { filePath: string; cursorAfter: Position; insertedChars: number }

export const insertAtCursor: Tool<Input, Output> = {
  name: 'editor.insertAtCursor',
  title: 'Insert at the cursor',
  description:
    'Puts a text where the cursor is in the text in front on the caller’s Vault page, and the cursor after it. What is selected stays.',
  riskLevel: 'writes',
  sideEffects: EDITS_TEXT,
  availability: EDITOR_AVAILABILITY,
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['text'],
    properties: { text: TEXT, ...DRY_RUN, ...NOTE, ...REQUEST_ID },
  },
  outputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['filePath', 'cursorAfter', 'insertedChars'],
    properties: {
      filePath: FILE_PATH,
      cursorAfter: positionSchema('Where the cursor is now.'),
      insertedChars: INSERTED_CHARS,
    },
  },
  preview: 'Insert “{text}” at the cursor in the editor',
  run: (input, world) =>
    editActive(
      world.db,
      ownerOf(world),
      ({ path, head }) => ({
        replacement: { from: head, to: head, text: input.text },
        result: (after) => ({
          filePath: path,
          cursorAfter: positionAt(after, head + input.text.length),
          insertedChars: input.text.length,
        }),
      }),
      world,
    ),
}
