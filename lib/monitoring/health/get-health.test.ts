import { expect, test } from 'vitest'
import { getSharedHealth, type Health } from './get-health.ts'

test('callers that come together share one check, later ones get a new one', async () => {
  let checks = 0
  const check = async () => {
    checks += 1
    return { commit: String(checks) } as Health
  }

  const together = await Promise.all([getSharedHealth(check), getSharedHealth(check)])

  expect(together.map(({ commit }) => commit)).toEqual(['1', '1'])
  expect((await getSharedHealth(check)).commit).toBe('2')
})
