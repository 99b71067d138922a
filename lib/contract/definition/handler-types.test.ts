import { expect, test } from 'vitest'
import { handlerTypes, runtimeTypes } from './handler-types.ts'
import { JAVASCRIPT_WORLD, PYTHON_WORLD } from './handler-world.ts'
import { stripTypes } from './strip-types.ts'

test('the definitions are TypeScript, with every member', () => {
  const types = handlerTypes()

  const handler = 'async function handler({ context }: HandlerInput) { return context.runId }'

  expect(stripTypes(types + handler).fault).toBeUndefined()
  for (const member of Object.values(JAVASCRIPT_WORLD).flat())
    expect(types).toContain(`  ${member.name}${member.type}\n`)
})

test('the definitions for Python name every member', () => {
  for (const { name } of Object.values(PYTHON_WORLD).flat())
    expect(runtimeTypes()).toMatch(new RegExp(`^(    )?(def ${name}\\(|${name}: )`, 'm'))
})
