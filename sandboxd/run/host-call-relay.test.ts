import { expect, test } from 'vitest'
import { openHostCallRelay } from './host-call-relay.ts'

async function* bodyOf(call: object) {
  yield Buffer.from(JSON.stringify(call))
}

test.each(['deniedHosts', 'packages'])(
  'the code of a skill cannot make the call %s, which is the sandbox’s own',
  async (method) => {
    const asked: string[] = []
    const relay = openHostCallRelay(async (call) => {
      asked.push(call.method)
      return { value: null }
    })

    const refusal = JSON.parse(await relay(bodyOf({ method, params: {} })))
    const answer = JSON.parse(await relay(bodyOf({ method: 'callSkill', params: {} })))

    expect(refusal).toMatchObject({ error: { code: 'INVALID_INPUT' } })
    expect(answer).toEqual({ value: null })
    expect(asked).toEqual(['callSkill'])
  },
)
