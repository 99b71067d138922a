import { afterEach, expect, test } from 'vitest'
import { EXPORTED_IN } from '../accounts/rows/own-data.ts'
import { saveSiteSettings } from '../admin/site-settings.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { forgetStoredSettings } from '../settings/read-settings.ts'
import { contextFor, makeAdmin, visitor } from '../testing/factories.ts'
import { listRetention, STORED_GROUPS } from './stored-data.ts'

afterEach(async () => {
  await database().siteSetting.deleteMany()
  forgetStoredSettings()
})

test('the page about privacy names everything that a person can download, and nothing else', () => {
  const named = STORED_GROUPS.flatMap(({ files }) => Object.keys(files))

  expect(named.toSorted()).toEqual([...new Set(Object.values(EXPORTED_IN))].toSorted())
})

test('the times on the page about privacy are those that an admin set', async () => {
  const admin = await contextFor(await makeAdmin())
  await saveSiteSettings(admin, { retention: '30', blobDays: '7', visitorRuns: 'off' })

  const lines = new Map((await listRetention(visitor())).map(({ what, howLong }) => [what, howLong]))

  expect(lines.get('Inputs, outputs and logs of runs')).toMatch(/^30 days in a new organisation/)
  expect(lines.get('Uploaded and produced files')).toMatch(/^7 days/)
  expect([...lines.keys()]).not.toContain('Runs without an account')
  await saveSiteSettings(admin, { retention: 'unlimited' })
  expect((await listRetention(visitor()))[0]?.howLong).toMatch(/^Until they are deleted/)
})
