import { z } from 'zod'
import { type Context, requireScope, requireViewer } from '../../context/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { csvLine } from '../../kernel/text/csv.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { countAttempt } from '../../settings/rows/rate-limits.ts'
import { listRuns, parseRunQuery } from './list-runs.ts'
import type { RunLine } from './run-view.ts'

/** The most runs of one file; a filter by period reaches earlier ones. */
const MAX_EXPORTED_RUNS = 5_000
const PAGE = 500
/** Exports are limited more than pages, because one reads as much as hundreds of them. */
export const EXPORTS = { name: 'run-export', points: 10, seconds: 60 }
/** Ends a search that reads many runs and finds none. */
const MAX_MS = 20_000

const Format = z.object({ format: z.enum(['csv', 'json'], 'Choose “csv” or “json”.') })

/**
 * Returns CSV or JSON, newest first, 5,000 runs at most. Throws UNAUTHENTICATED, INVALID_INPUT for another format and
 * for a search that takes too long, and RATE_LIMIT_EXCEEDED.
 */
export async function exportRuns(
  ctx: Context,
  query: Record<string, string>,
): Promise<{ text: string; contentType: string; name: string }> {
  const { format } = parseFields(Format, { format: query.format })
  requireScope(ctx, 'read')
  const retryAfter = await countAttempt(ctx.db, EXPORTS, requireViewer(ctx).userId)
  if (retryAfter > 0) throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfter })
  const runs = await listAllRuns(ctx, query)
  return format === 'csv'
    ? { text: formatCsv(runs), contentType: 'text/csv; charset=utf-8', name: 'guildhall-runs.csv' }
    : {
        text: JSON.stringify(runs.map(toRecord), null, 2),
        contentType: 'application/json; charset=utf-8',
        name: 'guildhall-runs.json',
      }
}

async function listAllRuns(ctx: Context, query: Record<string, string>): Promise<RunLine[]> {
  const all: RunLine[] = []
  const until = Date.now() + MAX_MS
  let cursor = parseRunQuery(query).cursor
  do {
    if (Date.now() > until)
      throw new AppError('INVALID_INPUT', {
        message: 'This search takes too long for one file.',
        suggestedAction: 'Choose a shorter period.',
      })
    const page = await listRuns(ctx, { ...parseRunQuery(query), cursor }, PAGE)
    all.push(...page.runs)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && all.length < MAX_EXPORTED_RUNS)
  return all.slice(0, MAX_EXPORTED_RUNS)
}

// biome-ignore format: table
const COLUMNS = {
  id:           ({ id }) => id,
  started_at:   ({ createdAtMs }) => new Date(createdAtMs).toISOString(),
  skill:        ({ skillName }) => skillName,
  version:      ({ versionNumber }) => versionNumber,
  channel:      ({ channel }) => channel,
  started_by:   ({ userName }) => userName,
  state:        ({ state }) => state,
  input:        ({ title = null }) => title,
  output:       ({ result = null }) => result,
  error_code:   ({ error }) => error?.code ?? null,
  error:        ({ error }) => error?.message ?? null,
  duration_ms:  ({ durationMs = null }) => durationMs,
  charged_usdc: ({ charged = '0' }) => charged,
  edited_from:  ({ rerunOfId = null }) => rerunOfId,
} satisfies Record<string, (run: RunLine) => string | number | null>

function toRecord(run: RunLine): Record<string, string | number | null> {
  return Object.fromEntries(Object.entries(COLUMNS).map(([name, read]) => [name, read(run)]))
}

function formatCsv(runs: readonly RunLine[]): string {
  const rows = runs.map((run) => Object.values(toRecord(run)).map((value) => String(value ?? '')))
  return [Object.keys(COLUMNS), ...rows].map(csvLine).join('')
}
