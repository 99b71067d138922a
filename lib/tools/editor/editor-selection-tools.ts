import { type EditorRange, type Position, positionAt, toRange } from '../../vault/model/apply-changes.ts'
import { editActive } from '../../vault/workspace/edit-active.ts'
import { readActive } from '../../vault/workspace/read-active.ts'
import {
  type BuiltInTool,
  ETAG_OUT,
  EXPECTED_ETAG,
  outputPathField,
  strictObject,
  WRITE_INPUTS,
} from '../definition/built-in-tool.ts'
import {
  EDITOR_AVAILABILITY,
  EDITS_TEXT,
  type EditorWriteInputs,
  editorModeOf,
  FILE_PATH,
  INSERTED_CHARS,
  positionSchema,
  rangeSchema,
  TEXT_INPUT,
  workspaceOwnerOf,
} from './editor-schemas.ts'

type Output = {
  text: string
  isEmpty: boolean
  range?: EditorRange
  filePath?: string
  mode?: 'source' | 'preview' | 'unknown'
}

export const getSelection: BuiltInTool<Record<string, never>, Output> = {
  name: 'editor.getSelection',
  title: 'Read the selection',
  description:
    'Returns the current selection in the active editor and its position, including unsaved changes.',
  riskLevel: 'read-only',
  sideEffects: [],
  availability: EDITOR_AVAILABILITY,
  inputSchema: strictObject([], {}),
  outputSchema: strictObject(['text', 'isEmpty'], {
    text: { type: 'string', description: 'The selected text; empty if nothing is selected.' },
    isEmpty: { type: 'boolean', description: 'True if nothing is selected.' },
    range: rangeSchema('The selected range. Both ends are the cursor position if nothing is selected.'),
    filePath: outputPathField('The active file.'),
    mode: {
      enum: ['source', 'preview', 'unknown'],
      description: 'Whether the user sees the source or the preview.',
    },
  }),
  preview: 'Read the selection in the editor',
  async run(_input, environment) {
    const active = await readActive(environment.db, workspaceOwnerOf(environment), environment)
    const { path, text, anchor, head } = active
    const selected = text.slice(Math.min(anchor, head), Math.max(anchor, head))
    return {
      text: selected,
      isEmpty: selected === '',
      range: toRange(text, active),
      filePath: path,
      mode: editorModeOf(active),
    }
  },
}

type Input = EditorWriteInputs & { text: string }
type EditorInsertAtCursorOutput = {
  filePath: string
  cursorAfter: Position
  insertedChars: number
  etag?: string
}

export const insertAtCursor: BuiltInTool<Input, EditorInsertAtCursorOutput> = {
  name: 'editor.insertAtCursor',
  title: 'Insert at the cursor',
  description:
    'Inserts `text` at the cursor in the active editor and moves the cursor to its end. The selection stays.',
  riskLevel: 'writes',
  sideEffects: EDITS_TEXT,
  availability: EDITOR_AVAILABILITY,
  inputSchema: strictObject(['text'], { text: TEXT_INPUT, ...EXPECTED_ETAG, ...WRITE_INPUTS }),
  outputSchema: strictObject(['filePath', 'cursorAfter', 'insertedChars'], {
    filePath: FILE_PATH,
    cursorAfter: positionSchema('The new cursor position.'),
    insertedChars: INSERTED_CHARS,
    ...ETAG_OUT,
  }),
  preview: 'Insert “{text}” at the cursor in the editor',
  run: (input, environment) =>
    editActive(
      environment.db,
      workspaceOwnerOf(environment),
      ({ path, head }) => ({
        replacement: { from: head, to: head, text: input.text },
        result: (after) => ({
          filePath: path,
          cursorAfter: positionAt(after, head + input.text.length),
          insertedChars: input.text.length,
        }),
      }),
      { ...environment, expectedEtag: input.expectedEtag },
    ),
}
