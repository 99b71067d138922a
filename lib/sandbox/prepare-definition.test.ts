import { describe, expect, test } from 'vitest'
import { longestBlockingMs, MAX_BLOCKING_MS } from '../testing/measure-blocking-work.ts'
import { findPreparedDefinition, prepareDefinition } from './prepare-definition.ts'

async function moduleOf(definition: string): Promise<string> {
  const prepared = await prepareDefinition(definition)
  if ('error' in prepared) throw new Error(prepared.error.message)
  return prepared.module
}

async function refusalOf(
  definition: string,
  runtime: 'javascript' | 'python' = 'javascript',
): Promise<string> {
  const prepared = await prepareDefinition(definition, { runtime })
  return 'error' in prepared ? prepared.error.message : 'accepted'
}

const spellings = [
  'async function handler() {}',
  'const handler = async () => {}',
  'let handler = async () => {}',
  'export async function handler() {}',
  'export const handler = async () => {}',
]

test.each(spellings)('`%s` is exported as the module’s default', async (definition) => {
  expect(await moduleOf(definition)).toBe(`${definition}\n;export default handler;`)
})

test('a definition with a default export is unchanged', async () => {
  const definition = 'const handler = 1\nexport default async () => handler // last'

  expect(await moduleOf(definition)).toBe(definition)
})

test('types are blanked without moving code', async () => {
  const definition =
    'type A = { n: number }\nasync function handler(a: A): Promise<number> { return a.n as number }'

  const lines = (await moduleOf(definition)).split('\n')

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

test.each(imports)('`%s` is refused for its import', async (definition) => {
  expect(await refusalOf(definition)).toBe('import is not allowed in a definition.')
})

test('text that only looks like an import is accepted', async () => {
  expect(
    await moduleOf('// import x\nasync function handler() { return { import: "import(x)" }.import }'),
  ).toContain('handler')
})

describe('unreadable definitions', () => {
  test('is refused with a sentence, however deep it is nested', async () => {
    // Each of these ends a parser, which must start again afterwards.
    const units = process.env.GUILDHALL_LONG ? ['(', '[', '!', 'a+', '{', 'x=>'] : ['(', 'a+', 'x=>']
    const deep = units.map((unit) => `async function handler() { return ${unit.repeat(60_000)}1 }`)

    for (const definition of deep) expect(await refusalOf(definition)).not.toBe('accepted')
  })

  test('does not spoil the reader for the next definition', async () => {
    expect(await refusalOf('['.repeat(100_000))).toBe('The definition is nested too deeply.')
    expect(await moduleOf('const handler = async (n: number) => n')).toContain('export default')
  })

  test.each(['javascript', 'python'] as const)('may not be longer than 256 KB of %s', async (runtime) => {
    expect(await refusalOf(`// ${'x'.repeat(256 * 1024)}`, runtime)).toBe(
      'The definition is longer than 256 KB.',
    )
  })

  test('is abandoned if its types take too long to parse, and only its own publisher waits for it', async () => {
    const aged = (n: number) => `const y = ${n}, x = ${'a ? (b) : c => d ? '.repeat(40)}1`
    const isThere = async (definition: string, publisher: string) =>
      'module' in (await prepareDefinition(definition, { publisher }))
    // This starts the parser of each thread.
    await Promise.all(['eve', 'ada'].map((who) => isThere('const handler = async (n: string) => n', who)))
    const order: string[] = []
    let ticks = 0
    const clock = setInterval(() => {
      ticks += 1
    }, 10)
    const hostile = [1, 2].map(async (n) => {
      const prepared = await prepareDefinition(aged(n), { publisher: 'mallory' })
      order.push('aged')
      return 'error' in prepared && prepared.error.message
    })

    expect(await isThere('const handler = async () => 1', 'ada')).toBe(true)
    expect(await isThere('const handler = async (n: number) => n', 'ada')).toBe(true)
    order.push('ada')

    const message = 'The definition is nested too deeply.'
    expect(await Promise.all(hostile)).toEqual([message, message])
    clearInterval(clock)
    expect(ticks).toBeGreaterThan(30)
    expect(order).toEqual(['ada', 'aged', 'aged'])
    expect(await isThere('const handler = async (n: number) => n', 'mallory')).toBe(true)
  })
})

test('a definition as long as may be leaves the process free while it is read', async () => {
  const definition = `const handler = async () => 1\n${'a=1;'.repeat(63_000)}`

  expect(await longestBlockingMs(() => moduleOf(definition))).toBeLessThan(MAX_BLOCKING_MS)
})

test('a list longer than a call has arguments is read', async () => {
  expect(
    await moduleOf(`const handler = async () => list\nconst list = [${'1,'.repeat(125_000)}]`),
  ).toContain('export default handler')
})

const prepared = (definition: string, runtime: 'javascript' | 'python' = 'javascript') =>
  findPreparedDefinition({ definition, runtime, publisher: 'ada' })

test('the same text is read once, and another text is another definition', async () => {
  const one = 'async function handler() { return 1 }'

  expect(await prepared(one)).toBe(await prepared(one))
  expect(await prepared(one)).toMatchObject({ module: expect.stringContaining('1') })
  expect(await prepared(one.replace('1', '2'))).toMatchObject({
    module: expect.stringContaining('2'),
  })
})

test('the same text is different as Python and as JavaScript', async () => {
  const text = 'async function handler() {}'
  await prepared(text)

  expect(await prepared(text, 'python')).toEqual({ module: text })
})

test.each(['javascript', 'python'] as const)(
  'code in %s that begins with a byte order mark is prepared without it',
  async (runtime) => {
    const source = runtime === 'python' ? 'def main(args):\n    return {}\n' : 'async function handler() {}'

    expect(await prepareDefinition(`\ufeff${source}`, { runtime })).toEqual(
      await prepareDefinition(source, { runtime }),
    )
  },
)
