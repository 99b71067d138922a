import { z } from 'zod'
import { type Context, requireScope } from '../../context/context.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { isObject, type Json } from '../../kernel/json/json.ts'
import { csvLine } from '../../kernel/text/csv.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { type BatchRecord, findBatchVersion, listWholeBatchResults } from '../rows/batches.ts'
import { findRunSkill } from '../views/find-own-run.ts'
import type { WholeBatchResult } from './batch-view.ts'
import { findOwnBatch, showWholeResult } from './get-batch.ts'

/** Outputs may have megabytes, so few are in memory at once. */
const ROWS_AT_ONCE = 20

const Format = z.object({ format: z.enum(['csv', 'json'], 'Choose “csv” or “json”.') })

/**
 * Returns the rows of a batch with their inputs and outputs, as they are so far, in pieces of text. Throws INVALID_INPUT
 * for another format, and as `findOwnBatch`.
 */
export async function exportBatch(
  ctx: Context,
  { id, format: sent }: { id: unknown; format: unknown },
): Promise<{ parts: AsyncIterable<string>; contentType: string; name: string }> {
  const { format } = parseFields(Format, { format: sent })
  requireScope(ctx, 'read', 'run')
  const { record } = await findOwnBatch(ctx, id)
  return format === 'csv'
    ? { parts: writeCsv(ctx.db, record), contentType: 'text/csv; charset=utf-8', name: `${record.id}.csv` }
    : {
        parts: writeJson(ctx.db, record),
        contentType: 'application/json; charset=utf-8',
        name: `${record.id}.json`,
      }
}

async function* readResults(db: Database, batchId: string): AsyncGenerator<WholeBatchResult> {
  for (let from = 0; ; ) {
    const found = await listWholeBatchResults(db, { batchId, from, take: ROWS_AT_ONCE })
    yield* found.map(showWholeResult)
    const last = found.at(-1)
    if (!last || found.length < ROWS_AT_ONCE) return
    // Rows that the contract refused were left out, so the indexes have gaps.
    from = last.row.index + 1
  }
}

async function* writeJson(db: Database, { id }: BatchRecord): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const result of readResults(db, id)) {
    yield `${separator}${JSON.stringify(result)}`
    separator = ',\n'
  }
  yield '\n]\n'
}

/** A column for each field of the contract; what is no record is in one column. */
async function* writeCsv(db: Database, record: BatchRecord): AsyncGenerator<string> {
  const { input, output } = await findColumns(db, record)
  const names = (fields: readonly string[] | null, name: string) =>
    fields ? fields.map((field) => `${name}.${field}`) : [name]
  yield csvLine([
    'row',
    'state',
    ...names(input, 'input'),
    ...names(output, 'output'),
    'error',
    'charged_usdc',
    'run_id',
  ])
  for await (const result of readResults(db, record.id))
    yield csvLine([
      String(result.row),
      result.state,
      ...toCells(result.input, input),
      ...toCells(result.output, output),
      result.error?.message ?? '',
      result.charged ?? '0',
      result.runId ?? '',
    ])
}

async function findColumns(
  db: Database,
  { id, skillName }: BatchRecord,
): Promise<{ input: string[] | null; output: string[] | null }> {
  const versionId = await findBatchVersion(db, id)
  const skill = await findRunSkill(db, { versionId, skillName })
  return { input: fieldsOf(skill?.parameters), output: fieldsOf(skill?.response) }
}

function fieldsOf(schema: { properties?: unknown } | undefined): string[] | null {
  const names = isObject(schema?.properties as Json) ? Object.keys(schema?.properties as object) : []
  return names.length > 0 ? names : null
}

function toCells(value: Json | undefined, fields: readonly string[] | null): string[] {
  if (!fields) return [toCell(value)]
  return fields.map((field) =>
    toCell(isObject(value) && Object.hasOwn(value, field) ? value[field] : undefined),
  )
}

function toCell(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
