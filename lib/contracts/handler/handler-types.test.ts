import { expect, test } from 'vitest'
import { handlerTypes, JAVASCRIPT_GLOBALS, PYTHON_GLOBALS, runtimeTypes } from './handler-types.ts'
import { stripTypes } from './strip-types.ts'

test('the type definitions of the handler API are TypeScript, with every member', () => {
  const types = handlerTypes()

  const handler = 'async function handler({ context }: HandlerInput) { return context.runId }'

  expect(stripTypes(types + handler).fault).toBeUndefined()
  for (const member of Object.values(JAVASCRIPT_GLOBALS).flat())
    expect(types).toContain(`  ${member.name}${member.type}\n`)
})

test('the definitions of the handler API for Python name every member', () => {
  for (const { name } of Object.values(PYTHON_GLOBALS).flat())
    expect(runtimeTypes()).toMatch(new RegExp(`^(    )?(def ${name}\\(|${name}: )`, 'm'))
})
