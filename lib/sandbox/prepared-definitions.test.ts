import { expect, test } from 'vitest'
import { preparedDefinition } from './prepared-definitions.ts'

const prepared = (definition: string, runtime: 'javascript' | 'python' = 'javascript') =>
  preparedDefinition({ definition, runtime, publisher: 'ada' })

test('the same text is read once, and another text is another definition', async () => {
  const one = 'async function handler() { return 1 }'

  expect(prepared(one)).toBe(prepared(one))
  expect(await prepared(one)).toMatchObject({ module: expect.stringContaining('1') })
  expect(await prepared(one.replace('1', '2'))).toMatchObject({
    module: expect.stringContaining('2'),
  })
})

test('the same text as Python is not what it is as JavaScript', async () => {
  const text = 'async function handler() {}'
  await prepared(text)

  expect(await prepared(text, 'python')).toEqual({ module: text })
})
