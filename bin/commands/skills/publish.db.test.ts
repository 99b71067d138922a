import { expect, test } from 'vitest'
import { makePublisher, makeSkillSetDocument, makeUser } from '#lib/testing/factories.ts'
import { openTerminal } from '#lib/testing/terminal.ts'

const { cli, write } = openTerminal()

test('publish makes a private SkillSet available to its organisation at once', async () => {
  const { owner, handle } = await makePublisher()
  const document = makeSkillSetDocument({ visibility: 'PRIVATE', skills: [instruction()] })

  const { code, json } = await cli('publish', write(document), '--email', owner.email, '--json')

  expect({ code, answer: json() }).toMatchObject({
    code: 0,
    answer: { name: `${handle}.${document.slug}`, version: '1.0.0', state: 'PUBLISHED' },
  })
})

test('publish publishes the next version of an existing SkillSet', async () => {
  const { handle } = await makePublisher()
  const document = makeSkillSetDocument({ visibility: 'PRIVATE', skills: [instruction()] })
  const next = {
    ...document,
    version: '1.1.0',
    changelog: 'More.',
    skills: [instruction(), instruction('second')],
  }

  const first = await cli('publish', write(document), '--publisher', handle)
  const second = await cli('publish', write(next), '--publisher', handle, '--json')

  expect([first.code, second.code], second.stdout).toEqual([0, 0])
  expect(second.json().version).toBe('1.1.0')
})

test('publish is refused without a handle, and under another organisation’s handle', async () => {
  const [stranger, { handle }] = [await makeUser(), await makePublisher()]
  const file = write(makeSkillSetDocument())

  const without = (await cli('publish', file, '--email', stranger.email, '--json')).json()
  const others = (
    await cli('publish', file, '--email', stranger.email, '--publisher', handle, '--json')
  ).json()

  expect(without.error.code).toBe('PRECONDITION_FAILED')
  expect(others.error).toBeDefined()
})

/** Returns a skill that can be published without a sandbox. */
function instruction(slug = 'advise') {
  return {
    slug,
    name: 'Advise a user',
    description: 'Gives good advice on whatever is asked.',
    prompt: 'Use this when a person asks for advice and you have nothing better at hand to offer them.',
    kind: 'instruction' as const,
    body: '# Advice\n\nListen first, and then say one thing at a time.',
  } as never
}
