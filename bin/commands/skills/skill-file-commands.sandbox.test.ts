/** `init`, `validate` and `test` lead to a publishable file without a database or an account. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeSkillDocument, makeSkillSetDocument } from '#lib/testing/factories.ts'
import { openTerminal } from '#lib/testing/terminal.ts'

const { folder, cli, write } = openTerminal()

test('the files that init writes are valid and complete, and their tests pass', async () => {
  const file = path.join(folder, 'new.json')

  const made = await cli('init', file, '--name', 'Café & Co', '--json')
  const checked = await cli('validate', file, '--json')
  const tested = await cli('test', file, '--json')

  expect(made.json()).toEqual({ file, slug: 'cafe_co' })
  expect(checked.json()).toEqual({ ok: true, issues: [], unfinished: [] })
  expect(tested).toMatchObject({ code: 0 })
  expect(tested.json()).toMatchObject({ ok: true, examples: [{ output: { message: 'Hello, Ada' } }] })
})

test('init overwrites no file, and needs a name that can be a slug', async () => {
  const file = write('mine')

  expect(await cli('init', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already exists'),
  })
  expect(await cli('init', path.join(folder, 'other.json'), '--name', '☃')).toMatchObject({ code: 2 })
  expect(await cli('init', path.join(folder, 'no/such/place.json'))).toMatchObject({ code: 1 })
  expect(fs.readFileSync(file, 'utf8')).toBe('mine')
})

test('test judges each example separately, and prints the reason of a failing one', async () => {
  const handler = (body: string) => `async function handler({ parameters, config }) { ${body} }`
  const skill = (slug: string, body: string, more = {}) =>
    makeSkillDocument({ slug, definition: handler(body), ...more })
  const file = write(
    makeSkillSetDocument({
      configDefinitions: [{ key: 'api_key', label: 'Key', type: 'SECRET', required: true, order: 1 }],
      skills: [
        skill('good', 'console.log(config.api_key); return { message: parameters.name }', {
          examples: ['Ada', 'Bob'].map((name) => ({
            title: 'A',
            input: { name },
            output: { message: 'Ada' },
          })),
        }),
        skill('unset', 'return { message: "" }'),
        skill('wrong', 'return { message: 7 }', {
          examples: [{ title: 'B', input: { name: 'Ada' } }],
        }),
        skill('throws', 'throw new Error("No luck with " + parameters.name)', {
          examples: [{ title: 'C', input: { name: 'Ada' } }],
        }),
        skill('misfit', 'return { message: "" }', { examples: [{ title: 'D', input: {} }] }),
      ],
    }),
  )

  const settings = write({ api_key: 'sk_live_0123456789' })
  const { code, stdout } = await cli('test', file, '--settings', settings)
  const asJson = await cli('test', file, '--settings', settings, '--json')
  const one = await cli('test', file, '--settings', settings, '--skill', 'good')
  const unset = await cli('test', file, '--skill', 'unset', '--json')

  expect(code).toBe(1)
  expect(stdout).toContain('3 of 6 examples pass.')
  expect(unset.json().examples).toMatchObject([
    { ok: false, message: expect.stringContaining('Missing configuration: api_key.') },
  ])
  expect(asJson.json().examples).toMatchObject([
    { skill: 'good', ok: true, as_expected: true },
    {
      skill: 'good',
      ok: true,
      as_expected: false,
      note: expect.stringContaining('differs from the expected output'),
    },
    { skill: 'unset', ok: true },
    { skill: 'wrong', ok: false, message: expect.stringContaining('does not match the response schema') },
    {
      skill: 'throws',
      ok: false,
      message: expect.stringMatching(/^SKILL_ERROR: No luck with Ada \(line \d+\)$/),
      error: {
        code: 'SKILL_ERROR',
        type: 'Error',
        line: expect.any(Number),
        trace: expect.stringMatching(/^Error: No luck with Ada\n {4}at handler \(definition\.js/),
      },
    },
    { skill: 'misfit', ok: false, message: expect.stringContaining('Invalid input') },
  ])
  expect(asJson.stdout).not.toContain('sk_live')
  expect(one).toMatchObject({ code: 0, stdout: expect.stringContaining('2 examples: all pass.') })
})

test('an example with a value for a secret fails the test of its file', async () => {
  const file = write(
    makeSkillSetDocument({
      configDefinitions: [{ key: 'api_key', label: 'Key', type: 'SECRET', required: true, order: 1 }],
      skills: [
        makeSkillDocument({
          examples: [{ title: 'A', input: { name: 'Ada' }, config: { api_key: 'sk_live_0123456789' } }],
        }),
      ],
    }),
  )

  const { code, stdout } = await cli('test', file, '--json')

  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    issues: [{ path: '/skills/0/examples/0/config/api_key', keyword: 'example-secret' }],
  })
  expect(stdout).not.toContain('sk_live')
})

test('a failing Python example shows the class, the line and the trace with its causes', async () => {
  const file = write(
    makeSkillSetDocument({
      skills: [
        makeSkillDocument({
          slug: 'sum',
          runtime: 'python',
          definition:
            'def main(args):\n    try:\n        int("x")\n    except ValueError as error:\n        return {"message": {}["amount"]}\n',
          examples: [{ title: 'A', input: { name: 'Ada' } }],
        }),
      ],
    }),
  )

  const { code, stdout } = await cli('test', file)
  const asJson = await cli('test', file, '--json')

  expect(code).toBe(1)
  expect(stdout).toContain("SKILL_ERROR: KeyError: 'amount' (line 5)")
  expect(stdout).toContain('          Raised while handling:\n')
  expect(asJson.json().examples[0]).toMatchObject({
    message: "SKILL_ERROR: KeyError: 'amount' (line 5)",
    error: { type: 'KeyError', line: 5, trace: expect.stringContaining('ValueError: invalid literal') },
  })
})

test('test refuses a file without examples, the named skill or a SkillSet', async () => {
  const bare = write(makeSkillSetDocument({ skills: [makeSkillDocument({ examples: [] })] }))

  expect(await cli('test', bare)).toMatchObject({ code: 1, stderr: expect.stringContaining('no example') })
  expect(await cli('test', bare, '--skill', 'x')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('greet'),
  })
  expect(await cli('test', write('{'))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('INVALID_INPUT'),
  })
  expect(await cli('test', path.join(folder, 'none.json'))).toMatchObject({ code: 1 })
  expect((await cli('test')).code).toBe(2)
})
