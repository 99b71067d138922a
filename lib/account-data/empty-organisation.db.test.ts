// A table that names an organisation is emptied with it, or says why it is not.
import { expect, test } from 'vitest'
import { emptyOrganisation } from '../accounts/rows/close-rows.ts'
import { database } from '../kernel/db/prisma-client.ts'
import { freshName, makeOrganisation, makeUser } from '../testing/factories.ts'

const db = database()

/** Tables that are not emptied here, each with the reason. */
const KEPT = {
  ApiKey: 'revoked, because runs name the key that started them',
  Blob: 'expired, so that a sweep deletes it with its content',
  LedgerAccount: 'the ledger stays',
  OAuthCode: 'hashes of codes that expire within minutes',
  OpenPage: 'deleted once the page is not seen',
  OrganisationLimit: 'numbers that admins set',
  Payout: 'what was paid stays, as the ledger does',
  Publisher: 'names of publishers are never given to others; their versions were taken down',
  RecallReach: 'counts of a recall, whose totals and refunds stay',
  Run: 'receipts stay; a sweep deletes their content',
  SkillCustomer: 'how many organisations ran a skill, without their names',
  StorageEntry: 'sums, which the sweeps that delete content correct',
  VaultChange: 'deleted with its operation',
  VaultContent: 'a sweep deletes content that no file has',
  Workspace: 'deleted with the membership',
}

/** Values that a constraint of the table asks for. */
const CHECKED: Record<string, Record<string, string>> = {
  LedgerAccount: { kind: 'wallet' },
  VaultContent: { bytes: '' },
  Automation: { kind: 'cron', skillName: 'a.b.c' },
  ReplayCase: { source: 'others' },
}

type Column = { table: string; column: string; type: string; udt: string; isNeeded: boolean }

/** Returns a value for a column that needs one, as SQL. */
function valueFor({ type, udt }: Column): string {
  if (type === 'ARRAY') return "'{}'"
  if (type === 'USER-DEFINED') return `(enum_range(NULL::"${udt}"))[1]`
  if (/^(?:integer|bigint|double precision|numeric|smallint)$/.test(type)) return '1'
  if (/^(?:timestamp|date)/.test(type)) return 'now()'
  if (type.startsWith('json')) return "'{}'"
  if (type === 'boolean') return 'false'
  return type === 'bytea' ? "''" : `'${freshName()}'`
}

test('every table that names an organisation is emptied when the organisation is deleted, or has a reason', async () => {
  const { id } = await makeOrganisation({ owner: await makeUser() })
  const columns = await db.$queryRaw<Column[]>`
    SELECT "table_name" AS "table", "column_name" AS "column", "data_type" AS "type", "udt_name" AS "udt",
      "is_nullable" = 'NO' AND "column_default" IS NULL AND "is_identity" = 'NO' AS "isNeeded"
    FROM information_schema.columns WHERE "table_schema" = current_schema()`
  const tables = columns.filter(({ column }) => column === 'organisationId').map(({ table }) => table)
  expect(tables.length).toBeGreaterThan(30)
  await db.$transaction(async (tx) => {
    // Neither foreign keys nor triggers: the rows name nothing but the organisation.
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`
    for (const table of tables.filter((each) => each !== 'Membership')) {
      const needed = columns.filter((each) => each.table === table && each.isNeeded)
      const values = new Map(needed.map((each) => [each.column, valueFor(each)]))
      values.set('organisationId', `'${id}'`)
      for (const [column, value] of Object.entries(CHECKED[table] ?? {})) values.set(column, `'${value}'`)
      if (table === 'LedgerAccount') values.set('id', `'wallet:${id}'`)
      const names = [...values.keys()].map((name) => `"${name}"`)
      await tx.$executeRawUnsafe(`INSERT INTO "${table}" (${names}) VALUES (${[...values.values()]})`)
    }
  })

  await db.$transaction((tx) => emptyOrganisation(tx, id, new Date()))

  const left = []
  for (const table of tables) {
    const [row] = await db.$queryRawUnsafe<{ total: number }[]>(
      `SELECT count(*)::int AS "total" FROM "${table}" WHERE "organisationId" = '${id}'`,
    )
    if (row?.total) left.push(table)
  }
  expect(left.sort()).toEqual(Object.keys(KEPT).sort())
})
