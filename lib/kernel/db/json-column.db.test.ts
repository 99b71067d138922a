// JSON values arrive unchanged from a real Postgres, even those that Prisma might interpret itself.

import { expect, test } from 'vitest'
import { makeUser } from '../../testing/factories.ts'
import type { Json } from '../json/json.ts'
import { jsonColumn } from './json-column.ts'
import { database } from './prisma-client.ts'

const db = database()

test.each([
  '{"__proto__":{"a":1},"b":[{"__proto__":null}],"constructor":{"prototype":2}}',
  '{"__prismaRawParameters__":true,"values":1}',
  '{"a":{"__prismaRawParameters__":true,"values":{"$type":"Param","value":"x"}}}',
  '{"$type":"Raw","value":[{"__proto__":1}]}',
  '{"a":{"$type":"DateTime","value":"2020-01-01"},"b":[{"$type":"Json","value":"1"}]}',
  '{"toJSON":"x","text":"\\ud800","large":1e+21,"small":0.1,"null":null}',
  '[1,"two",[],{}]',
  '"\\ud800"',
  'null',
  'false',
])('%s', async (text) => {
  const { id: createdById, organisation } = await makeUser()
  const plan = {
    organisationId: organisation.id,
    slug: 'a',
    title: 'A',
    createdById,
    updatedById: createdById,
  }
  const document = jsonColumn(JSON.parse(text) as Json)

  const { id } = await db.savedPlan.create({ data: { ...plan, document } })
  const made = await db.$queryRaw`SELECT "document"::text AS "text" FROM "SavedPlan" WHERE "id" = ${id}`
  await db.savedPlan.updateMany({ where: { id }, data: { document: jsonColumn({ other: 1 }) } })
  await db.savedPlan.updateMany({ where: { id }, data: { document } })

  expect(made).toEqual([{ text }])
  expect(JSON.stringify((await db.savedPlan.findUnique({ where: { id } }))?.document)).toBe(text)
})
