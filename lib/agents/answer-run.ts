/**
 * A run, as a tool answers it: what is too large for an agent's context moves to a blob first. Floor 3.
 *
 * One blob for a run, however often it is told of: a repeated call gets the first one's answer, and pays no second time
 * with the organisation's quota.
 */
import { createBlob, deleteBlob, findBlob } from '../blobs/blobs.ts'
import type { Context } from '../context.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { findOutputBlob, keepOutputBlob } from '../db/output-blob.ts'
import { AppError } from '../errors.ts'
import { logFault } from '../execution/log-fault.ts'
import { MAX_OUTPUT_BYTES, type Moved, runResult, shapeOf, type Told } from './run-result.ts'

export async function answerRun(ctx: Context, run: Told): Promise<JsonObject> {
  if (run.output === undefined) return runResult(run)
  const text = JSON.stringify(run.output)
  if (Buffer.byteLength(text) <= MAX_OUTPUT_BYTES) return runResult(run)
  return runResult(run, {
    blobId: await moved(ctx, run.id, text),
    shape: shapeOf(run.output),
  } satisfies Moved)
}

/** Undefined when it cannot be kept: the run has ended and may be paid for, and it keeps its whole output itself. */
async function moved(ctx: Context, runId: string, text: string): Promise<string | undefined> {
  try {
    return await keep(ctx, runId, text)
  } catch (thrown) {
    const isNoRoom = thrown instanceof AppError && thrown.code === 'PRECONDITION_FAILED'
    if (!isNoRoom) logFault(thrown, 'a large output was not kept as a blob', { runId })
    return undefined
  }
}

async function keep(ctx: Context, runId: string, text: string): Promise<string> {
  const known = await findOutputBlob(ctx.db, runId)
  if (known && (await isThere(ctx, known))) return known
  const content = new TextEncoder().encode(text)
  const { id: blobId } = await createBlob(ctx, { content, kind: 'application/json', name: 'output.json' })
  if (await keepOutputBlob(ctx.db, runId, { known, blobId })) return blobId
  // The same call was answered somewhere else in the meantime.
  await deleteBlob(ctx, blobId)
  return (await findOutputBlob(ctx.db, runId)) ?? blobId
}

async function isThere(ctx: Context, blobId: string): Promise<boolean> {
  try {
    await findBlob(ctx, blobId)
    return true
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return false
    throw thrown
  }
}
