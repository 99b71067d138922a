import { expect, test } from 'vitest'
import { validatorHash } from '../json-schema/precompile/validator-code.ts'
import {
  contextFor,
  makePublishedVersion,
  makeSkillSetDocument,
  makeUser,
  type TestVersion,
} from '../testing/factories.ts'
import { getSkillPage, getToolPage, getValidatorCode } from './get-skill-page.ts'

const refOf = ({ skillSet }: TestVersion) => ({
  publisher: skillSet.publisher.handle,
  skillset: skillSet.slug,
  skill: 'greet',
})
const nameOf = (version: TestVersion) => Object.values(refOf(version)).join('.')

test('a visitor gets the compiled contract of a public skill and of a built-in tool', async () => {
  const ctx = await contextFor(await makeUser())
  const visitor = { ...ctx, viewer: null }
  const made = await makePublishedVersion()
  const pages = [await getSkillPage(visitor, refOf(made)), await getToolPage(visitor, 'vault.readFile')]

  for (const { name, skill } of pages) {
    const hash = validatorHash(skill.parameters!)!
    expect(await getValidatorCode(visitor, name, { hash })).toContain('export function makeValidators')
  }
})

test.each([
  ['another contract’s hash', '0'.repeat(32)],
  ['no hash', ''],
])('with %s there is none, so that browsers never cache the wrong one', async (_, hash) => {
  const ctx = await contextFor(await makeUser())
  const name = nameOf(await makePublishedVersion())

  await expect(getValidatorCode(ctx, name, { hash })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a person of another organisation does not get that of a private skill', async () => {
  const made = await makePublishedVersion({ document: makeSkillSetDocument({ visibility: 'PRIVATE' }) })
  const ownerCtx = await contextFor(made.skillSet.publisher.owner)
  const hash = validatorHash((await getSkillPage(ownerCtx, refOf(made))).skill.parameters!)!

  await expect(getValidatorCode(ownerCtx, nameOf(made), { hash })).resolves.toContain('makeValidators')
  await expect(
    getValidatorCode(await contextFor(await makeUser()), nameOf(made), { hash }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each(['', 'one', 'a.b.c', 'vault.none', '__proto__'])('“%s” does not name a skill', async (name) => {
  const ctx = await contextFor(await makeUser())

  await expect(getValidatorCode(ctx, name, { hash: '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
