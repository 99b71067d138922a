import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Json } from '#lib/kernel/json/json.ts'
import { makeSkillDocument, makeSkillSetDocument } from '#lib/testing/factories.ts'
import { validateCommand } from './validate.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-validate-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

async function validate(parameters: Json) {
  const file = path.join(folder, 'set.json')
  const document = makeSkillSetDocument({ skills: [makeSkillDocument({ parameters: parameters as never })] })
  fs.writeFileSync(file, JSON.stringify(document))
  return validateCommand.run({ positionals: [file], options: {}, flags: {} })
}

test('a schema in the terms of another language is refused with a repair', async () => {
  const answer = await validate({ type: 'dict', properties: { name: { type: 'str' } }, required: ['name'] })

  expect(answer?.isFailure).toBe(true)
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

test('a schema whose meaning cannot be guessed is refused without a repair', async () => {
  const answer = await validate({
    type: 'object',
    properties: { name: { $ref: 'https://example.com/a.json' } },
  })

  expect(answer?.text).not.toContain('can be repaired')
  expect(answer?.json).not.toHaveProperty('repairs')
})

test('a valid file gets a list of what a submission would still need', async () => {
  const skill = makeSkillDocument({ prompt: 'Greets.', examples: [] })
  const file = path.join(folder, 'short.json')
  fs.writeFileSync(file, JSON.stringify(makeSkillSetDocument({ skills: [skill] })))

  const answer = await validateCommand.run({ positionals: [file], options: {}, flags: {} })

  expect(answer?.isFailure).toBe(false)
  expect(answer?.text).toContain('Before it can be submitted:')
  expect(answer?.json).toMatchObject({
    ok: true,
    unfinished: [{ path: '/skills/0/prompt' }, { path: '/skills/0/examples' }],
  })
})

test('problems have their line, column and fix, in the notation of the file', async () => {
  const file = path.join(folder, 'seed.js')
  fs.writeFileSync(
    file,
    [
      '{',
      '  slug: "GET-WEATHER", // the slug',
      '  name: "Weather",',
      '  description: "Checks the weather.",',
      '  prompt: "",',
      '  definition: `',
      'async function handler() { return fetch("https://api.example.com") }',
      'eval("1")',
      '`,',
      '  parameters: { type: "object" }, response: { type: "object" },',
      '}',
    ].join('\n'),
  )

  const answer = await validateCommand.run({ positionals: [file], options: {}, flags: {} })

  expect(answer?.text).toContain('This is JavaScript object text, not JSON. It was converted.')
  expect(answer?.text).toContain(`${file}:2:3  `)
  expect(answer?.text).toContain('Use lowercase letters, digits and underscores')
  expect(answer?.text).toMatch(/seed\.js:8:1 .*eval not allowed in definition/)
  expect(answer?.text).toMatch(/Hints:\n(.*\n)*.*seed\.js:7:\d+ .*requests are refused/)
  expect(answer?.json).toMatchObject({ ok: false })
})

test('a contract is named for what it is, and not repaired', async () => {
  const contract = {
    title: 'Digest Skill API Contract',
    input: { $ref: '#/definitions/Input' },
    output: { oneOf: [] },
    definitions: { Input: { type: 'object', properties: { topic: { type: 'string' } } } },
  }
  const file = path.join(folder, 'contract.json')
  fs.writeFileSync(file, JSON.stringify(contract))

  const whole = await validateCommand.run({ positionals: [file], options: {}, flags: {} })
  expect(whole?.text).toContain('This file is the contract of a skill.')
  expect(whole?.text).not.toContain('unknown key')
  const asSchema = await validate(contract)
  expect(asSchema?.text).not.toContain('can be repaired')
})

test('an image on another host, which pages do not show, is named', async () => {
  const file = path.join(folder, 'logo.json')
  const document = { ...makeSkillSetDocument(), logoImageUrl: 'https://example.com/logo.png' }
  fs.writeFileSync(file, JSON.stringify(document))

  const answer = await validateCommand.run({ positionals: [file], options: {}, flags: {} })

  expect(answer?.json).toMatchObject({ ok: true, hints: [{ path: '/logoImageUrl' }] })
  expect(answer?.text).toContain('pages only show images stored on this site')
})
