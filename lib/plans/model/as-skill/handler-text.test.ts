import vm from 'node:vm'
import { expect, test } from 'vitest'
import { printComment, printObject, printTemplateText, printText } from './handler-text.ts'

test.each([
  ['a number', '1', '1', { 1: 1 }],
  ['true', 'true', 'true', { true: true }],
  ['null', 'null', 'null', { null: null }],
  ['a path', 'list.first', 'list.first', { 'list.first': 'one' }],
  ['a variable', 'list', 'list', { list: { first: 'one' } }],
  ['the prototype', '__proto__', '1', JSON.parse('{"__proto__":1}')],
])(
  'the handler of a plan shortens a property whose name is written like its value: %s',
  (_, name, code, value) => {
    const written = vm.runInNewContext(`(${printObject([[name, code]], '')})`, { list: { first: 'one' } })

    expect(JSON.stringify(written)).toBe(JSON.stringify(value))
  },
)

test.each([`\`\${x}\``, "'+x+'", '\\', '\n*/ x', '\u2028x()', '</script>'])(
  '%j in a plan stays text in its handler',
  (text) => {
    expect(vm.runInNewContext(printText(text))).toBe(text)
    expect(vm.runInNewContext(`\`${printTemplateText(text)}\``)).toBe(text)
    expect(vm.runInNewContext(`${printComment(text)}\n1`)).toBe(1)
  },
)
