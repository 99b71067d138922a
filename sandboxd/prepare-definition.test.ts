import { describe, expect, test } from 'vitest'
import { prepareDefinition } from './prepare-definition.ts'

function moduleOf(definition: string): string {
  const prepared = prepareDefinition(definition)
  if ('error' in prepared) throw new Error(prepared.error.message)
  return prepared.module
}

function refusalOf(definition: string): string {
  const prepared = prepareDefinition(definition)
  return 'error' in prepared ? prepared.error.message : 'accepted'
}

const spellings = [
  'async function handler() {}',
  'const handler = async () => {}',
  'let handler = async () => {}',
  'export async function handler() {}',
  'export const handler = async () => {}',
]

test.each(spellings)('`%s` is exported as the module’s default', (definition) => {
  expect(moduleOf(definition)).toBe(`${definition}\n;export default handler;`)
})

test('a definition with a default export is left as it is', () => {
  const definition = 'const handler = 1\nexport default async () => handler // last'

  expect(moduleOf(definition)).toBe(definition)
})

test('types are blanked out in place', () => {
  const definition =
    'type A = { n: number }\nasync function handler(a: A): Promise<number> { return a.n as number }'

  const lines = moduleOf(definition).split('\n')

  expect(lines[0]?.trim()).toBe('')
  expect(lines[1]?.indexOf('return')).toBe(definition.split('\n')[1]?.indexOf('return'))
})

const imports = [
  'import a from "b"; async function handler() {}',
  'async function handler() { await import("b") }',
  'async function handler() { return import.meta }',
  'export * from "b"; async function handler() {}',
  'export { b } from "b"; async function handler() {}',
  'class A { static x = [{ y: () => import("b") }] }\nasync function handler() {}',
]

test.each(imports)('`%s` is refused for its import', (definition) => {
  expect(refusalOf(definition)).toBe('import is not allowed in a definition.')
})

test('words that only look like imports are fine', () => {
  expect(
    moduleOf('// import x\nasync function handler() { return { import: "import(x)" }.import }'),
  ).toContain('handler')
})

describe('what cannot be read', () => {
  test('is refused with a sentence, however deep it is nested', () => {
    const deep = ['(', '[', '!', 'a+', '{', 'x=>'].map(
      (unit) => `async function handler() { return ${unit.repeat(60_000)}1 }`,
    )

    for (const definition of deep) expect(refusalOf(definition)).not.toBe('accepted')
  })

  test('does not spoil the reader for the next definition', () => {
    expect(refusalOf('['.repeat(100_000))).toBe('The definition is nested too deeply to be read.')
    expect(moduleOf('const handler = async (n: number) => n')).toContain('export default')
  })

  test('may not be longer than 512 KB', () => {
    expect(refusalOf(`// ${'x'.repeat(512 * 1024)}`)).toBe('The definition is longer than 512 KB.')
  })
})
