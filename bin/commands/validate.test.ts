import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Json } from '#lib/contract/json/json.ts'
import { makeSkillDocument, makeSkillSetDocument } from '#lib/testing/factories.ts'
import { validateCommand } from './validate.ts'

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-validate-'))
afterAll(() => fs.rmSync(place, { recursive: true }))

async function validate(parameters: Json) {
  const file = path.join(place, 'set.json')
  const document = makeSkillSetDocument({ skills: [makeSkillDocument({ parameters: parameters as never })] })
  fs.writeFileSync(file, JSON.stringify(document))
  return validateCommand.run({ words: [file], options: {}, flags: {} })
}

test('a schema in the words of another language is refused with the repair that is offered', async () => {
  const answer = await validate({ type: 'dict', properties: { name: { type: 'str' } }, required: ['name'] })

  expect(answer?.isBad).toBe(true)
  expect(answer?.text).toContain('The schema at /skills/0/parameters can be repaired')
  expect(answer?.text).toContain('[skills -> 0 -> parameters -> type] "dict" becomes "object".')
  expect(answer?.json).toMatchObject({
    ok: false,
    repairs: [
      {
        pointer: '/skills/0/parameters',
        schema: { type: 'object', properties: { name: { type: 'string' } } },
      },
    ],
  })
})

test('one that nobody can guess the meaning of is only refused', async () => {
  const answer = await validate({
    type: 'object',
    properties: { name: { $ref: 'https://example.com/a.json' } },
  })

  expect(answer?.text).not.toContain('can be repaired')
  expect(answer?.json).not.toHaveProperty('repairs')
})

test('what a submission would miss is told of a file that keeps every rule', async () => {
  const skill = makeSkillDocument({ prompt: 'Greets.', examples: [] })
  const file = path.join(place, 'short.json')
  fs.writeFileSync(file, JSON.stringify(makeSkillSetDocument({ skills: [skill] })))

  const answer = await validateCommand.run({ words: [file], options: {}, flags: {} })

  expect(answer?.isBad).toBe(false)
  expect(answer?.text).toContain('Before it can be submitted:')
  expect(answer?.json).toMatchObject({
    ok: true,
    unfinished: [{ path: '/skills/0/prompt' }, { path: '/skills/0/examples' }],
  })
})
