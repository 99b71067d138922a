// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what plans are written in
import { describe, expect, test } from 'vitest'
import { escapeText, parseTemplate, referenceText } from './reference.ts'

describe('a whole text that refers', () => {
  test.each([
    ['$steps.read.content', { kind: 'steps', name: 'read' }, ['content']],
    ['$steps.read-it', { kind: 'steps', name: 'read-it' }, []],
    ['$steps.list.items[0].path', { kind: 'steps', name: 'list' }, ['items', 0, 'path']],
    ['$steps.list.items.0.path', { kind: 'steps', name: 'list' }, ['items', '0', 'path']],
    ['$vars.name', { kind: 'vars', name: 'name' }, []],
    ['$item', { kind: 'local', name: 'item' }, []],
    ['$item.path', { kind: 'local', name: 'item' }, ['path']],
    ['$index', { kind: 'local', name: 'index' }, []],
    ['$bullet["a \\"b\\""].c', { kind: 'local', name: 'bullet' }, ['a "b"', 'c']],
    ['$steps.slugs[$i].slug', { kind: 'steps', name: 'slugs' }, [{ variable: 'i' }, 'slug']],
    ['$item.__proto__', { kind: 'local', name: 'item' }, ['__proto__']],
  ])('a text of a plan is one reference: %s', (text, root, path) => {
    expect(parseTemplate(text)).toEqual({ kind: 'reference', reference: { text, root, path } })
    expect(parseTemplate(referenceText(root as never, path))).toMatchObject({ reference: { root, path } })
  })
})

describe('literal text', () => {
  test.each([
    ['plain', 'plain'],
    ['', ''],
    ['$5.00', '$5.00'],
    ['$', '$'],
    ['costs $item', 'costs $item'],
    ['$HOME is where', '$HOME is where'],
    ['${HOME}/bin', '${HOME}/bin'],
    ['$$5', '$5'],
    ['$$steps.read.content', '$steps.read.content'],
    ['$$$$', '$$'],
    ['$${$item}', '${$item}'],
  ])('the plan text %s is the literal text %s', (given, text) => {
    expect(parseTemplate(given)).toEqual({ kind: 'text', text })
  })
})

test('a text of a plan can contain references in ${…}', () => {
  expect(parseTemplate('a ${$steps.read.path}, $$ and ${$index}')).toMatchObject({
    kind: 'mixed',
    parts: ['a ', { text: '$steps.read.path' }, ', $ and ', { text: '$index' }],
  })
})

test('a plan text with one reference in ${…} and nothing else is still a text', () => {
  expect(parseTemplate('${$index}')).toMatchObject({ kind: 'mixed' })
})

test.each([
  '$steps.',
  '$steps.read .content',
  '$item.',
  '$steps[0]',
  'a ${$steps.read',
  'a ${$steps.read.path or so}',
  '$vars["x]',
])('the plan text %s looks like a reference but is invalid', (text) => {
  expect(parseTemplate(text)).toMatchObject({ kind: 'fault' })
})

test.each(['$item', '$$', 'costs $5', 'a ${$item}', '$steps.', 'plain'])(
  'the plan text %s, escaped, is literal',
  (text) => {
    expect(parseTemplate(escapeText(text))).toEqual({ kind: 'text', text })
  },
)
