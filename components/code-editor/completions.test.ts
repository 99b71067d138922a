import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { completeJavascript, completePython } from './editing.ts'

function offered(doc: string, complete = completeJavascript): string[] | null {
  const context = new CompletionContext(EditorState.create({ doc }), doc.length, false)
  return complete(context)?.options.map(({ label }) => label) ?? null
}

test.each([
  ['await context.', 'callSkill'],
  ['input.context.pro', 'progress'],
  ['context.blobs.', 'readText'],
])('the editor completes “%s” with %s', (doc, label) => {
  expect(offered(doc)).toContain(label)
})

test.each(['context', 'mycontext.', 'other.', 'context.tools.', '3.'])(
  'the editor completes “%s” with nothing',
  (doc) => {
    expect(offered(doc)).toBeNull()
  },
)

test('the editor completes Python with the Python runtime', () => {
  expect(offered('runtime.blobs.', completePython)).toEqual([
    'read_text',
    'read_bytes',
    'open',
    'create',
    'write_text',
    'write_bytes',
  ])
  expect(offered('context.', completePython)).toBeNull()
})

test('the editor does not complete blobs with the members of context', () => {
  expect(offered('context.blobs.')).not.toContain('callSkill')
})
