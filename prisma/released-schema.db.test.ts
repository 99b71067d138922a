/**
 * The previous release works on the schema of this one, so that sites can be upgraded one after the other: nothing that
 * it uses is gone, and nothing that it omits is required.
 *
 * `released-schema.json` describes the schema of that release, by its number. With each release, write it again:
 * `GUILDHALL_RELEASE=1 npx vitest run --project integration prisma/released-schema`. A migration that removes something
 * therefore comes one release after the code that no longer uses it.
 */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { withClient } from '#bin/server/postgres/databases.ts'
import { GUILDHALL_VERSION } from '#lib/contracts/versions/runtime-version.ts'

const FILE = path.join(import.meta.dirname, 'released-schema.json')

/** A column is described by its type, "?" if null is allowed, and "=" if the database can fill it in. */
type Schema = {
  /** The release that has this schema; absent in schemas that are read from a database. */
  release?: string
  columns: { [table: string]: { [column: string]: string } }
  /** Checks, unique constraints, foreign keys, and unique indexes: "table: definition". */
  constraints: string[]
  enums: { [name: string]: string[] }
  functions: string[]
}

const COLUMNS = `
  select c.relname as "table", json_object_agg(a.attname, format_type(a.atttypid, a.atttypmod)
    || case when a.attnotnull then '' else '?' end
    || case when a.atthasdef or a.attidentity <> '' then '=' else '' end order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> '_prisma_migrations'
  group by 1 order by 1`
const CONSTRAINTS = `
  select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as line from pg_constraint
  where connamespace = 'public'::regnamespace and contype in ('c', 'u', 'f', 'x') and conrelid <> 0
    and conrelid::regclass::text <> '_prisma_migrations'
  union
  select indrelid::regclass || ': unique ' || regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', '')
  from pg_index join pg_class c on c.oid = indrelid
  where indisunique and not indisprimary and relnamespace = 'public'::regnamespace order by 1`
const ENUMS = `
  select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as labels
  from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'public'::regnamespace group by 1 order by 1`
const FUNCTIONS = `
  select p.oid::regprocedure::text as line from pg_proc p where p.pronamespace = 'public'::regnamespace
    and not exists (select 1 from pg_depend where objid = p.oid and deptype = 'e') order by 1`

function readSchema(): Promise<Schema> {
  return withClient(process.env.DATABASE_URL ?? '', async (client) => {
    const lines = async (sql: string) =>
      (await client.query<{ line: string }>(sql)).rows.map(({ line }) => line)
    const tables = (await client.query<{ table: string; columns: Record<string, string> }>(COLUMNS)).rows
    const enums = (await client.query<{ name: string; labels: string[] }>(ENUMS)).rows
    return {
      columns: Object.fromEntries(tables.map(({ table, columns }) => [table, columns])),
      constraints: await lines(CONSTRAINTS),
      enums: Object.fromEntries(enums.map(({ name, labels }) => [name, labels])),
      functions: await lines(FUNCTIONS),
    }
  })
}

/** Returns the reasons why code of the release `old` fails on the schema `now`. */
function findBreaks(old: Schema, now: Schema): string[] {
  const breaks: string[] = []
  for (const [table, columns] of Object.entries(old.columns)) {
    const present = now.columns[table]
    if (!present) breaks.push(`the table ${table} is gone`)
    else {
      for (const [column, was] of Object.entries(columns))
        breaks.push(...breaksOf(`${table}.${column}`, was, present[column]))
      for (const [column, is] of Object.entries(present))
        if (!(column in columns) && !is.includes('?') && !is.includes('='))
          breaks.push(`${table}.${column} is new and required`)
    }
  }
  const tables = Object.keys(old.columns).map((table) => `"${table}": `)
  for (const line of now.constraints)
    if (
      !old.constraints.includes(line) &&
      tables.some((table) => line.startsWith(table)) &&
      !isOptional(line, old, now)
    )
      breaks.push(`a new constraint may refuse its rows: ${line}`)
  for (const [name, labels] of Object.entries(old.enums))
    for (const label of labels)
      if (!now.enums[name]?.includes(label)) breaks.push(`${name} no longer has ${label}`)
  for (const name of old.functions)
    if (!now.functions.includes(name)) breaks.push(`the function ${name} is gone`)
  return breaks
}

function breaksOf(name: string, was: string, is: string | undefined): string[] {
  const typeOf = (text: string) => text.replace(/[?=]+$/, '')
  if (is === undefined) return [`${name} is gone`]
  if (typeOf(is) !== typeOf(was)) return [`${name} was ${was} and is ${is}`]
  if (was.includes('?') && !is.includes('?')) return [`${name} no longer accepts null`]
  if (was.includes('=') && !is.includes('=') && !is.includes('?')) return [`${name} no longer has a default`]
  return []
}

