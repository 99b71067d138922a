// Texts of handlers, callers and other services can contain NUL or half of a surrogate pair. No write may be lost
// through them. The columns are read from the database, so that a new one is tested as well.
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { copyDatabase } from '../../testing/copy-database.ts'
import { openPool } from './connection.ts'
import { type Database, makeClient } from './prisma-client.ts'
import { sql } from './sql.ts'

let db: Database

const TEXTS = { NUL: 'a\0b', 'a lone surrogate': 'a\ud800b' }

type Column = { table: string; column: string; type: string; isList: boolean }

const listColumns = () => db.$queryRaw<Column[]>`
  SELECT class.relname AS "table", attribute.attname AS "column", format_type(attribute.atttypid, NULL) AS "type",
    attribute.attndims > 0 AS "isList"
  FROM pg_attribute AS attribute
  JOIN pg_class AS class ON class.oid = attribute.attrelid AND class.relkind = 'r'
  WHERE class.relnamespace = 'public'::regnamespace AND attribute.attnum > 0 AND NOT attribute.attisdropped
    AND attribute.attgenerated = '' AND class.relname <> '_prisma_migrations'
    AND format_type(attribute.atttypid, NULL) IN ('text', 'text[]', 'character varying', 'json', 'jsonb')
  ORDER BY 1, 2`

/** Refusals that do not depend on what the text contains. */
const REFUSED_ALWAYS =
  /append-only|not balanced|is published and cannot be edited|of it is held|duplicate key|findings of a decision/

/** Inserts a row with any values, past the triggers. */
async function insertAnyRow(table: string): Promise<void> {
  const needed = await db.$queryRaw<{ name: string; type: string; first: string | null }[]>`
    SELECT attribute.attname AS "name", format_type(attribute.atttypid, NULL) AS "type",
      (SELECT enumlabel::text FROM pg_enum WHERE enumtypid = attribute.atttypid ORDER BY enumsortorder LIMIT 1) AS "first"
    FROM pg_attribute AS attribute
    WHERE attribute.attrelid = ${`"${table}"`}::regclass AND attribute.attnum > 0 AND NOT attribute.attisdropped
      AND attribute.attnotnull AND NOT attribute.atthasdef AND attribute.attidentity = ''`
  const values = needed.map(({ type, first }) => sql.raw(first ? `'${first}'` : anyValue(type)))
  const names = needed.map(({ name }) => sql.raw(`"${name}"`))
  await db.$executeRaw`SET session_replication_role = replica`
  await db.$executeRaw`INSERT INTO ${sql.raw(`"${table}"`)} (${sql.join(names)}) VALUES (${sql.join(values)})`
  await db.$executeRaw`SET session_replication_role = origin`
}

function anyValue(type: string): string {
  if (type.endsWith('[]')) return `'{}'`
  if (type.startsWith('json')) return `'{}'`
  if (type.startsWith('timestamp') || type === 'date') return 'now()'
  if (type === 'bytea') return `'\\x00'`
  if (type === 'boolean') return 'false'
  return type === 'text' ? `'a'` : '1'
}

function valueFor({ type }: Column, text: string): unknown {
  if (type.endsWith('[]')) return [text]
  return type.startsWith('json') ? JSON.stringify({ message: text, [text]: [text] }) : text
}

let columns: Column[]

beforeAll(async () => {
  // One connection, whose session inserts rows that nothing refers to; a database of its own, without constraints.
  const name = `${path.basename(new URL(inject('databaseUrl')!).pathname)}_columns`
  db = makeClient(openPool({ connectionString: await copyDatabase(name), max: 1, idleTimeoutMillis: 0 }))
  const constraints = await db.$queryRaw<{ table: string; name: string }[]>`
    SELECT conrelid::regclass::text AS "table", conname::text AS "name" FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f') AND conparentid = 0`
  for (const { table, name } of constraints)
    await db.$executeRaw`ALTER TABLE ${sql.raw(table)} DROP CONSTRAINT ${sql.raw(`"${name}"`)}`
  columns = await listColumns()
  for (const table of new Set(columns.map((column) => column.table))) await insertAnyRow(table)
})

afterAll(() => db.$disconnect())

test('the columns that hold texts are found', () => {
  const names = columns.map(({ table, column }) => `${table}.${column}`)
  for (const name of [
    'Run.error',
    'Run.logs',
    'AuditEvent.data',
    'Notice.body',
    'PlanAttempt.result',
    'Mail.text',
  ])
    expect(names).toContain(name)
})

describe.each(Object.entries(TEXTS))('a text with %s', (_, text) => {
  test('is written to every column that holds text, past every trigger', async () => {
    const refused: string[] = []
    for (const column of columns) {
      const [table, name] = [sql.raw(`"${column.table}"`), sql.raw(`"${column.column}"`)]
      const value = sql`${valueFor(column, text)}::${sql.raw(column.type)}`
      await db.$executeRaw`UPDATE ${table} SET ${name} = ${value}`.catch(({ message }: Error) => {
        if (!REFUSED_ALWAYS.test(message)) refused.push(`${column.table}.${column.column}: ${message}`)
      })
    }
    expect(refused).toEqual([])
  })

  test('in the error of a run does not keep it from ending, in any state', async () => {
    const error = JSON.stringify({ code: 'SKILL_ERROR', message: text })
    for (const state of ['failed', 'timed_out', 'cancelled', 'partial', 'succeeded']) {
      await db.$executeRaw`UPDATE "Run" SET "state" = 'running', "mode" = 'production', "error" = NULL`
      const ended = db.$executeRaw`
        UPDATE "Run" SET "error" = ${error}::json, "state" = ${state}::"RunState", "chargedMicros" = 0, "capturedMicros" = 0`
      await expect(ended).resolves.toBe(1)
    }
  })
})

test('no function of the database reads a stored document with an operator that refuses such texts', async () => {
  const functions = await db.$queryRaw<{ name: string; body: string }[]>`
    SELECT proname::text AS "name", prosrc AS "body" FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      AND prolang <> (SELECT oid FROM pg_language WHERE lanname = 'c')`
  const reading = functions.filter(({ body }) =>
    /::jsonb|#>|->|json_each|json_array_elements/.test(body.replaceAll(/to_jsonb\((NEW|OLD)\)\s*->>/g, '')),
  )
  expect(reading.map(({ name }) => name)).toEqual(['json_field'])
})
