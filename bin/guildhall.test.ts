import { expect, test } from 'vitest'
import { answerCommand } from './guildhall.ts'

async function say(words: string): Promise<{ code: number; out: string; err: string }> {
  const said = { log: '', error: '' }
  const code = await answerCommand(words.split(' ').filter(Boolean), {
    log: (text) => (said.log += text),
    error: (text) => (said.error += text),
  })
  return { code, out: said.log, err: said.error }
}

test.each(['plan', 'plan --help', 'plan help'])(
  '“%s” lists what there is of it, and nothing else',
  async (words) => {
    const { code, out } = await say(words)

    expect(code).toBe(0)
    expect(out).toContain('plan resume')
    expect(out).not.toContain('vault ls')
  },
)

test('a second word that is none is named with the first, and those that there are', async () => {
  const { code, out, err } = await say('plan go')

  expect([code, out]).toEqual([2, ''])
  expect(err).toContain('There is no command "plan go".')
  expect(err).toContain('plan run')
  expect(err).not.toContain('vault ls')
})