/** Returns whether a constraint is only about new columns, which the old release leaves at their default. */
function isOptional(line: string, old: Schema, now: Schema): boolean {
  const table = /^"(.*?)": /.exec(line)?.[1] ?? ''
  // The columns that a foreign key refers to belong to another table.
  const [own = ''] = line.slice(table.length + 4).split(/\breferences\b/i)
  const names = [...own.matchAll(/\b[A-Za-z]\w*\b/g)].map(([name]) => name)
  const columns = Object.keys(now.columns[table] ?? {}).filter((column) => names.includes(column))
  return columns.length > 0 && columns.every((column) => !(column in (old.columns[table] ?? {})))
}

/** Writes one line per table, so that a change is readable. */
function format({ columns, ...rest }: Schema): string {
  const list = (lines: string[]) => `[\n    ${lines.join(',\n    ')}\n  ]`
  const map = (entries: object) =>
    `{\n    ${Object.entries(entries)
      .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n    ')}\n  }`
  const parts = [
    `"release": ${JSON.stringify(GUILDHALL_VERSION)}`,
    `"columns": ${map(columns)}`,
    `"constraints": ${list(rest.constraints.map((line) => JSON.stringify(line)))}`,
    `"enums": ${map(rest.enums)}`,
    `"functions": ${list(rest.functions.map((line) => JSON.stringify(line)))}`,
  ]
  return `{\n  ${parts.join(',\n  ')}\n}\n`
}

/**
 * Parts of changed constraints that still accept all that the previous release writes, which the text alone does not show, each
 * with the reason. Empty after a release.
 */
const ALLOWING_MORE: string[] = []

test('the previous release works on the schema of this one', async () => {
  const now = await readSchema()
  if (process.env.GUILDHALL_RELEASE) fs.writeFileSync(FILE, format(now))
  const released: Schema = JSON.parse(fs.readFileSync(FILE, 'utf8'))

  expect(Object.keys(released.columns).length).toBeGreaterThan(40)
  const breaks = findBreaks(released, now)
  expect(breaks.filter((line) => !ALLOWING_MORE.some((constraint) => line.includes(constraint)))).toEqual([])
})

test('the kept schema is that of the last release', () => {
  const { release } = JSON.parse(fs.readFileSync(FILE, 'utf8')) as Schema

  // The version is raised with a release, which also writes this file again: CONTRIBUTING.md, “Make a release”.
  expect(release).toBe(GUILDHALL_VERSION)
})

describe('what would break it is found', () => {
  const old: Schema = {
    columns: { Run: { id: 'text', note: 'text?', count: 'integer=' } },
    constraints: [],
    enums: { State: ['ON', 'OFF'] },
    functions: ['tidy()'],
  }
  const changed = (change: Partial<Schema['columns'][string]>, rest: Partial<Schema> = {}): Schema => {
    const columns = Object.fromEntries(
      Object.entries({ ...old.columns.Run, ...change }).filter(([, type]) => type !== 'gone'),
    ) as Record<string, string>
    return { ...old, columns: { Run: columns }, ...rest }
  }

  test.each<[string, Schema, string[]]>([
    ['an additional optional column', changed({ more: 'text?' }), []],
    ['an additional column with a default', changed({ more: 'text=' }), []],
    [
      'a check of an additional column',
      changed({ more: 'text?' }, { constraints: [`"Run": CHECK ((more > 1))`] }),
      [],
    ],
    ['a required column', changed({ more: 'text' }), ['Run.more is new and required']],
    ['a dropped column', changed({ note: 'gone' }), ['Run.note is gone']],
    ['another type', changed({ id: 'uuid' }), ['Run.id was text and is uuid']],
    ['a column that is no longer optional', changed({ note: 'text' }), ['Run.note no longer accepts null']],
    ['a dropped default', changed({ count: 'integer' }), ['Run.count no longer has a default']],
    ['a dropped table', { ...old, columns: {} }, ['the table Run is gone']],
    [
      'a check of a known column',
      { ...old, constraints: [`"Run": CHECK ((count > 1))`] },
      ['a new constraint may refuse its rows: "Run": CHECK ((count > 1))'],
    ],
    ['a dropped label', { ...old, enums: { State: ['ON'] } }, ['State no longer has OFF']],
    ['a dropped function', { ...old, functions: [] }, ['the function tidy() is gone']],
  ])('%s', (_, now, breaks) => {
    expect(findBreaks(old, now)).toEqual(breaks)
  })
})
