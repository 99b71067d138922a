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
])('after “%s” %s is offered', (doc, label) => {
  expect(offered(doc)).toContain(label)
})

test.each(['context', 'mycontext.', 'other.', 'context.tools.', '3.'])('after “%s” nothing is', (doc) => {
  expect(offered(doc)).toBeNull()
})

test('Python is offered its own', () => {
  expect(offered('runtime.blobs.', completePython)).toEqual([
    'read_text',
    'read_bytes',
    'write_text',
    'write_bytes',
  ])
  expect(offered('context.', completePython)).toBeNull()
})

test('the members of blobs are not those of context', () => {
  expect(offered('context.blobs.')).not.toContain('callSkill')
})
