/**
 * A run has some seventy columns, and a statement that returns them all costs more for their names than for their values.
 * A process that writes a row therefore reads only what it does not know.
 */
import type { Run } from '../../kernel/db/generated/client.ts'

/** Undefined columns are not written. */
export type RunColumns = { [Name in keyof Run]?: unknown }

const JSON_COLUMNS = new Set(
  'input migration coercions output error errorDetail warnings notices logs requests effects'.split(' '),
)

/** Returns names and values for a statement. A null in a JSON column is the JSON value. */
export function toParameters(columns: RunColumns): [name: string, value: unknown][] {
  return Object.entries(withoutAbsent(columns)).map(([name, value]) => [name, toParameter(name, value)])
}

function toParameter(name: string, value: unknown): unknown {
  if (JSON_COLUMNS.has(name)) return JSON.stringify(value)
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'bigint' ? value.toString() : value
}

/** Returns the row after `columns` were written into `row`. */
export function withColumns(row: Run | typeof DEFAULT_COLUMNS, ...columns: RunColumns[]): Run {
  return Object.assign({}, row, ...columns.map(withoutAbsent))
}

function withoutAbsent(columns: RunColumns): RunColumns {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** Defaults of a new run. */
export const DEFAULT_COLUMNS = {
  ...{ skillSetId: null, versionId: null, submissionId: null, exampleIndex: null, rerunOfId: null },
  ...{ startedAt: null, endedAt: null, leaseUntil: null, cancelRequestedAt: null },
  ...{ inputSummary: null, migration: null, notices: null, inputBlobs: [], inputDigest: null },
  ...{ output: null, hasOutput: false, outputSummary: null, outputBlobs: [], outputBlobId: null },
  ...{ outputDigest: null, error: null, errorDetail: null, requests: null, effects: null, purgedAt: null },
  ...{ progress: null, progressNote: null, durationMs: null, cpuMs: null },
  ...{ terms: 'free', priceMicros: 0n, holdMicros: 0n, chargedMicros: null, capturedMicros: null },
  ...{ refundedAt: null, detailsSharedAt: null, detailsSharedById: null, dryRun: false, keyId: null },
  ...{ timeZone: null, conversationId: null, timeoutMs: null, permissionsHash: null },
  ...{ parentRunId: null, rootRunId: null, planRunId: null, stepId: null, attempt: 1 },
} satisfies Partial<Run>
