import { AppError } from '../../kernel/errors.ts'
import {
  type EditorRange,
  indentAt,
  offsetAt,
  type Position,
  toRange,
} from '../../vault/model/apply-changes.ts'
import { editActive } from '../../vault/workspace/edit-active.ts'
import {
  type BuiltInTool,
  ETAG_OUT,
  EXPECTED_ETAG,
  strictObject,
  WRITE_INPUTS,
} from '../definition/built-in-tool.ts'
import {
  EDITOR_AVAILABILITY,
  EDITS_TEXT,
  type EditorWriteInputs,
  FILE_PATH,
  INSERTED_CHARS,
  positionSchema,
  rangeSchema,
  TEXT_INPUT,
  workspaceOwnerOf,
} from './editor-schemas.ts'

type Input = EditorWriteInputs & { from: Position; to: Position; text: string }
type Output = { filePath: string; range: EditorRange; insertedChars: number; etag?: string }

export const replaceRange: BuiltInTool<Input, Output> = {
  name: 'editor.replaceRange',
  title: 'Replace a range',
  description: 'Replaces a range in the active editor with `text` and moves the cursor to its end.',
  riskLevel: 'writes',
  sideEffects: EDITS_TEXT,
  availability: EDITOR_AVAILABILITY,
  inputSchema: strictObject(['from', 'to', 'text'], {
    from: positionSchema('The start.'),
    to: positionSchema('The end; not before the start.'),
    text: TEXT_INPUT,
    ...EXPECTED_ETAG,
    ...WRITE_INPUTS,
  }),
  outputSchema: strictObject(['filePath', 'range', 'insertedChars'], {
    filePath: FILE_PATH,
    range: rangeSchema('The range that was replaced, before the change.'),
    insertedChars: INSERTED_CHARS,
    ...ETAG_OUT,
  }),
  preview: 'Replace a part of the text in the editor with “{text}”',
  run: (input, environment) =>
    editActive(
      environment.db,
      workspaceOwnerOf(environment),
      ({ path, text }) => {
        const from = offsetAt(text, input.from, '/from')
        const to = offsetAt(text, input.to, '/to')
        if (to < from) throw reversedRangeError()
        return {
          replacement: { from, to, text: input.text },
          result: () => ({
            filePath: path,
            range: toRange(text, { anchor: from, head: to }),
            insertedChars: input.text.length,
          }),
        }
      },
      { ...environment, expectedEtag: input.expectedEtag },
    ),
}

function reversedRangeError(): AppError {
  const message = 'The end of the range is before its start.'
  return new AppError('INVALID_INPUT', { message, issues: [{ path: '/to', message }] })
}

function nothingSelected(): AppError {
  return new AppError('PRECONDITION_FAILED', {
    message: 'Nothing is selected in the editor.',
    suggestedAction: 'Insert text with editor.insertAtCursor, or replace a range with editor.replaceRange.',
  })
}

type EditorReplaceSelectionInput = EditorWriteInputs & { text: string; preserveIndent?: boolean }

export const replaceSelection: BuiltInTool<EditorReplaceSelectionInput, Output> = {
  name: 'editor.replaceSelection',
  title: 'Replace the selection',
  description:
    'Replaces the current selection in the active editor with `text` and moves the cursor to its end. Fails with PRECONDITION_FAILED if nothing is selected.',
  riskLevel: 'writes',
  sideEffects: EDITS_TEXT,
  availability: EDITOR_AVAILABILITY,
  inputSchema: strictObject(['text'], {
    text: TEXT_INPUT,
    preserveIndent: {
      type: 'boolean',
      description: 'Indent all lines after the first like the line where the selection starts.',
    },
    ...EXPECTED_ETAG,
    ...WRITE_INPUTS,
  }),
  outputSchema: strictObject(['filePath', 'range', 'insertedChars'], {
    filePath: FILE_PATH,
    range: rangeSchema('The range that was replaced, before the change.'),
    insertedChars: INSERTED_CHARS,
    ...ETAG_OUT,
  }),
  preview: 'Replace the selection in the editor with “{text}”',
  run: (input, environment) =>
    editActive(
      environment.db,
      workspaceOwnerOf(environment),
      (active) => {
        const { path, text, anchor, head } = active
        if (anchor === head) throw nothingSelected()
        const from = Math.min(anchor, head)
        const written = input.preserveIndent
          ? input.text.replaceAll('\n', `\n${indentAt(text, from)}`)
          : input.text
        return {
          replacement: { from, to: Math.max(anchor, head), text: written },
          result: () => ({ filePath: path, range: toRange(text, active), insertedChars: written.length }),
        }
      },
      { ...environment, expectedEtag: input.expectedEtag },
    ),
}
