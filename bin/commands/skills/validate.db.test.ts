import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeSkillSetDocument } from '#lib/testing/factories.ts'
import { openTerminal } from '#lib/testing/terminal.ts'

const { folder, cli, write } = openTerminal()

test('validate accepts a valid file', async () => {
  expect(await cli('validate', write(makeSkillSetDocument()))).toMatchObject({ code: 0 })
})

test('validate names every problem of an invalid file, with its path', async () => {
  const { code, json } = await cli(
    'validate',
    write(makeSkillSetDocument({ slug: 'no slug', skills: [] })),
    '--json',
  )

  expect(code).toBe(1)
  expect(json().issues.map((issue: { path: string }) => issue.path)).toEqual(
    expect.arrayContaining(['/slug', '/skills']),
  )
})

test('validate refuses invalid JSON and a missing file', async () => {
  const file = path.join(folder, 'broken.json')
  fs.writeFileSync(file, '{')

  expect(await cli('validate', file)).toMatchObject({ code: 1 })
  expect((await cli('validate', path.join(folder, 'nowhere.json'), '--json')).json().error.code).toBe(
    'NOT_FOUND',
  )
})
