// The state that a client sends back; `ask-caller.sandbox.test.ts` sends it.
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openSession, sealSession } from '../session/cookies/session-token.ts'
import { roundCodec } from './ask-caller.ts'

beforeAll(() => void vi.stubEnv('NEXTAUTH_SECRET', 'a secret of this test'))
afterEach(() => void vi.useRealTimers())

const ROUND = { call: 'digest', runKey: 'key', version: '1.2.3', fields: { name: 'Ada' }, count: 1 }

const decoded = (state: string) =>
  state
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    .join()

test('the state of a question tells nobody what was asked and answered, and is opened for its key', async () => {
  const codec = roundCodec({ keyId: 'key_1' })
  const state = await codec.mint(ROUND)

  expect(decoded(state)).not.toMatch(/Ada|digest|1\.2\.3|fields/)
  expect(await codec.verify(state, {} as never)).toEqual(ROUND)
})

test.each<[string, (state: string) => { state: string; keyId?: string }]>([
  ['was changed', (state) => ({ state: state.replace(/.{4}$/, 'AAAA') })],
  ['belongs to another key', (state) => ({ state, keyId: 'key_2' })],
  ['is empty', () => ({ state: '' })],
])('a state that %s is refused', async (_, change) => {
  const { state, keyId = 'key_1' } = change(await roundCodec({ keyId: 'key_1' }).mint(ROUND))

  await expect(async () => roundCodec({ keyId }).verify(state, {} as never)).rejects.toThrow()
})

test('a sealed session is no state, and a state is no session', async () => {
  const session = await sealSession({ userId: 'user_1', sessionVersion: 1 })
  const codec = roundCodec({ keyId: 'key_1' })

  await expect(async () => codec.verify(session, {} as never)).rejects.toThrow()
  expect(await openSession(await codec.mint(ROUND))).toBeNull()
})

test('a state holds for ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const codec = roundCodec({ keyId: 'key_1' })
  const state = await codec.mint(ROUND)

  vi.advanceTimersByTime(9 * 60_000)
  expect(await codec.verify(state, {} as never)).toEqual(ROUND)
  vi.advanceTimersByTime(2 * 60_000)
  await expect(async () => codec.verify(state, {} as never)).rejects.toThrow()
})
