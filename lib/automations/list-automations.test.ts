import { expect, test } from 'vitest'
import type { Context } from '../context/context.ts'
import type { AutomationView } from './automation-view.ts'
import { findInputSchema } from './list-automations.ts'

test('a failure of the database is not taken for a skill that is not available', async () => {
  const db = new Proxy({} as Context['db'], {
    get() {
      throw new Error('the database is away')
    },
  })
  const viewer = { userId: 'user', organisationId: 'organisation', organisationName: 'Org' }
  const automation = { target: { kind: 'skill', name: 'acme.texts.greet', input: {} } } as AutomationView

  await expect(findInputSchema({ db, viewer } as Context, automation)).rejects.toThrow('the database is away')
})
