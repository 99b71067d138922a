import { expect, test } from 'vitest'
import { preparedDefinition } from './prepared-definitions.ts'

test('the same text is read once, and another text is another definition', async () => {
  const one = 'async function handler() { return 1 }'

  expect(preparedDefinition(one, 'javascript')).toBe(preparedDefinition(one, 'javascript'))
  expect(await preparedDefinition(one, 'javascript')).toMatchObject({ module: expect.stringContaining('1') })
  expect(await preparedDefinition(one.replace('1', '2'), 'javascript')).toMatchObject({
    module: expect.stringContaining('2'),
  })
})

test('the same text as Python is not what it is as JavaScript', async () => {
  const text = 'async function handler() {}'
  await preparedDefinition(text, 'javascript')

  expect(await preparedDefinition(text, 'python')).toEqual({ module: text })
})
