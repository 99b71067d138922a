/**
 * A statement of ours, sent as it is: for the few that every run makes, because Prisma's way to the same rows costs more
 * than the database does. Floor 1.
 *
 * Rows are as Prisma gives them: Date, bigint, parsed JSON. Inside a transaction it goes by Prisma, which has the
 * connection; a test holds both ways to the same row.
 */
import pg from 'pg'
import { type Database, poolOf, type Tx } from './client.ts'

/** As `Prisma.sql` makes it. Values are text, or what pg writes as text by itself. */
export type Statement = { text: string; values: unknown[] }

export async function runStatement<Row>(db: Database | Tx, { text, values }: Statement): Promise<Row[]> {
  const direct = poolOf(db)
  if (!direct) return db.$queryRawUnsafe<Row[]>(text, ...values)
  const name = direct.nameOf({ sql: text })
  const { rows } = await direct.pool.query({ name, text, values, types: { getTypeParser } })
  return rows
}

const { INT8, TIMESTAMP } = pg.types.builtins

const OWN_PARSERS: Record<number, (text: string) => unknown> = {
  [INT8]: BigInt,
  // Columns are in UTC and do not say so; pg would read them as local time.
  [TIMESTAMP]: (text) => new Date(`${text.replace(' ', 'T')}Z`),
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return OWN_PARSERS[oid] ?? pg.types.getTypeParser(oid, format as 'text')
}
